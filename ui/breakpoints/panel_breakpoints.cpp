// The breakpoints among the window's panels, the keys that single steps have, and what the menus of a layer and of an
// op offer.
#include <QCoreApplication>
#include <QSet>

#include "ui/breakpoints/breakpoints_panel.h"
#include "ui/models/breakpoints.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "widgets/controls/sheet.h"

namespace tl::panels {
namespace {

// Where the graph's picked node stands among the ops of a step; empty where it is none.
QString pickedOp(const Desk& desk) {
    const OpGraphModel& graph = desk.bench.graph;
    const int node = graph.pick().node;
    if (node < 0 || node >= static_cast<int>(graph.view()->nodes.size())) return {};
    if (graph.kind() == GraphKind::Foreign || graph.kind() == GraphKind::Designed) return {};
    return QString::fromStdString(graph.view()->nodes[static_cast<size_t>(node)].name);
}

void breakAt(Desk& desk, Breakpoint::Side side, const QString& place, bool op) {
    Breakpoint point;
    point.side = side;
    point.place = place.toStdString();
    point.op = op;
    desk.bench.controller.breakpoints().add(point);
    desk.notices.log(
        QCoreApplication::translate("BreakpointsPanel", "Breakpoint: %1.").arg(QString::fromStdString(toText(point))));
}

void breakAtSelected(Desk& desk, Breakpoint::Side side) {
    for (const QString& node : desk.bench.selection.nodes()) breakAt(desk, side, node, false);
}

std::vector<ActionRow> rows(Desk& desk, BreakpointsPanel* panel) {
    Breakpoints& points = desk.bench.controller.breakpoints();
    const auto some = [&desk] { return !desk.bench.selection.nodes().isEmpty(); };
    const auto picked = [&desk] { return !pickedOp(desk).isEmpty(); };
    const auto paused = [&desk] {
        return desk.bench.controller.active() && desk.bench.controller.state() == RunState::Paused;
    };
    const auto stands = [&points] { return points.stop() != nullptr; };
    const auto go = [&points](Advance how) { return [&points, how] { points.advance(how); }; };
    return {
        {.id = "breakBeforeAction",
         .text = QT_TRANSLATE_NOOP("Action", "Stop before this layer"),
         .menus = {"node/5", "layer/1"},
         .run = [&desk] { breakAtSelected(desk, Breakpoint::Side::Before); },
         .applies = some,
         .icon = "record-circle",
         .help = QT_TRANSLATE_NOOP("Action",
                                   "A breakpoint: training stands still before the layer's first op, at every step")},
        {.id = "breakAfterAction",
         .text = QT_TRANSLATE_NOOP("Action", "Stop after this layer"),
         .menus = {"node/5", "layer/1"},
         .run = [&desk] { breakAtSelected(desk, Breakpoint::Side::After); },
         .applies = some,
         .help = QT_TRANSLATE_NOOP("Action",
                                   "A breakpoint: training stands still after the layer's last op, at every step")},
        {.id = "breakBeforeOpAction",
         .text = QT_TRANSLATE_NOOP("Action", "Stop before this op"),
         .menus = {"graph/3"},
         .run = [&desk] { breakAt(desk, Breakpoint::Side::Before, pickedOp(desk), true); },
         .applies = picked,
         .icon = "record-circle"},
        {.id = "breakAfterOpAction",
         .text = QT_TRANSLATE_NOOP("Action", "Stop after this op"),
         .menus = {"graph/3"},
         .run = [&desk] { breakAt(desk, Breakpoint::Side::After, pickedOp(desk), true); },
         .applies = picked},
        {.id = "addBreakpointAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Breakpoint…"),
         .keys = {Qt::Key_F9},
         .menus = {"Run/3"},
         .run =
             [&desk, panel] {
                 desk.actions.trigger(QStringLiteral("tab_breakpoints"));
                 panel->enter();
             },
         .icon = "record-circle"},
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
                         BreakpointsPanel::tr("It stands before the first op of step %1 already.").arg(stop->step));
                 else
                     points.advance(Advance::Again);
             },
         .applies = stands,
         .icon = "arrow-counterclockwise",
         .help = QT_TRANSLATE_NOOP("Action", "Back to its first op, with the same batch, seed and weights")},
    };
}

}  // namespace

PanelRow breakpoints() {
    return {"breakpoints",
            QT_TRANSLATE_NOOP("Panel", "Breakpoints"),
            "record-circle",
            {{"train", PanelPlace::Centre, 0, 8}},
            [](Desk& desk) -> PanelParts {
                Breakpoints& points = desk.bench.controller.breakpoints();
                points.keepIn(desk.settings.store());
                auto* panel = new BreakpointsPanel(desk);
                desk.actions.add(rows(desk, panel));
                const auto mark = [&desk, &points] {
                    QSet<QString> nodes;
                    for (const Breakpoint& one : points.all())
                        if (one.enabled && !one.op && !one.place.empty()) nodes << QString::fromStdString(one.place);
                    desk.bench.network.setBreakpoints(nodes);
                };
                QObject::connect(&points, &Breakpoints::changed, panel, mark);
                mark();
                // What a breakpoint has stopped is shown at once, or told where the person is asked something or the
                // run is another program's; single steps leave the person where he looks.
                QObject::connect(&points, &Breakpoints::stopChanged, panel, [&desk, &points, panel] {
                    const Breakpoints::Stop& stop = points.stop();
                    desk.bench.network.setStanding(stop ? QString::fromStdString(stop->layer) : QString());
                    if (!stop || stop->why.empty()) return;
                    const auto show = [&desk] { desk.actions.trigger(QStringLiteral("tab_breakpoints")); };
                    if (!Sheet::shownIn(*panel->window()) && desk.bench.controller.own()) return show();
                    const Run* run = desk.bench.runs.find(desk.bench.controller.currentRun());
                    desk.notices.note(
                        BreakpointsPanel::tr("“%1” stands: %2").arg(run ? run->name : QString(), q(stop->why)),
                        {{BreakpointsPanel::tr("Show it"), show}}, QStringLiteral("stand"));
                });
                return {panel};
            }};
}

}  // namespace tl::panels
