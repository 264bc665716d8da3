// See the header.
#include "widgets/canvas/tools/box_tool.h"

#include <QPainter>

#include "widgets/canvas/canvas_core.h"
#include "widgets/theme/theme.h"

namespace tl {

BoxTool::BoxTool(CanvasCore& core, QPointF at, const QSet<QString>& base)
    : CanvasTool(core), from_(core.view.toScene(at)), at_(at), base_(base) {}

QRectF BoxTool::box() const { return QRectF(from_, core_.view.toScene(at_)).normalized(); }

void BoxTool::move(QPointF at, Qt::KeyboardModifiers modifiers) {
    at_ = at;
    far_ = far_ || (at - core_.view.toWidget(from_)).manhattanLength() > CanvasCore::kDragDistance;
    if (!far_) return;
    auto ids = base_;
    for (const int i : core_.scene.nodesIn(box())) {
        const QString& id = core_.scene.node(i).data.id;
        if (modifiers & Qt::ControlModifier && base_.contains(id))
            ids.remove(id);
        else
            ids.insert(id);
    }
    core_.setSelection(ids);
    core_.canvas.update();
}

void BoxTool::paintOverlay(QPainter& painter) const {
    if (!far_) return;
    QColor tint = Theme::instance().color(Token::Accent);
    painter.setPen(QPen(tint, 1));
    tint.setAlphaF(0.1);
    painter.setBrush(tint);
    painter.drawRect(core_.view.toWidget(box()).adjusted(0.5, 0.5, -0.5, -0.5));
}

}  // namespace tl
