// The small map in the graph view's corner: made once a layout, with a frame around what is seen.
#include <QPainter>
#include <algorithm>

#include "widgets/graph/graph_canvas.h"
#include "widgets/graph/graph_painter.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr QSizeF kMapSize{140, 104};
constexpr double kMapMargin = 14;

}  // namespace

QRectF GraphCanvas::minimapRect() const {
    if (!minimap_ || width() < 3 * kMapSize.width() || height() < 2.5 * kMapSize.height() || layout_.items.empty())
        return {};
    return {QPointF(kMapMargin, height() - kMapSize.height() - kMapMargin), kMapSize};
}

QPointF GraphCanvas::sceneAtMinimap(const QPointF& widget) const {
    const QRectF map = minimapRect().adjusted(6, 6, -6, -6);
    const double scale = std::min(map.width() / std::max(layout_.bounds.width(), 1.0),
                                  map.height() / std::max(layout_.bounds.height(), 1.0));
    return layout_.bounds.center() + (widget - map.center()) / scale;
}

void GraphCanvas::paintMinimap(QPainter& painter) const {
    const QRectF map = minimapRect();
    // Where all is seen there is nothing to find.
    if (map.isEmpty() || QRectF(rect()).contains(view_.toWidget(layout_.bounds))) return;
    const auto& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = std::min((map.width() - 12) / std::max(layout_.bounds.width(), 1.0),
                                  (map.height() - 12) / std::max(layout_.bounds.height(), 1.0));
    if (map_.isNull()) {
        const double ratio = devicePixelRatioF();
        map_ = QPixmap((kMapSize * ratio).toSize());
        map_.setDevicePixelRatio(ratio);
        map_.fill(theme.color(Token::Bg1));
        QPainter small(&map_);
        small.translate(QPointF(kMapSize.width() / 2, kMapSize.height() / 2) - layout_.bounds.center() * scale);
        for (GraphItem item : layout_.items) {
            if (isBox(item) && layout_.open[size_t(boxOf(item))]) continue;
            const QRectF at = layout_.rect(item);
            const GraphTint tint = isBox(item) ? boxTints_.value(boxOf(item)) : cardTints_.value(item);
            const QString& category =
                isBox(item) ? content_->boxes[boxOf(item)].category : content_->cards[item].category;
            const QSizeF size(std::max(at.width() * scale, 2.0), std::max(at.height() * scale, 1.0));
            small.fillRect(QRectF(at.topLeft() * scale, size),
                           tint.heat >= 0 ? GraphPainter::heat(0.25 + tint.heat) : theme.category(category));
        }
    }
    painter.drawPixmap(map.topLeft(), map_);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.color(Token::Line));
    painter.drawRoundedRect(map.adjusted(0.5, 0.5, -0.5, -0.5), Theme::kRadius, Theme::kRadius);
    const QRectF seen = view_.toScene(QRectF(rect()));
    QRectF frame(map.center() + (seen.topLeft() - layout_.bounds.center()) * scale, seen.size() * scale);
    painter.setPen(theme.color(Token::Accent));
    painter.drawRoundedRect(frame & map.adjusted(1, 1, -1, -1), 3, 3);
}

}  // namespace tl
