// See the header.
#include "widgets/canvas/tools/pan_tool.h"

#include "widgets/canvas/canvas_core.h"

namespace tl {

void PanTool::move(QPointF at, Qt::KeyboardModifiers) {
    auto next = core_.view;
    next.offset += at - last_;
    last_ = at;
    core_.viewTouched = true;
    core_.setView(next);
}

}  // namespace tl
