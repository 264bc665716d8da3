// See the header.
#include "widgets/canvas/tools/canvas_tool.h"

namespace tl {

CanvasTool::Hand CanvasTool::press(QPointF, Qt::MouseButton) {
    cancel();
    return Hand::Empty;
}

CanvasTool::Hand CanvasTool::key(QKeyEvent*, bool*) { return Hand::Holds; }

}  // namespace tl
