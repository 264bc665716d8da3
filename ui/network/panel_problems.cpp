// Problems, history and log among the window's panels.
#include <QCoreApplication>

#include "ui/commands/problem_repair.h"
#include "ui/models/workbench.h"
#include "ui/network/problems_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow problems() {
    return {"problems",
            QT_TRANSLATE_NOOP("Panel", "Problems"),
            "exclamation-triangle",
            {{"network", PanelPlace::Bottom, 140}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new ProblemsPanel(desk.bench.problems, desk.network, desk.training, desk.bench.undo);
                QObject::connect(panel, &ProblemsPanel::jumpRequested, &desk.bench.selection, &Selection::reveal);
                QObject::connect(panel, &ProblemsPanel::trainingRequested, &desk.bench.selection,
                                 &Selection::revealFault);
                QObject::connect(&desk.notices, &Notices::logged, panel,
                                 [panel](const QString& sentence) { panel->log(sentence); });
                QObject::connect(&desk.notices, &Notices::shown, panel,
                                 [panel](const Notice& notice) { panel->log(notice.sentence); });
                QObject::connect(&desk.bench.controller, &RunController::noted, panel, &ProblemsPanel::log);
                desk.actions.offer("repairAction", panel, [&desk] {
                    if (const Problem* first = firstWithRepair(desk.bench.problems))
                        makeRepair(*first, first->what.repairs.front(), desk.network, desk.training);
                });
                const auto tab = [&desk, panel](const char* id, const char* text, int index) {
                    desk.actions.add({.id = QLatin1String(id),
                                      .text = text,
                                      .menus = {QStringLiteral("View/2")},
                                      .run = [&desk, panel, index] {
                                          desk.showWorkspace(QStringLiteral("network"));
                                          panel->parentWidget()->show();
                                          panel->showTab(index);
                                      }});
                };
                tab("showProblemsAction", QT_TRANSLATE_NOOP("Action", "Show problems"), 0);
                tab("showHistoryAction", QT_TRANSLATE_NOOP("Action", "Show history"), 1);
                tab("showLogAction", QT_TRANSLATE_NOOP("Action", "Show log"), 2);
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
