// The inspector among the window's panels; its own header is the dock's title.
#include <QCoreApplication>

#include "ui/inspector/inspector_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

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
                return {panel, panel->header(), panel->menuButton()};
            }};
}

}  // namespace tl::panels
