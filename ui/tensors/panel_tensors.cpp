// One value at a time beside the curves in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/shell/chart_actions.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/tensors/tensors_panel.h"

namespace tl::panels {

PanelRow tensors() {
    return {"tensors",
            QT_TRANSLATE_NOOP("Panel", "Tensors"),
            "layers",
            {{"train", PanelPlace::Centre, 0, 1}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new TensorsPanel(desk);
                offerCharts(desk.actions, *panel);
                return {panel};
            }};
}

}  // namespace tl::panels
