// The network's canvas among the window's panels.
#include <QCoreApplication>

#include "ui/models/workbench.h"
#include "ui/network/canvas_actions.h"
#include "ui/network/network_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow canvas() {
    return {"canvas",
            QT_TRANSLATE_NOOP("Panel", "Network"),
            "diagram-3",
            {{"network", PanelPlace::Centre}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new NetworkPanel(desk.bench.network, desk.network, desk.bench.selection);
                QObject::connect(&desk.bench.selection, &Selection::revealRequested, panel, &NetworkPanel::reveal);
                QObject::connect(panel, &NetworkPanel::refused, &desk.notices,
                                 [&desk](const QString& sentence) { desk.notices.note(sentence); });
                QObject::connect(panel, &NetworkPanel::dataDropped, panel,
                                 [&desk](const QString& path) { desk.openPath(path); });
                addCanvasActions(desk, *panel);
                QList<QAction*> templates;
                for (const QString& id : desk.actions.ids())
                    if (id.startsWith(QStringLiteral("template_"))) templates << desk.actions.action(id);
                panel->setStartActions(templates);
                return {panel};
            }};
}

}  // namespace tl::panels
