// The training settings among the window's panels.
#include <QCoreApplication>

#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/training/training_panel.h"

namespace tl::panels {

PanelRow training() {
    return {"training",
            QT_TRANSLATE_NOOP("Panel", "Training"),
            "sliders2",
            {{"train", PanelPlace::Left, 360, 1, 9}},
            [](Desk& desk) -> PanelParts {
                return {new TrainingPanel(desk.bench.training, desk.training, desk.bench.controller, desk.bench.runs,
                                          desk.bench.data, desk.bench.rates)};
            }};
}

}  // namespace tl::panels
