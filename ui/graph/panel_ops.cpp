// Which graph, search, colours, where the step goes: left of the graph.
#include <QCoreApplication>

#include "ui/graph/graph_side_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"

namespace tl::panels {

PanelRow ops() {
    return {"ops",
            QT_TRANSLATE_NOOP("Panel", "Graph"),
            "diagram-2",
            {{"graph", PanelPlace::Left, 262}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new GraphSidePanel(desk.bench.graph);
                QObject::connect(panel, &GraphSidePanel::openRequested, panel,
                                 [&desk] { desk.actions.trigger(QStringLiteral("openGraphAction")); });
                desk.actions.add({.id = QStringLiteral("searchGraphAction"),
                                  .text = QT_TRANSLATE_NOOP("Action", "Search the graph"),
                                  .menus = {QStringLiteral("graph/2")},
                                  .run = [panel] { panel->focusSearch(); },
                                  .applies = [panel] { return panel->isVisible(); }});
                offerSearch(desk.actions, *panel, "graphSearch");
                return {panel, nullptr, panel->header()};
            }};
}

}  // namespace tl::panels
