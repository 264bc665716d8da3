// The inspector among the window's panels; its own header is the dock's title.
#include <QCoreApplication>

#include "ui/commands/network_editor.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

namespace {

// The canvas's rows, for the layers that are shown here; Delete only while the keyboard is on the layer as a whole: in
// a choice of values nobody means it.
void offerEdits(Desk& desk, InspectorPanel& panel) {
    Selection& selection = desk.bench.selection;
    NetworkEditor& editor = desk.network;
    const auto some = [&selection] { return !selection.nodes().isEmpty(); };
    desk.actions.offer(
        QStringLiteral("renameAction"), &panel, [&panel] { panel.editName(); },
        [&selection] { return selection.nodes().size() == 1; });
    desk.actions.offer(
        QStringLiteral("duplicateAction"), &panel,
        [&selection, &editor] { selection.setNodes(editor.duplicate(selection.nodes())); }, some);
    desk.actions.offer(
        QStringLiteral("deleteAction"), &panel, [&selection, &editor] { editor.remove(selection.nodes(), {}, false); },
        [&desk, &panel, some] { return some() && desk.actions.place() == &panel; });
    desk.actions.offer(
        QStringLiteral("resetPropertiesAction"), &panel,
        [&selection, &editor] { editor.resetProperties(selection.nodes()); }, some);
}

}  // namespace

PanelRow inspector() {
    return {"inspector",
            QT_TRANSLATE_NOOP("Panel", "Inspector"),
            "sliders",
            {{"network", PanelPlace::Right, 300}},
            [](Desk& desk) -> PanelParts {
                auto* panel =
                    new InspectorPanel(desk.bench.network, desk.network, desk.bench.selection, desk.bench.forecast);
                QObject::connect(&desk.bench.selection, &Selection::openRequested, panel,
                                 &InspectorPanel::takeKeyboard);
                panel->setMore([&desk](QMenu& menu) { desk.actions.fill(menu, QStringLiteral("layer")); });
                offerEdits(desk, *panel);
                return {panel, panel->header(), panel->menuButton()};
            }};
}

}  // namespace tl::panels
