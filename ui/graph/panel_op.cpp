// The picked op: right of the graph.
#include <QCoreApplication>

#include "ui/graph/op_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow op() {
    return {"op",
            QT_TRANSLATE_NOOP("Panel", "Op"),
            "cpu",
            {{"graph", PanelPlace::Right, 320}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new OpPanel(desk.bench.graph);
                panel->setActions(desk.actions);
                panel->showOutputs(desk.bench.runs, desk.bench.controller);
                desk.actions.offer(QStringLiteral("findAction"), panel,
                                   [&desk] { desk.actions.trigger(QStringLiteral("searchGraphAction")); });
                return {panel};
            }};
}

}  // namespace tl::panels
