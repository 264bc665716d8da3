// Settings and results of runs beside the curves in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/hyperparameters/hyperparameters_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow hyperparameters() {
    return {"hyperparameters",
            QT_TRANSLATE_NOOP("Panel", "Hyperparameters"),
            "sliders",
            {{"train", PanelPlace::Centre, 0, 6}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new HyperparametersPanel(desk);
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
