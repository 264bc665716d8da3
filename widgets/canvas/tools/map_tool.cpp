// See the header.
#include "widgets/canvas/tools/map_tool.h"

#include "widgets/canvas/canvas_core.h"

namespace tl {

void MapTool::move(QPointF at, Qt::KeyboardModifiers) {
    auto next = core_.view;
    next.centerOn(core_.minimap.sceneAt(at, core_.scene, core_.view, core_.size()), core_.middle());
    core_.viewTouched = true;
    core_.setView(next);
}

}  // namespace tl
