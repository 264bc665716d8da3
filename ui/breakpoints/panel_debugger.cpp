// Where a run stands among the window's panels, the keys that single steps have, and how a stop is told.
#include <QAction>
#include <QCoreApplication>
#include <QTimer>

#include "ui/breakpoints/stop_view.h"
#include "ui/models/breakpoints.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "widgets/controls/sheet.h"

namespace tl::panels {
namespace {

constexpr int kGoesOnMs = 1000;

std::vector<ActionRow> rows(Desk& desk) {
    Breakpoints& points = desk.bench.controller.breakpoints();
    const auto paused = [&desk] {
        return desk.bench.controller.active() && desk.bench.controller.state() == RunState::Paused;
    };
    const auto go = [&points](Advance how) { return [&points, how] { points.advance(how); }; };
    return {
        {.id = "stepOpAction",
         .text = QT_TRANSLATE_NOOP("Action", "One o&p"),
         .keys = {Qt::Key_F11},
         .menus = {"Run/2"},
         .run = go(Advance::Op),
         .applies = paused,
         .icon = "arrow-down-short",
         .help = QT_TRANSLATE_NOOP("Action", "From where training stands, or into the next step")},
        {.id = "stepLayerAction",
         .text = QT_TRANSLATE_NOOP("Action", "One &layer"),
         .keys = {QKeySequence(Qt::SHIFT | Qt::Key_F11)},
         .menus = {"Run/2"},
         .run = go(Advance::Layer),
         .applies = paused},
        {.id = "stepPhaseAction",
         .text = QT_TRANSLATE_NOOP("Action", "One p&hase"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_F11)},
         .menus = {"Run/2"},
         .run = go(Advance::Phase),
         .applies = paused},
        {.id = "stepAgainAction",
         .text = QT_TRANSLATE_NOOP("Action", "This step a&gain"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_F10)},
         .menus = {"Run/2"},
         .run =
             [&desk, &points] {
                 const Breakpoints::Stop& stop = points.stop();
                 if (stop && stop->index == 0 && !stop->after)
                     desk.notices.note(
                         StopView::tr("It stands before the first op of step %1 already.").arg(stop->step));
                 else
                     points.advance(Advance::Again);
             },
         .applies = [&points] { return points.stop() != nullptr; },
         .icon = "arrow-counterclockwise",
         .help = QT_TRANSLATE_NOOP("Action", "Back to its first op, with the same batch, seed and weights")},
    };
}

// Below the canvas, the graph and the timeline a strip tells where a run stands.
bool told(const Desk& desk) {
    desk.actions.refresh();
    for (const char* id : {"workspace_network", "workspace_graph", "workspace_profile"})
        if (const QAction* action = desk.actions.action(QLatin1String(id)); action && action->isChecked()) return true;
    return false;
}

// What a breakpoint has stopped is shown at once, or told where the person is asked something or the run is another
// program's; who sees the strip, or steps, is left where he looks.
void tell(Desk& desk, const QWidget& panel) {
    const Breakpoints::Stop& stop = desk.bench.controller.breakpoints().stop();
    desk.bench.network.setStanding(stop ? QString::fromStdString(stop->layer) : QString());
    if (!stop || stop->why.empty() || told(desk)) return;
    if (!Sheet::shownIn(*panel.window()) && desk.bench.controller.own()) return desk.lend(QStringLiteral("debugger"));
    const QString run = desk.bench.runs.titleOf(desk.bench.controller.currentRun()).text();
    desk.notices.note(StopView::tr("“%1” stands: %2").arg(run, q(stop->why)),
                      {{StopView::tr("Show it"), [&desk] { desk.actions.trigger(QStringLiteral("tab_debugger")); }}},
                      QStringLiteral("stand"));
}

// What stood there before a stop was shown comes back when the run is over, or has gone on for so long that it does not
// stand again at once. Between single steps it is paused.
void leave(Desk& desk, QTimer& goesOn) {
    const RunController& controller = desk.bench.controller;
    if (!controller.active()) desk.giveBack();
    if (!controller.active() || controller.state() == RunState::Paused)
        goesOn.stop();
    else if (!goesOn.isActive())
        goesOn.start();
}

}  // namespace

PanelRow debugger() {
    return {"debugger",
            QT_TRANSLATE_NOOP("Panel", "Debugger"),
            "record-circle",
            {{"train", PanelPlace::Centre, 0, 8}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new StopView(desk);
                desk.actions.add(rows(desk));
                QObject::connect(&desk.bench.controller.breakpoints(), &Breakpoints::stopChanged, panel,
                                 [&desk, panel] { tell(desk, *panel); });
                auto* goesOn = new QTimer(panel);
                goesOn->setSingleShot(true);
                goesOn->setInterval(kGoesOnMs);
                QObject::connect(goesOn, &QTimer::timeout, panel, [&desk] { desk.giveBack(); });
                QObject::connect(&desk.bench.controller, &RunController::stateChanged, panel,
                                 [&desk, goesOn] { leave(desk, *goesOn); });
                return {panel};
            }};
}

}  // namespace tl::panels
