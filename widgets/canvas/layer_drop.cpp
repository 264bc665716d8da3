// See the header.
#include "widgets/canvas/layer_drop.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>
#include <cmath>

#include "widgets/canvas/canvas_core.h"
#include "widgets/controls/drops.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

QString layerIn(const QMimeData* data) {
    const auto mime = QString::fromLatin1(NodeCanvas::kLayerMime);
    return data->hasFormat(mime) ? QString::fromUtf8(data->data(mime)) : QString();
}

const QPointF kMiddle(CanvasNode::kWidth / 2, CanvasNode::kHeight / 2);
constexpr double kNear = 72;   // px below a card
constexpr double kBelow = 36;  // px from a card that it was dropped on

}  // namespace

void LayerDrop::enter(QDragEnterEvent* event) {
    const QString type = layerIn(event->mimeData());
    if (!type.isEmpty()) {
        layer_ = LayerEntry{type, type, {}, {}, {}, true, true};
        for (const auto& entry : core_.layers)
            if (entry.type == type) layer_ = entry;
        event->setDropAction(Qt::CopyAction);
        event->accept();
        move(event);
    } else if (!localPaths(event).isEmpty()) {
        event->acceptProposedAction();
    }
}

void LayerDrop::move(QDragMoveEvent* event) {
    core_.ensureLoaded();
    if (!layer_) {
        event->acceptProposedAction();
        return;
    }
    at_ = core_.view.toScene(event->position());
    const int on = core_.scene.nodeAt(at_);
    wire_ = !layer_->hasInput || !layer_->hasOutput ? -1 : on >= 0 ? wireBehind(on) : core_.scene.wireAt(at_, 20);
    const bool follows = on >= 0 && wire_ < 0 && layer_->hasInput && core_.scene.node(on).data.hasOutput;
    if (on >= 0 && wire_ < 0) {  // it hides none, nor what stands there already
        const QRectF taken = core_.scene.node(on).rect;
        at_ = follows ? QPointF(taken.center().x(), taken.bottom() + kBelow)
                      : QPointF(taken.right() + kBelow, taken.top());
        at_ += follows ? QPointF(0, kMiddle.y()) : kMiddle;
        for (auto there = core_.scene.nodesIn(card()); !there.isEmpty(); there = core_.scene.nodesIn(card()))
            at_.setX(core_.scene.node(there.back()).rect.right() + kBelow + kMiddle.x());
    }
    above_ = follows ? on : layer_->hasInput && wire_ < 0 ? cardAbove() : -1;
    event->setDropAction(Qt::CopyAction);
    event->accept();
    core_.canvas.update();
}

void LayerDrop::leave() {
    layer_.reset();
    forgetWire();
    core_.canvas.update();
}

QRectF LayerDrop::card() const { return {CanvasCore::snapped(at_ - kMiddle), CanvasNode().size()}; }

int LayerDrop::cardAbove() const {
    const QRectF rect = card();
    const QPointF top(rect.center().x(), rect.top());
    int nearest = -1;
    double least = 0;
    for (const int i : core_.scene.nodesIn(rect.translated(0, -kNear))) {
        const QPointF way = top - core_.scene.outputPort(i);
        const double far = std::hypot(way.x(), way.y());
        if (!core_.scene.node(i).data.hasOutput || way.y() < 0 || way.y() > kNear || (nearest >= 0 && far >= least))
            continue;
        nearest = i;
        least = far;
    }
    return nearest;
}

// A layer that is dropped on a card follows it; on the Output it comes before it.
int LayerDrop::wireBehind(int card) const {
    const auto& wires =
        core_.scene.node(card).data.hasOutput ? core_.scene.wiresFrom(card) : core_.scene.wiresInto(card);
    return wires.isEmpty() ? -1 : wires.front();
}

void LayerDrop::drop(QDropEvent* event) {
    core_.ensureLoaded();
    const QPointF point = at_;  // as move() has it
    const QString type = layerIn(event->mimeData());
    const int wire = wire_;
    const QString above = above_ >= 0 ? core_.scene.node(above_).data.id : QString();
    leave();
    if (!type.isEmpty()) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
        core_.canvas.setFocus(Qt::MouseFocusReason);
        core_.palette->noteUsed(type);
        core_.viewTouched = true;  // it stays where it was dropped
        if (wire >= 0 && wire < core_.scene.wires().size())
            emit core_.canvas.insertRequested(type, core_.scene.wires()[wire].data);
        else
            emit core_.canvas.createRequested(type, CanvasCore::snapped(point - kMiddle), above, {}, 0);
        return;
    }
    const QStringList paths = localPaths(event);
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        emit core_.canvas.filesDropped(paths);
    }
}

void LayerDrop::paint(QPainter& painter) const {
    if (!layer_) return;
    const auto& theme = Theme::instance();
    const QRectF rect = card();
    const QColor category = theme.category(layer_->category);
    painter.save();
    painter.setOpacity(0.85);
    painter.setPen(QPen(theme.color(Token::Accent), 1.5, Qt::DashLine));
    if (above_ >= 0)
        painter.drawPath(Wire::between(core_.scene.outputPort(above_), {rect.center().x(), rect.top()}).path());
    painter.setBrush(theme.color(Token::Bg1));
    painter.drawRoundedRect(rect, Theme::kCardRadius, Theme::kCardRadius);
    painter.fillRect(QRectF(rect.left(), rect.top() + 6, 4, rect.height() - 12), category);
    painter.drawPixmap(QRectF(rect.left() + 13, rect.top() + 15, 15, 15), theme.pixmap(layer_->icon, 15, category, 2),
                       QRectF(0, 0, 30, 30));
    painter.setFont(theme.drawnFont(13, QFont::DemiBold));
    painter.setPen(theme.color(Token::Text));
    painter.drawText(rect.adjusted(34, 0, -8, 0), Qt::AlignVCenter, layer_->title);
    painter.restore();
}

}  // namespace tl
