// Histograms beside the curves in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/histograms/histograms_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow histograms() {
    return {"histograms",
            QT_TRANSLATE_NOOP("Panel", "Histograms"),
            "bar-chart-steps",
            {{"train", PanelPlace::Centre, 0, 2}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new HistogramsPanel(desk);
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
