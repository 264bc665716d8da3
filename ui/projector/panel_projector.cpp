// A layer's output as points in space, beside the curves in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/projector/projector_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow projector() {
    return {"projector",
            QT_TRANSLATE_NOOP("Panel", "Projector"),
            "diagram-3",
            {{"train", PanelPlace::Centre, 0, 7}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new ProjectorPanel(desk);
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
