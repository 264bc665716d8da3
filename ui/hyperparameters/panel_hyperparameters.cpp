// Settings and results of runs beside the curves in the middle of the Train workspace.
#include <QCoreApplication>

#include "ui/hyperparameters/hyperparameters_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "widgets/plot/parallel_axes.h"

namespace tl::panels {

PanelRow hyperparameters() {
    return {"hyperparameters",
            QT_TRANSLATE_NOOP("Panel", "Hyperparameters"),
            "sliders",
            {{"train", PanelPlace::Centre, 0, 6}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new HyperparametersPanel(desk);
                ParallelAxes* axes = &panel->axes();
                desk.actions.add({.id = QStringLiteral("axisLogAction"),
                                  .text = QT_TRANSLATE_NOOP("Action", "Hyperparameters: axis logarithmic, or linear"),
                                  .keys = {Qt::Key_L},
                                  .run = [axes] { axes->toggleLog(); },
                                  .applies = [axes] { return axes->mayBeLog(); },
                                  .scope = axes,
                                  .words = QT_TRANSLATE_NOOP("Action", "log scale, logarithmic scale, log axis")});
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
