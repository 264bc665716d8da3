// See the header.
#include "widgets/canvas/tools/knife_tool.h"

#include <QPainter>

#include "widgets/canvas/canvas_core.h"
#include "widgets/theme/theme.h"

namespace tl {

KnifeTool::KnifeTool(CanvasCore& core, QPointF at) : CanvasTool(core) { way_ << core.view.toScene(at); }

void KnifeTool::move(QPointF at, Qt::KeyboardModifiers) {
    const QPointF from = way_.last(), to = core_.view.toScene(at);
    way_ << to;
    // The stretch that was added, in steps short enough to miss no wire.
    const double reach = 2 / core_.view.zoom;
    const int steps = 1 + int(QLineF(from, to).length() / reach);
    for (int i = 0; i <= steps; ++i) {
        const QPointF p = from + (to - from) * (double(i) / steps);
        const int wire = core_.scene.wireAt(p, reach);
        if (wire >= 0 && core_.scene.nodeAt(p) < 0 && !crossed_.contains(wire)) crossed_ << wire;
    }
    core_.canvas.update();
}

CanvasTool::Hand KnifeTool::release(QPointF, Qt::KeyboardModifiers) {
    QVector<CanvasLink> cut;
    for (const int w : crossed_) cut << core_.scene.wires()[w].data;
    if (!cut.isEmpty()) emit core_.canvas.disconnectRequested(cut);
    return Hand::Empty;
}

void KnifeTool::paintScene(QPainter& painter) const {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Theme::instance().color(Token::Bad), 1.6 / core_.view.zoom, Qt::DashLine));
    painter.drawPolyline(way_);
    painter.setPen(QPen(Theme::instance().color(Token::Bad), 2.4 / core_.view.zoom));
    for (const int w : crossed_) painter.drawPath(core_.scene.wires()[w].wire.path());
}

}  // namespace tl
