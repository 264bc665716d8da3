// See the header.
#include "widgets/plot/scatter_matrix.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/accessible/parts.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr double kCellGap = 6, kDotRoom = 8, kScatterDot = 3.2;
constexpr int kValuesLeft = 52, kValuesBelow = 18, kValueHigh = 14;
constexpr int kCellWide = 92;  // two values fit beneath it

}  // namespace

ScatterMatrix::ScatterMatrix(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Scatter matrix"));
    describeParts(*this, {.role = QAccessible::Chart,
                          .count = [this] { return static_cast<int>(lines_.size()); },
                          .part =
                              [this](int line) {
                                  return AccessiblePart{.role = QAccessible::ListItem,
                                                        .name = lines_[line].name,
                                                        .focused = lines_[line].id == current_};
                              },
                          .at = [this](const QPoint& point) { return lineNear(point); },
                          .focus =
                              [this] {
                                  const auto found = std::ranges::find(lines_, current_, &AxisLine::id);
                                  return found == lines_.end() ? -1 : static_cast<int>(found - lines_.begin());
                              }});
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void ScatterMatrix::setData(const QVector<AxisColumn>& columns, const QVector<AxisLine>& lines) {
    QVector<int> which;
    for (int i = 0; i < columns.size(); ++i)
        if (std::count_if(lines.begin(), lines.end(),
                          [i](const AxisLine& line) { return std::isfinite(line.values.value(i, NAN)); }) > 1)
            which << i;
    // Results stand last: they stay where not all has room.
    which = which.mid(std::max<qsizetype>(0, which.size() - kMostColumns));
    columns_.clear();
    for (const int i : which) columns_ << columns[i];
    lines_ = lines;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        lines_[line].values.clear();
        for (const int i : which) lines_[line].values << lines[line].values.value(i, NAN);
    }
    scales_.clear();
    for (int i = 0; i < columns_.size(); ++i) scales_ << AxisScale::of(lines_, i, columns_[i]);
    hovered_ = -1;
    update();
}

void ScatterMatrix::setDimmed(const QSet<int>& ids) {
    dimmed_ = ids;
    update();
}

void ScatterMatrix::setCurrent(int id) {
    current_ = id;
    update();
}

QRectF ScatterMatrix::cellRect(int row, int column) const {
    const double count = std::max<double>(1, static_cast<double>(columns_.size()));
    const auto& theme = Theme::instance();
    const QRectF area = QRectF(rect()).adjusted(theme.scaled(kValuesLeft), 8, -8, -theme.scaled(kValuesBelow));
    const double wide = (area.width() + kCellGap) / count, high = (area.height() + kCellGap) / count;
    return {area.left() + column * wide, area.top() + row * high, wide - kCellGap, high - kCellGap};
}

QSize ScatterMatrix::easySize() const {
    const auto& theme = Theme::instance();
    const int count = std::max(1, columns()), gap = static_cast<int>(kCellGap);
    const int high = theme.scaled(kValueHigh) + 2 * static_cast<int>(kDotRoom) + 2;
    return {theme.scaled(kValuesLeft) + 8 + count * (theme.scaled(kCellWide) + gap) - gap,
            8 + theme.scaled(kValuesBelow) + count * (high + gap) - gap};
}

QPointF ScatterMatrix::dotAt(int line, int row, int column) const {
    const QRectF cell = cellRect(row, column).adjusted(kDotRoom, kDotRoom, -kDotRoom, -kDotRoom);
    const double x = lines_[line].values.value(column, NAN), y = lines_[line].values.value(row, NAN);
    if (!std::isfinite(x) || !std::isfinite(y)) return {NAN, NAN};
    return {cell.left() + scales_[column].share(x) * cell.width(),
            cell.bottom() - scales_[row].share(y) * cell.height()};
}

// Least and greatest of each column; of words as many as have room.
QVector<ScatterMatrix::Label> ScatterMatrix::labels() const {
    const auto& theme = Theme::instance();
    const QFontMetricsF metrics(theme.mono(10.5));
    const double high = theme.scaled(kValueHigh);
    const int last = columns() - 1;
    QVector<Label> all;
    for (int i = 0; i <= last; ++i) {
        const AxisScale& scale = scales_[i];
        QVector<double> values{scale.value(0), scale.value(1)};
        const QRectF row = cellRect(i, 0).adjusted(0, kDotRoom, 0, -kDotRoom);
        if (const auto words = static_cast<double>(columns_[i].words.size()); words > 0) {
            values.clear();
            const int every = std::max(1, static_cast<int>(std::ceil(words * high / std::max(1.0, row.height()))));
            for (int word = 0; word < columns_[i].words.size(); word += every) values << word;
        }
        const double room = row.left() - 6;
        for (const double value : values) {
            const QString text = scale.text(value, columns_[i], metrics, room - 4);
            if (text.isEmpty()) continue;
            const double y = row.bottom() - scale.share(value) * row.height();
            const QRectF place(2, y - high / 2, room - 2, high);
            if (std::ranges::none_of(all, [&](const Label& other) { return other.place.intersects(place); }))
                all << Label{text, place};
        }
        const QRectF cell = cellRect(last, i);
        const double half = cell.width() / 2 - 3;
        const bool low = scale.share(values.first()) < 0.5;
        const QString left = low ? scale.text(values.first(), columns_[i], metrics, half) : QString();
        const QString right =
            values.size() > 1 || !low ? scale.text(values.last(), columns_[i], metrics, half) : QString();
        if (!left.isEmpty())
            all << Label{left, QRectF(cell.left(), cell.bottom() + 2, metrics.horizontalAdvance(left) + 1, high)};
        const double wide = metrics.horizontalAdvance(right) + 1;
        if (!right.isEmpty()) all << Label{right, QRectF(cell.right() - wide, cell.bottom() + 2, wide, high)};
    }
    return all;
}

void ScatterMatrix::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor ground = theme.color(Token::Bg1);
    for (int row = 0; row < columns_.size(); ++row)
        for (int column = 0; column < columns_.size(); ++column) {
            const QRectF cell = cellRect(row, column);
            painter.setPen(theme.color(Token::Line));
            painter.setBrush(row == column ? theme.color(Token::Bg2) : ground);
            painter.drawRoundedRect(cell.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
            if (row == column) {
                const QFont font = theme.font(12, columns_[row].outcome ? QFont::DemiBold : QFont::Normal);
                const QFontMetricsF metrics(font);
                painter.setFont(font);
                painter.setPen(theme.color(columns_[row].outcome ? Token::Text : Token::Muted));
                const int most = std::max(1, static_cast<int>((cell.height() - 4) / metrics.height()));
                painter.drawText(cell, Qt::AlignCenter | Qt::TextDontClip,
                                 headLines(scales_[row].head(columns_[row].name), metrics, cell.width() - 8, most)
                                     .join(QLatin1Char('\n')));
                continue;
            }
            for (const bool bright : {false, true})
                for (int i = 0; i < lines_.size(); ++i) {
                    const bool strong = i == hovered_ || lines_[i].id == current_;
                    if (dimmed_.contains(lines_[i].id) == bright) continue;
                    const QPointF dot = dotAt(i, row, column);
                    if (std::isnan(dot.x())) continue;
                    painter.setPen(strong ? QPen(theme.color(Token::Text), 1.4) : QPen(Qt::NoPen));
                    painter.setBrush(Theme::mix(theme.series(lines_[i].color), ground, bright ? 0.85 : 0.15));
                    painter.drawEllipse(dot, strong ? kScatterDot + 1.5 : kScatterDot,
                                        strong ? kScatterDot + 1.5 : kScatterDot);
                }
        }
    painter.setFont(theme.mono(10.5));
    painter.setPen(theme.color(Token::Faint));
    for (const Label& label : labels())
        painter.drawText(label.place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, label.text);
}

int ScatterMatrix::lineNear(const QPointF& point) const {
    int best = -1;
    double least = 9;
    for (int row = 0; row < columns_.size(); ++row)
        for (int column = 0; column < columns_.size(); ++column) {
            if (row == column || !cellRect(row, column).contains(point)) continue;
            for (int i = 0; i < lines_.size(); ++i)
                if (const double far = QLineF(dotAt(i, row, column), point).length(); far < least)
                    least = far, best = i;
        }
    return best;
}

void ScatterMatrix::mouseMoveEvent(QMouseEvent* event) {
    const int line = lineNear(event->position());
    if (line != hovered_) hovered_ = line, update();
}

void ScatterMatrix::mousePressEvent(QMouseEvent* event) {
    if (const int line = lineNear(event->position()); line >= 0 && event->button() == Qt::LeftButton)
        emit picked(lines_[line].id);
}

void ScatterMatrix::leaveEvent(QEvent*) {
    hovered_ = -1;
    update();
}

void ScatterMatrix::keyPressEvent(QKeyEvent* event) {
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    if (lines_.isEmpty() || (!back && event->key() != Qt::Key_Right && event->key() != Qt::Key_Down))
        return event->ignore();
    int at = -1;
    for (int i = 0; i < lines_.size(); ++i)
        if (lines_[i].id == current_) at = i;
    const int count = static_cast<int>(lines_.size());
    at = at < 0 ? 0 : (at + (back ? count - 1 : 1)) % count;
    setAccessibleDescription(lines_[at].name);
    emit picked(lines_[at].id);
}

// Of the cell's columns; by the keys, of all.
void ScatterMatrix::contextMenuEvent(QContextMenuEvent* event) {
    const bool keys = event->reason() == QContextMenuEvent::Keyboard;
    QVector<int> which;
    for (int row = 0; row < columns(); ++row)
        for (int column = 0; column < columns(); ++column)
            if (keys ? row == column : cellRect(row, column).contains(event->pos()))
                which << column << (row == column ? QVector<int>{} : QVector<int>{row});
    if (which.isEmpty()) return event->ignore();
    openLogMenu(*this, keys ? mapToGlobal(rect().center()) : event->globalPos(), columns_, scales_, which,
                [this](const QString& column, std::optional<bool> log) { emit logChosen(column, log); });
}

bool ScatterMatrix::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int line = lineNear(help->pos());
        if (line < 0) {
            QToolTip::hideText();
            return true;
        }
        QStringList text{lines_[line].name};
        for (int i = 0; i < columns_.size(); ++i)
            text << QStringLiteral("%1: %2").arg(columns_[i].name,
                                                 scales_[i].text(lines_[line].values.value(i, NAN), columns_[i]));
        QToolTip::showText(help->globalPos(), plainTip(text.join(QLatin1Char('\n'))), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace tl
