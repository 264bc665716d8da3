// The shadow is painted here, in a margin around the card: a graphics effect would redraw the window under it.
#include "widgets/plot/plot_tooltip.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kShadow = 16, kHeader = 28, kTipRow = 27, kTipPad = 12, kTipGap = 20, kTipDot = 30;
static int tipLine() { return Theme::instance().scaled(18); }

PlotTooltip::PlotTooltip(QWidget* window) : QWidget(window) {
    setObjectName(QStringLiteral("plotTooltip"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    hide();
}

PlotTooltip& PlotTooltip::over(const QWidget& plot, QPointer<PlotTooltip>& kept) {
    if (!kept || kept->parentWidget() != plot.window()) {
        delete kept;
        kept = new PlotTooltip(plot.window());
    }
    return *kept;
}

void PlotTooltip::showRows(const QStringList& header, const QVector<TooltipRow>& rows, const QPoint& at,
                           const Words& words) {
    header_ = header;
    rows_ = rows;
    words_ = words;
    const QStringList above = words.above.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    const auto& theme = Theme::instance();
    const QFontMetricsF caption(theme.font(11)), name(theme.font(12)), value(theme.mono());
    const QRect room = parentWidget()->rect();
    widths_.fill(0, header.size());
    int width = 2 * kTipPad + kTipDot - kTipPad - kTipGap;
    for (qsizetype column = header.size() - 1; column >= 0; --column) {
        double wide = caption.horizontalAdvance(header[column]);
        for (const auto& row : rows)
            wide = std::max(wide, column == 0 ? name.horizontalAdvance(row.name)
                                              : value.horizontalAdvance(row.values.value(column - 1)));
        // Rounded up: a name that is short of half a pixel would be cut. It has what the window leaves of the values.
        const int whole = static_cast<int>(std::ceil(wide));
        widths_[column] =
            column == 0 ? std::min(whole, std::max(44, room.width() - 8 - width - kTipGap)) : std::max(whole, 44);
        width += widths_[column] + kTipGap;
    }
    for (const QString& line : above)
        width = std::max(width, 2 * kTipPad + std::min(420, static_cast<int>(std::ceil(name.horizontalAdvance(line)))));
    above_ = above.isEmpty() ? 0 : tipLine() * static_cast<int>(above.size()) + 12;
    const int height =
        above_ + kHeader + kTipRow * static_cast<int>(rows.size()) + (words.below.isEmpty() ? 4 : kHeader);
    QPoint corner = at + QPoint(16, 16);
    if (corner.x() + width > room.right() - 4) corner.setX(at.x() - 16 - width);
    if (corner.y() + height > room.bottom() - 4) corner.setY(at.y() - 16 - height);
    corner.setX(std::clamp(corner.x(), 4, std::max(4, room.right() - width - 4)));
    corner.setY(std::clamp(corner.y(), 4, std::max(4, room.bottom() - height - 4)));
    setGeometry(QRect(corner, QSize(width, height)).adjusted(-kShadow, -kShadow, kShadow, kShadow));
    raise();
    show();
    update();
}

QString PlotTooltip::shownName(const TooltipRow& row) const {
    return QFontMetrics(Theme::instance().font(12)).elidedText(row.name, Qt::ElideMiddle, widths_.value(0));
}

void PlotTooltip::paintEvent(QPaintEvent*) {
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF card = QRectF(rect()).adjusted(kShadow, kShadow, -kShadow, -kShadow);
    for (int i = kShadow; i > 0; i -= 2) {
        QColor shade(0, 0, 0);
        shade.setAlphaF(static_cast<float>((theme.dark() ? 0.05 : 0.018) * (1 - i / double(kShadow + 1))));
        painter.setPen(Qt::NoPen);
        painter.setBrush(shade);
        painter.drawRoundedRect(card.adjusted(-i, -i + 4, i, i + (i < kShadow - 4 ? 4 : 0)), 8 + i, 8 + i);
    }
    painter.setPen(theme.color(Token::Line));
    painter.setBrush(theme.color(theme.dark() ? Token::Bg2 : Token::Bg1));
    painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), Theme::kCardRadius, Theme::kCardRadius);

    const double left = card.left() + kTipDot;
    const auto cells = [&](double top, double height, auto&& draw) {
        double x = left;
        for (int column = 0; column < header_.size(); ++column) {
            draw(column, QRectF(x, top, widths_[column], height),
                 (column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            x += widths_[column] + kTipGap;
        }
    };
    double line = card.top() + 8;
    painter.setFont(theme.font(12));
    painter.setPen(theme.color(Token::Warn));
    for (const QString& words : words_.above.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QRectF room(card.left() + kTipPad, line, card.width() - 2 * kTipPad, tipLine());
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(room.width())));
        line += tipLine();
    }
    painter.setFont(theme.font(11));
    painter.setPen(theme.color(Token::Muted));
    cells(card.top() + above_, kHeader, [&](int column, const QRectF& cell, auto align) {
        painter.drawText(cell, static_cast<int>(align), header_[column]);
    });
    double top = card.top() + above_ + kHeader;
    for (const auto& row : rows_) {
        painter.setPen(theme.color(Token::Line));
        painter.drawLine(QPointF(card.left() + 6, top + 0.5), QPointF(card.right() - 6, top + 0.5));
        painter.setPen(row.ring ? QPen(row.color, 2) : QPen(Qt::NoPen));
        painter.setBrush(row.ring ? QBrush(Qt::NoBrush) : QBrush(row.color));
        painter.drawEllipse(QPointF(card.left() + 17, top + kTipRow / 2.0), 4, 4);
        painter.setPen(theme.color(Token::Text));
        cells(top, kTipRow, [&](int column, const QRectF& cell, auto align) {
            painter.setFont(column == 0 ? theme.font(12) : theme.mono());
            painter.drawText(cell, static_cast<int>(align),
                             column == 0 ? shownName(row) : row.values.value(column - 1));
        });
        top += kTipRow;
    }
    if (words_.below.isEmpty()) return;
    painter.setFont(theme.font(11));
    painter.setPen(theme.color(Token::Muted));
    painter.drawText(QRectF(left, top, card.right() - left, kHeader - 4), Qt::AlignLeft | Qt::AlignVCenter,
                     words_.below);
}

}  // namespace tl
