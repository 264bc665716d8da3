// Curves of classifiers beside the curves over time in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/curves/curves_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow curves() {
    return {"curves",
            QT_TRANSLATE_NOOP("Panel", "Curves"),
            "bezier2",
            {{"train", PanelPlace::Centre, 0, 5}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new CurvesPanel(desk);
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
