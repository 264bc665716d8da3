// The list of breakpoints among the window's panels, and what the menus of a layer and of an op, and F9, do to it.
#include <QCoreApplication>
#include <QSet>
#include <algorithm>

#include "ui/breakpoints/breakpoints_panel.h"
#include "ui/jobs/run_library.h"
#include "ui/models/breakpoints.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {
namespace {

using Side = Breakpoint::Side;
using Points = std::vector<Breakpoint>;

Breakpoint pointAt(Side side, const std::string& place, bool op) {
    Breakpoint point;
    point.side = side;
    point.place = place;
    point.op = op;
    return point;
}

// At the op that is picked in the graph, of those that a step does; none where it is none.
Points atPickedOp(const Desk& desk, Side side) {
    const OpGraphModel& graph = desk.bench.graph;
    const GraphNode* node = graph.pickedNode();
    if (!node || node->ops.empty()) return {};
    return {pointAt(side, side == Side::Before ? node->ops.front() : node->ops.back(), true)};
}

// Of its first op a layer's breakpoint is the op's too: it is that one's dot that one sees.
Points breakpointsOfPick(const Desk& desk, Side side) {
    const OpGraphModel& graph = desk.bench.graph;
    Points op = atPickedOp(desk, side);
    const Breakpoints& known = desk.bench.controller.breakpoints();
    if (op.empty() || side != Side::Before || known.holdsAll(op)) return op;
    const GraphNode* node = graph.pickedNode();
    const Breakpoint layer = pointAt(side, node->layer, false);
    if (node->layer.empty() || !known.holds(layer)) return op;
    const auto first = std::ranges::find_if(
        graph.view()->nodes, [node](const GraphNode& each) { return !each.reorder && each.layer == node->layer; });
    return &*first == node ? Points{layer} : op;
}

Points atSelected(const Desk& desk, Side side) {
    Points points;
    for (const QString& node : desk.bench.selection.nodes()) points.push_back(pointAt(side, node.toStdString(), false));
    return points;
}

// Away with them where all are there, else all are.
void toggle(Desk& desk, const Points& points) {
    Breakpoints& known = desk.bench.controller.breakpoints();
    const bool away = known.holdsAll(points);
    known.toggle(points);
    const int count = static_cast<int>(points.size());
    const QString text = count == 1 ? QString::fromStdString(toText(points.front())) : QString();
    desk.notices.log(count > 1 ? (away ? BreakpointsPanel::tr("%n breakpoint(s) are removed.", nullptr, count)
                                       : BreakpointsPanel::tr("%n breakpoint(s) are set.", nullptr, count))
                     : away    ? BreakpointsPanel::tr("The breakpoint “%1” is removed.").arg(text)
                               : QCoreApplication::translate("BreakpointsPanel", "Breakpoint: %1.").arg(text));
}

// Where one looks at ops, the op, and nothing where none is picked; else the layers.
Points picked(const Desk& desk) {
    const OpGraphModel& graph = desk.bench.graph;
    if (!graph.shown()) return atSelected(desk, Side::Before);
    if (graph.pick().empty()) return {};
    Points op = breakpointsOfPick(desk, Side::Before);
    return op.empty() ? atSelected(desk, Side::Before) : op;
}

// Asked before each key: of thousands of layers mostly the first one tells.
bool heldAtSelected(const Desk& desk, Side side) {
    const Breakpoints& known = desk.bench.controller.breakpoints();
    const QStringList nodes = desk.bench.selection.nodes();
    return !nodes.isEmpty() && std::ranges::all_of(nodes, [&](const QString& node) {
        return known.holds(pointAt(side, node.toStdString(), false));
    });
}

bool heldAtPickedOp(const Desk& desk, Side side) {
    return desk.bench.controller.breakpoints().holdsAll(breakpointsOfPick(desk, side));
}

void write(Desk& desk, BreakpointsPanel& panel) {
    desk.actions.trigger(QStringLiteral("panel_breakpoints"));
    panel.enter();
}

ActionRow layerRow(Desk& desk, const char* id, const char* text, const char* help, Side side) {
    return {.id = QLatin1String(id),
            .text = text,
            .menus = {"node/5", "layer/1"},
            .run = [&desk, side] { toggle(desk, atSelected(desk, side)); },
            .applies = [&desk] { return !desk.bench.selection.nodes().isEmpty(); },
            .icon = "record-circle",
            .help = help,
            .checked = [&desk, side] { return heldAtSelected(desk, side); }};
}

ActionRow opRow(Desk& desk, const char* id, const char* text, const char* help, Side side) {
    return {.id = QLatin1String(id),
            .text = text,
            .menus = {"graph/3"},
            .run = [&desk, side] { toggle(desk, breakpointsOfPick(desk, side)); },
            .applies = [&desk, side] { return !atPickedOp(desk, side).empty(); },
            .icon = "record-circle",
            .help = help,
            .checked = [&desk, side] { return heldAtPickedOp(desk, side); }};
}

std::vector<ActionRow> rows(Desk& desk, BreakpointsPanel* panel) {
    return {
        layerRow(desk, "breakBeforeAction", QT_TRANSLATE_NOOP("Action", "Stop before this layer"),
                 QT_TRANSLATE_NOOP("Action",
                                   "A breakpoint: training stands still before the layer's first op, at every step"),
                 Side::Before),
        layerRow(
            desk, "breakAfterAction", QT_TRANSLATE_NOOP("Action", "Stop after this layer"),
            QT_TRANSLATE_NOOP("Action", "A breakpoint: training stands still after the layer's last op, at every step"),
            Side::After),
        opRow(desk, "breakBeforeOpAction", QT_TRANSLATE_NOOP("Action", "Stop before this op"),
              QT_TRANSLATE_NOOP("Action", "A breakpoint: training stands still before the op, at every step"),
              Side::Before),
        opRow(desk, "breakAfterOpAction", QT_TRANSLATE_NOOP("Action", "Stop after this op"),
              QT_TRANSLATE_NOOP("Action", "A breakpoint: training stands still after the op, at every step"),
              Side::After),
        {.id = "toggleBreakpointAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Breakpoint"),
         .keys = {Qt::Key_F9},
         .menus = {"Run/3"},
         .run =
             [&desk, panel] {
                 if (panel->writes()) return panel->enter();
                 if (const Points points = picked(desk); !points.empty()) return toggle(desk, points);
                 desk.notices.note(
                     BreakpointsPanel::tr("Choose a layer or an op first."),
                     {{BreakpointsPanel::tr("Write a breakpoint"), [&desk, panel] { write(desk, *panel); }}});
             },
         .icon = "record-circle",
         .help = QT_TRANSLATE_NOOP("Action", "Before the layer or op that is picked, and away again"),
         .checked =
             [&desk] {
                 const OpGraphModel& graph = desk.bench.graph;
                 if (graph.shown() && graph.pick().empty()) return false;
                 return graph.shown() && !atPickedOp(desk, Side::Before).empty() ? heldAtPickedOp(desk, Side::Before)
                                                                                 : heldAtSelected(desk, Side::Before);
             }},
        {.id = "addBreakpointAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Write a breakpoint…"),
         .keys = {QKeySequence(Qt::SHIFT | Qt::Key_F9)},
         .menus = {"Run/3", "breakpoint/1"},
         .run = [&desk, panel] { write(desk, *panel); }},
    };
}

}  // namespace

PanelRow breakpoints() {
    return {"breakpoints",
            QT_TRANSLATE_NOOP("Panel", "Breakpoints"),
            "record-circle",
            {{"train", PanelPlace::Left, 380, 1, 4, "training"}},
            [](Desk& desk) -> PanelParts {
                Breakpoints& points = desk.bench.controller.breakpoints();
                points.keepIn(desk.settings.store());
                const RunLibrary& library = desk.bench.library;
                points.open(library.project());
                auto* panel = new BreakpointsPanel(desk);
                QObject::connect(&library, &RunLibrary::opened, panel,
                                 [&points, &library] { points.open(library.project()); });
                QObject::connect(
                    &library, &RunLibrary::projectChanged, panel,
                    [&points](const QString& before, const QString& now) { points.carryOver(before, now); });
                desk.actions.add(rows(desk, panel));
                desk.actions.add(panel->rows());
                const auto mark = [&desk, &points] {
                    QSet<QString> nodes;
                    for (const Breakpoint& one : points.all())
                        if (one.enabled && !one.op && !one.place.empty()) nodes << QString::fromStdString(one.place);
                    desk.bench.network.setBreakpoints(nodes);
                };
                QObject::connect(&points, &Breakpoints::changed, panel, mark);
                mark();
                return {panel};
            }};
}

}  // namespace tl::panels
