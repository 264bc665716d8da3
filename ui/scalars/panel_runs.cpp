// The table of runs among the window's panels.
#include <QCoreApplication>

#include "ui/models/workbench.h"
#include "ui/scalars/runs_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"

namespace tl::panels {

PanelRow runs() {
    return {"runs",
            QT_TRANSLATE_NOOP("Panel", "Runs"),
            "list-ul",
            {{"train", PanelPlace::Left, 360, 0}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new RunsPanel(desk.bench.runs);
                Selection& selection = desk.bench.selection;
                QObject::connect(panel, &RunsPanel::currentRunChanged, &selection, &Selection::setRun);
                QObject::connect(&selection, &Selection::runChanged, panel, &RunsPanel::setCurrentRun);
                offerSearch(desk.actions, *panel, "runFilter");
                return {panel};
            }};
}

}  // namespace tl::panels
