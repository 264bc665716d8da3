// The confusion matrix among the window's panels.
#include <QCoreApplication>

#include "ui/confusion/confusion_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow confusion() {
    return {"confusion",
            QT_TRANSLATE_NOOP("Panel", "Confusion matrix"),
            "grid-3x3-gap",
            {{"train", PanelPlace::Right, 300}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new ConfusionPanel(desk.bench.runs);
                QObject::connect(&desk.bench.selection, &Selection::runChanged, panel, &ConfusionPanel::setRun);
                return {panel};
            }};
}

}  // namespace tl::panels
