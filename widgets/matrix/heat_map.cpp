// Names are cut to the space beside the cells and skipped where the lines would overlap, so that two classes and two
// hundred both fit; a cell shows its count while there is room for it.
#include "widgets/matrix/heat_map.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/accessible/parts.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
constexpr double kSmallest = 7.5;  // letters of a number, however large the others are

// In a cell as wide as three digits: "998", "1.1k", "12k". All of them are in its sentence.
QString cellText(qint64 found) {
    if (found < 1000) return QString::number(found);
    const bool millions = found >= 999'500;
    const double value = static_cast<double>(found) / (millions ? 1e6 : 1e3);
    const QLatin1Char unit(millions ? 'M' : 'k');
    return (value < 9.95 ? QString::number(value, 'f', 1) : QString::number(std::round(value))) + unit;
}

int captionHeight() { return Theme::instance().scaled(18); }  // of the words "predicted" and "true"
int lineHeight() { return Theme::instance().scaled(13); }     // of a name
}  // namespace

HeatMap::HeatMap(QWidget* parent) : QWidget(parent) {
    describeParts(*this, {.role = QAccessible::Table,
                          .count = [this] { return static_cast<int>(counts_.size()); },
                          .part = [this](int index) { return cellPart(index); },
                          .at =
                              [this](const QPoint& point) {
                                  const QPoint cell = cellAt(point);
                                  return cell.x() < 0 ? -1 : cell.x() * static_cast<int>(names_.size()) + cell.y();
                              },
                          .focus =
                              [this] {
                                  const QPoint cell = currentCell();
                                  return cell.x() < 0 ? -1 : cell.x() * static_cast<int>(names_.size()) + cell.y();
                              }});
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Confusion matrix"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        fills_ = {};
        update();
    });
}

void HeatMap::setMatrix(const QStringList& names, const QVector<qint64>& counts) {
    if (counts.size() != names.size() * names.size()) return;
    names_ = names;
    counts_ = counts;
    totals_.fill(0, names.size());
    for (int row = 0; row < names.size(); ++row)
        for (int column = 0; column < names.size(); ++column) totals_[row] += count(row, column);
    const QFontMetrics metrics(Theme::instance().font(11));
    nameWidth_ = 0;
    for (const QString& name : names) nameWidth_ = std::max<double>(nameWidth_, metrics.horizontalAdvance(name));
    longest_.clear();
    for (const qint64 found : counts) {
        if (found == 0) continue;  // most of them, where there are many classes
        if (const QString text = cellText(found); text.size() > longest_.size()) longest_ = text;
    }
    fills_ = {};
    for (QPoint* cell : {&current_, &pressed_})
        if (std::max(cell->x(), cell->y()) >= names.size()) *cell = {-1, -1};
    update();
}

QRectF HeatMap::grid() const {
    const double side = std::clamp(nameWidth_ + 8, 20.0, std::min(width(), height()) * 0.3), caption = captionHeight();
    const double room = std::max(1.0, std::min(width(), height()) - side - caption - 6);
    return {caption + side, caption + side, room, room};
}

QRectF HeatMap::cellRect(int row, int column) const {
    const QRectF all = grid();
    const double size = all.width() / static_cast<double>(std::max<qsizetype>(names_.size(), 1));
    return {all.left() + column * size, all.top() + row * size, size, size};
}

AccessiblePart HeatMap::cellPart(int index) const {
    const int side = static_cast<int>(names_.size()), row = index / side, column = index % side;
    return {.role = QAccessible::Cell,
            .name = sentence(row, column),
            .value = QString::number(count(row, column)),
            .description = {},
            .rect = cellRect(row, column).toAlignedRect(),
            .focused = current_ == QPoint(row, column)};
}

QPoint HeatMap::cellAt(const QPointF& point) const {
    const QRectF all = grid();
    if (names_.isEmpty() || !all.contains(point)) return {-1, -1};
    const int last = static_cast<int>(names_.size()) - 1;
    const double size = cellRect(0, 0).width();
    return {std::min(last, static_cast<int>((point.y() - all.top()) / size)),
            std::min(last, static_cast<int>((point.x() - all.left()) / size))};
}

QString HeatMap::sentence(int row, int column) const {
    const double share =
        totals_[row] > 0 ? 100.0 * static_cast<double>(count(row, column)) / static_cast<double>(totals_[row]) : 0;
    const QString part = QString::number(share, 'f', share > 0 && share < 10 ? 1 : 0);
    if (row == column)
        return tr("%1 of %2 images of “%3” were recognised (%4 %)")
            .arg(grouped(count(row, column)), grouped(totals_[row]), names_[row], part);
    return tr("%1 of %2 images of “%3” were taken for “%4” (%5 %)")
        .arg(grouped(count(row, column)), grouped(totals_[row]), names_[row], names_[column], part);
}

void HeatMap::paintNames(QPainter& painter) const {
    const auto& theme = Theme::instance();
    const QRectF all = grid();
    const int caption = captionHeight(), line = lineHeight();
    const double size = cellRect(0, 0).width(), space = all.left() - caption - 6;
    const int every = static_cast<int>(std::ceil(line / size));  // one name in so many has room
    painter.setFont(theme.font(11));
    const QFontMetrics metrics(painter.font());
    for (int i = 0; i < names_.size(); ++i) {
        const bool row = i == current_.x(), column = i == current_.y();
        const QString name = metrics.elidedText(names_[i], Qt::ElideRight, static_cast<int>(space));
        const double middle = (i + 0.5) * size;
        if (row || (i % every == 0 && (current_.x() < 0 || every == 1 || std::abs(i - current_.x()) >= every))) {
            painter.setPen(theme.color(row ? Token::Text : Token::Muted));
            painter.drawText(QRectF(caption, all.top() + middle - line / 2.0, space, line),
                             Qt::AlignRight | Qt::AlignVCenter, name);
        }
        if (column || (i % every == 0 && (current_.y() < 0 || every == 1 || std::abs(i - current_.y()) >= every))) {
            painter.setPen(theme.color(column ? Token::Text : Token::Muted));
            if (nameWidth_ + 2 <= size) {  // digits stand upright
                painter.drawText(QRectF(all.left() + i * size, all.top() - 4 - line, size, line), Qt::AlignCenter,
                                 name);
                continue;
            }
            painter.save();
            painter.translate(all.left() + middle, all.top() - 6);
            painter.rotate(-90);
            painter.drawText(QRectF(0, -line / 2.0, space, line), Qt::AlignLeft | Qt::AlignVCenter, name);
            painter.restore();
        }
    }
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(QRectF(all.left(), 0, all.width(), caption - 2), Qt::AlignCenter, tr("predicted"));
    // Upright over the names that it is of, which reads better than along them.
    const QRectF corner(0, all.top() - 4 - line, all.left() - 6, line);
    if (metrics.horizontalAdvance(tr("true")) <= corner.width())
        return painter.drawText(corner, Qt::AlignRight | Qt::AlignVCenter, tr("true"));
    painter.save();
    painter.translate(0, all.bottom());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, all.height(), caption - 2), Qt::AlignCenter, tr("true"));
    painter.restore();
}

// By the square root of the share: of 1 % wrong, a tenth of the strength is seen.
QImage HeatMap::makeFills() const {
    const auto& theme = Theme::instance();
    const QColor ground = theme.color(Token::Bg2), right = theme.color(Token::Good), wrong = theme.color(Token::Bad);
    const auto side = static_cast<int>(names_.size());
    QImage image(side, side, QImage::Format_RGB32);
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            const auto found = static_cast<double>(count(row, column));
            const double strength = found > 0 ? 0.08 + 0.82 * std::sqrt(found / static_cast<double>(totals_[row])) : 0;
            image.setPixelColor(column, row, Theme::mix(row == column ? right : wrong, ground, strength));
        }
    return image;
}

// As large as the longest number allows, and no smaller than can be read.
QFont HeatMap::fittingFont(double room) const {
    const auto& theme = Theme::instance();
    const double wanted = std::clamp(room * 0.3, 9.0, 12.0) * theme.textScale();
    const QFontMetricsF metrics(theme.drawnMono(wanted));
    const double widest = std::max(1.0, metrics.horizontalAdvance(longest_));
    return theme.drawnMono(std::max(std::min(wanted, wanted * room / widest), kSmallest));
}

void HeatMap::paintEvent(QPaintEvent*) {
    if (names_.isEmpty()) return;
    const auto& theme = Theme::instance();
    QPainter painter(this);
    const double size = cellRect(0, 0).width(), gap = size > 8 ? 1 : 0;
    const QRectF whole = grid();
    if (fills_.isNull()) fills_ = makeFills();
    painter.drawImage(whole, fills_);
    const int drawn = size < 6 ? 0 : static_cast<int>(names_.size());  // of lines and numbers, where they have room
    for (int i = 0; i < drawn; ++i) {
        const QRectF cell = cellRect(i, i);
        painter.fillRect(QRectF(whole.left(), cell.bottom() - gap, whole.width(), gap), theme.color(Token::Bg1));
        painter.fillRect(QRectF(cell.right() - gap, whole.top(), gap, whole.height()), theme.color(Token::Bg1));
    }
    const bool numbered = size >= 16;
    if (numbered) painter.setFont(fittingFont(size - gap - 3));
    const QFontMetricsF metrics(painter.font());
    for (int row = 0; row < drawn && numbered; ++row)
        for (int column = 0; column < drawn; ++column) {
            const qint64 found = count(row, column);
            const QString text = cellText(found);
            if (found == 0 || metrics.horizontalAdvance(text) > size - gap - 1) continue;
            // Whichever of the two reads better on this fill.
            const bool light = fills_.pixelColor(column, row).lightnessF() > 0.55f;
            const QColor ink = theme.dark() == light ? theme.color(Token::Bg0) : theme.color(Token::Text);
            const bool rare = found * 50 < totals_[row];
            painter.setPen(rare ? theme.color(Token::Muted) : ink);
            painter.drawText(cellRect(row, column).adjusted(0, 0, -gap, -gap), Qt::AlignCenter, text);
        }
    if (current_.x() >= 0) {
        const QRectF all = grid(), cell = cellRect(current_.x(), current_.y());
        QColor band = theme.color(Token::Text);
        band.setAlphaF(0.06f);
        painter.fillRect(QRectF(all.left(), cell.top(), all.width(), cell.height()), band);
        painter.fillRect(QRectF(cell.left(), all.top(), cell.width(), all.height()), band);
        painter.setPen(QPen(theme.color(hasFocus() ? Token::Accent : Token::Text), 1.5));
        painter.drawRect(cell.adjusted(0, 0, -gap, -gap));
    }
    paintNames(painter);
}

void HeatMap::focusCell(QPoint cell) {
    if (cell == current_) return;
    current_ = cell;
    setCursor(holds(cell) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAccessibleDescription(cell.x() < 0 ? QString() : sentence(cell.x(), cell.y()));
    if (cell.x() >= 0 && hasFocus()) announcePart(*this, cell.x() * static_cast<int>(names_.size()) + cell.y());
    update();
}

void HeatMap::mouseMoveEvent(QMouseEvent* event) { focusCell(cellAt(event->position())); }

void HeatMap::mousePressEvent(QMouseEvent* event) {
    focusCell(cellAt(event->position()));
    if (event->button() != Qt::LeftButton) return event->ignore();
    pressed_ = current_;
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    const QPoint cell = cellAt(event->position());
    if (std::exchange(pressed_, QPoint(-1, -1)) == cell && holds(cell)) emit activated(cell.x(), cell.y());
}

void HeatMap::leaveEvent(QEvent*) { focusCell({-1, -1}); }

void HeatMap::keyPressEvent(QKeyEvent* event) {
    if (names_.isEmpty()) return event->ignore();
    const int last = static_cast<int>(names_.size()) - 1;
    QPoint next = current_.x() < 0 ? QPoint(0, 0) : current_;
    switch (event->key()) {
    case Qt::Key_Up: next.rx() -= current_.x() >= 0; break;
    case Qt::Key_Down: next.rx() += current_.x() >= 0; break;
    case Qt::Key_Left: next.ry() -= current_.x() >= 0; break;
    case Qt::Key_Right: next.ry() += current_.x() >= 0; break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (!holds(current_)) return event->ignore();
        return emit activated(current_.x(), current_.y());
    default: return event->ignore();
    }
    next = {std::clamp(next.x(), 0, last), std::clamp(next.y(), 0, last)};
    focusCell(next);
    QToolTip::showText(mapToGlobal(cellRect(next.x(), next.y()).bottomRight().toPoint()),
                       plainTip(sentence(next.x(), next.y())), this);
}

bool HeatMap::event(QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) update();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint cell = cellAt(help->pos());
        if (cell.x() < 0)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), plainTip(sentence(cell.x(), cell.y())), this,
                               cellRect(cell.x(), cell.y()).toAlignedRect());
        return true;
    }
    return QWidget::event(event);
}

}  // namespace tl
