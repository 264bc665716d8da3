// The map covers the nodes and the view together, so that the frame is always inside it.
#include "widgets/canvas/minimap.h"

#include <QPainter>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace tl {

QRectF Minimap::rect(QSizeF canvas) const {
    if (!visible || canvas.width() < 3 * kWidth || canvas.height() < 2.5 * kHeight) return {};
    return {kMargin, canvas.height() - kHeight - kMargin, kWidth, kHeight};
}

Minimap::Mapping Minimap::mapping(const CanvasScene& scene, const ViewTransform& view, QSizeF canvas) const {
    const QRectF map = rect(canvas).adjusted(6, 6, -6, -6);
    const QRectF all = scene.bounds() | view.toScene(QRectF(QPointF(), canvas));
    const double scale = std::min(map.width() / std::max(all.width(), 1.0), map.height() / std::max(all.height(), 1.0));
    return {scale, map.center() - all.center() * scale};
}

void Minimap::paint(QPainter& painter, const CanvasScene& scene, const ViewTransform& view, QSizeF canvas) const {
    const QRectF map = rect(canvas);
    if (map.isEmpty()) return;
    const auto& theme = Theme::instance();
    painter.setPen(QPen(theme.color(Token::Line), 1));
    painter.setBrush(theme.color(Token::Bg1));
    painter.drawRoundedRect(map.adjusted(0.5, 0.5, -0.5, -0.5), Theme::kRadius, Theme::kRadius);
    const auto m = mapping(scene, view, canvas);
    QRectF frame = view.toScene(QRectF(QPointF(), canvas));
    frame = QRectF(frame.topLeft() * m.scale + m.offset, frame.size() * m.scale);
    painter.setPen(QPen(theme.color(Token::Accent), 1));
    painter.setBrush(Theme::mix(theme.color(Token::Accent), theme.color(Token::Bg1), 0.1));
    painter.drawRoundedRect(frame, 3, 3);
    const double ratio = painter.device()->devicePixelRatioF();
    const bool fresh = revision_ == scene.revision() && painted_ == m && dark_ == theme.dark() &&
                       nodes_.devicePixelRatioF() == ratio && !nodes_.isNull();
    if (!fresh) {
        paintNodes(scene, m, map.topLeft(), ratio);
        revision_ = scene.revision();
        painted_ = m;
        dark_ = theme.dark();
    }
    painter.drawPixmap(map.topLeft(), nodes_);
}

void Minimap::paintNodes(const CanvasScene& scene, const Mapping& m, QPointF origin, double ratio) const {
    const auto& theme = Theme::instance();
    nodes_ = QPixmap(QSizeF(kWidth * ratio, kHeight * ratio).toSize());
    nodes_.setDevicePixelRatio(ratio);
    nodes_.fill(Qt::transparent);
    QPainter painter(&nodes_);
    for (const auto& item : scene.nodes()) {
        const bool wrong = !item.data.error.isEmpty() && !item.data.warning;
        const QSizeF size(std::max(item.rect.width() * m.scale, 2.0), std::max(item.rect.height() * m.scale, 1.5));
        painter.fillRect(QRectF(item.rect.topLeft() * m.scale + m.offset - origin, size),
                         wrong ? theme.color(Token::Bad) : theme.category(item.data.category));
    }
}

QPointF Minimap::sceneAt(QPointF point, const CanvasScene& scene, const ViewTransform& view, QSizeF canvas) const {
    const auto m = mapping(scene, view, canvas);
    return (point - m.offset) / m.scale;
}

}  // namespace tl
