// The network's canvas among the window's panels.
#include <QCoreApplication>
#include <QTimer>

#include "engine/model/templates.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/network/canvas_actions.h"
#include "ui/network/network_panel.h"
#include "ui/network/start_row.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "widgets/canvas/node_canvas.h"

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
                std::vector<StartRow::Start> starts;
                for (const NetworkTemplate& one : allTemplates())
                    if (QAction* action = desk.actions.action(QStringLiteral("template_") + q(one.id)))
                        starts.push_back({one.id, action});
                auto* start = new StartRow(starts, desk.bench.network, desk.bench.jobs);
                panel->setStart(start);
                QObject::connect(start, &StartRow::chosen, panel, [&desk, panel](const std::string& id) {
                    desk.startFrom(id);
                    panel->canvas()->setFocus(Qt::OtherFocusReason);
                    QTimer::singleShot(0, panel->canvas(), &NodeCanvas::showStart);
                });
                return {panel};
            }};
}

}  // namespace tl::panels
