// The network's canvas among the window's panels.
#include <QCoreApplication>
#include <QTimer>

#include "engine/model/templates.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/network/canvas_actions.h"
#include "ui/network/network_panel.h"
#include "ui/network/start_row.h"
#include "ui/shell/desk.h"
#include "ui/shell/open_dropped.h"
#include "ui/shell/panel.h"
#include "widgets/canvas/node_canvas.h"

namespace tl::panels {
namespace {

// What the window, the settings and the steps that are taken back mean for what is in sight.
void followWindow(Desk& desk, NetworkPanel& panel) {
    NodeCanvas* canvas = panel.canvas();
    const auto begin = [&panel, canvas] {
        QTimer::singleShot(0, canvas, &NodeCanvas::showStart);
        // The next key is meant for the new network, wherever the last one was.
        if (panel.isVisible()) canvas->setFocus(Qt::OtherFocusReason);
    };
    QObject::connect(&desk.frame, &Frame::opened, &panel, begin);
    QObject::connect(&desk.frame, &Frame::arranged, &panel, begin);
    QObject::connect(&desk.frame, &Frame::turns, canvas, &NodeCanvas::holdView);
    // The canvas keeps what it paints over itself away from there.
    QObject::connect(&desk.frame, &Frame::covered, &panel, [&panel](const QRect& there) {
        panel.setCovered(there.isEmpty() ? QRect() : QRect(panel.mapFromGlobal(there.topLeft()), there.size()));
    });
    QObject::connect(&desk.bench.undo, &QUndoStack::indexChanged, canvas, [canvas, &undo = desk.bench.undo] {
        if (undo.canRedo()) canvas->keepInSight();  // what was taken back may have been all of it
    });
    const auto wheel = [canvas, &settings = desk.settings] { canvas->setWheelPans(settings.is(Settings::kWheelPans)); };
    wheel();
    QObject::connect(&desk.settings, &Settings::changed, canvas, [wheel](const QString& name) {
        if (name == QLatin1String(Settings::kWheelPans)) wheel();
    });
}

}  // namespace

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
                                 [&desk](const QStringList& paths) { openDropped(desk, paths); });
                addCanvasActions(desk, *panel);
                const auto showKeys = [panel, &desk] { panel->showKeys(desk.actions); };
                showKeys();
                QObject::connect(&desk.actions, &ActionTable::keysChanged, panel, showKeys);
                followWindow(desk, *panel);
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
