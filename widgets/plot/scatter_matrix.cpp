// See the header.
#include "widgets/plot/scatter_matrix.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/accessible/parts.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr double kCellGap = 6, kDotRoom = 8, kDot = 3.2;

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
                          .at = [this](const QPoint& point) { return lineNear(point); }});
    connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
}

void ScatterMatrix::setData(const QVector<AxisColumn>& columns, const QVector<AxisLine>& lines) {
    // Results stand last: they stay where not all has room.
    const qsizetype skip = std::max<qsizetype>(0, columns.size() - kMostColumns);
    columns_ = columns.mid(skip);
    lines_ = lines;
    for (AxisLine& line : lines_) line.values = line.values.mid(skip);
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
    const QRectF area = QRectF(rect()).adjusted(8, 8, -8, -8);
    const double wide = (area.width() + kCellGap) / count, high = (area.height() + kCellGap) / count;
    return {area.left() + column * wide, area.top() + row * high, wide - kCellGap, high - kCellGap};
}

QPointF ScatterMatrix::dotAt(int line, int row, int column) const {
    const QRectF cell = cellRect(row, column).adjusted(kDotRoom, kDotRoom, -kDotRoom, -kDotRoom);
    const double x = lines_[line].values.value(column, NAN), y = lines_[line].values.value(row, NAN);
    if (!std::isfinite(x) || !std::isfinite(y)) return {NAN, NAN};
    return {cell.left() + scales_[column].share(x) * cell.width(),
            cell.bottom() - scales_[row].share(y) * cell.height()};
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
                painter.setFont(theme.font(12, columns_[row].outcome ? QFont::DemiBold : QFont::Normal));
                painter.setPen(theme.color(columns_[row].outcome ? Token::Text : Token::Muted));
                painter.drawText(cell.adjusted(4, 0, -4, 0), Qt::AlignCenter,
                                 painter.fontMetrics().elidedText(columns_[row].name, Qt::ElideMiddle,
                                                                  static_cast<int>(cell.width()) - 8));
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
                    painter.drawEllipse(dot, strong ? kDot + 1.5 : kDot, strong ? kDot + 1.5 : kDot);
                }
        }
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
        QToolTip::showText(help->globalPos(), text.join(QLatin1Char('\n')), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace tl
