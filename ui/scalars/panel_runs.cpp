// The table of runs among the window's panels.
#include <QCoreApplication>
#include <QTreeView>

#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/scalars/run_actions.h"
#include "ui/scalars/run_memory.h"
#include "ui/scalars/run_tree.h"
#include "ui/scalars/runs_panel.h"
#include "ui/scalars/unwritten_notice.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"

namespace tl::panels {

PanelRow runs() {
    return {
        "runs",
        QT_TRANSLATE_NOOP("Panel", "Runs"),
        "list-ul",
        {{"train", PanelPlace::Left, 380, 0, 8}},
        [](Desk& desk) -> PanelParts {
            auto* panel = new RunsPanel(desk.bench.runs);
            Selection& selection = desk.bench.selection;
            QObject::connect(panel, &RunsPanel::currentRunChanged, &selection, &Selection::setRun);
            QObject::connect(&selection, &Selection::runChanged, panel, &RunsPanel::setCurrentRun);
            panel->setCurrentRun(selection.run());
            // One that begins here is the chosen one, once the controller knows it.
            QObject::connect(
                &desk.bench.runs, &RunModel::runAdded, panel,
                [&bench = desk.bench](int run) {
                    if (bench.controller.own() && bench.controller.currentRun() == run) bench.selection.setRun(run);
                },
                Qt::QueuedConnection);
            // What was trained last is what a person comes back to.
            QObject::connect(&desk.bench.library, &RunLibrary::loaded, panel, [&bench = desk.bench] {
                if (const Run* newest = bench.runs.newest(); newest && !bench.runs.find(bench.selection.run()))
                    bench.selection.setRun(newest->id);
            });
            offerSearch(desk.actions, *panel, "runFilter", panel->findChild<QTreeView*>(QStringLiteral("runTable")));
            auto* actions = new RunActions(desk, *panel);
            desk.actions.add(panel->rows());
            desk.actions.add(actions->rows());
            panel->remember(desk.settings.store());
            new UnwrittenNotice(desk, panel);
            new RunMemory(desk.bench.runs, desk.bench.library, desk.settings.store(), panel);
            QObject::connect(panel, &RunsPanel::edited, panel, [&desk](int run, int column, const QString& text) {
                if (column == RunModel::Name) return desk.bench.library.rename(run, text);
                if (column == RunTree::Note) return desk.bench.library.annotate(run, text);
                desk.bench.library.setTags(run, text.split(QLatin1Char(',')));
            });
            QObject::connect(panel, &RunsPanel::menuRequested, panel, [actions](QMenu& menu) { actions->fill(menu); });
            actions->offerKeys();
            return {panel};
        }};
}

}  // namespace tl::panels
