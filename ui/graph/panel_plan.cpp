// The plan's memory, tensors and kernels: below the graph.
#include <QCoreApplication>

#include "ui/graph/plan_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow plan() {
    return {"plan",
            QT_TRANSLATE_NOOP("Panel", "Plan"),
            "memory",
            {{"graph", PanelPlace::Bottom, 190}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new PlanPanel(desk.bench.graph);
                desk.actions.offer(QStringLiteral("findAction"), panel,
                                   [&desk] { desk.actions.trigger(QStringLiteral("searchGraphAction")); });
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
