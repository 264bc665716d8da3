// The graph in the middle of its workspace, and what can be done with it.
#include <QCoreApplication>
#include <QFileDialog>
#include <QMenu>

#include "engine/io/graphs/foreign_graph.h"
#include "ui/graph/graph_panel.h"
#include "ui/models/settings.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "widgets/controls/ask_to_save.h"
#include "widgets/graph/graph_canvas.h"

namespace tl::panels {

namespace {

constexpr double kZoomStep = 1.25;
const QString kGraphs = QStringLiteral("graphs");

void openGraph(Desk& desk, GraphPanel& panel) {
    auto* ask = new QFileDialog(panel.window(), GraphPanel::tr("Open a graph"), fileFolder(kGraphs));
    ask->setObjectName(QStringLiteral("graphFileDialog"));
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setFileMode(QFileDialog::ExistingFile);
    ask->setNameFilters({GraphPanel::tr("Graphs (*.onnx *.pb *.pbtxt *tfevents*)"), GraphPanel::tr("All files (*)")});
    QObject::connect(ask, &QFileDialog::fileSelected, &panel, [&desk](const QString& path) {
        keepFileFolder(kGraphs, path);
        desk.bench.graph.openFile(path);
        desk.showWorkspace(QStringLiteral("graph"));
    });
    ask->open();
}

void saveGraph(GraphPanel& panel) {
    askToSave(panel, GraphPanel::tr("Save the picture"), QStringLiteral("graph.svg"),
              {QStringLiteral("SVG (*.svg)"), QStringLiteral("PNG (*.png)")},
              [&panel](const QString& path) { panel.canvas()->saveAs(path); });
}

// The layer of what is picked, where the network has it.
QString pickedLayer(Desk& desk) {
    const GraphPick& pick = desk.bench.graph.pick();
    const GraphView& view = *desk.bench.graph.view();
    if (desk.bench.graph.kind() == GraphKind::Foreign) return {};
    std::string layer;
    if (pick.node >= 0 && pick.node < static_cast<int>(view.nodes.size()))
        layer = view.nodes[static_cast<size_t>(pick.node)].layer;
    if (pick.group >= 0 && pick.group < static_cast<int>(view.groups.size()))
        layer = view.groups[static_cast<size_t>(pick.group)].layer;
    return desk.bench.network.contains(q(layer)) ? q(layer) : QString();
}

void addActions(Desk& desk, GraphPanel& panel) {
    GraphCanvas* canvas = panel.canvas();
    OpGraphModel& graph = desk.bench.graph;
    const auto there = [&graph] { return !graph.view()->nodes.empty(); };
    std::vector<ActionRow> rows{
        {.id = QStringLiteral("openGraphAction"),
         .text = QT_TRANSLATE_NOOP("Action", "Open a &graph… (ONNX, TensorFlow)"),
         .menus = {QStringLiteral("File/2")},
         .run = [&desk, &panel] { openGraph(desk, panel); }},
        {.id = QStringLiteral("saveGraphAction"),
         .text = QT_TRANSLATE_NOOP("Action", "Save the graph's &picture…"),
         .menus = {QStringLiteral("File/3"), QStringLiteral("graph/3")},
         .run = [&panel] { saveGraph(panel); },
         .applies = there},
        {.id = QStringLiteral("graphToCanvasAction"),
         .text = QT_TRANSLATE_NOOP("Action", "Show on &canvas"),
         .menus = {QStringLiteral("graph/1")},
         .run =
             [&desk] {
                 const QString layer = pickedLayer(desk);
                 desk.showWorkspace(QStringLiteral("network"));
                 desk.bench.selection.reveal(layer);
             },
         .applies = [&desk] { return !pickedLayer(desk).isEmpty(); }},
        // A layer that is selected has its slices lit there.
        {.id = QStringLiteral("graphToTimelineAction"),
         .text = QT_TRANSLATE_NOOP("Action", "Show in the &timeline"),
         .menus = {QStringLiteral("graph/1")},
         .run =
             [&desk] {
                 const QString layer = pickedLayer(desk);
                 desk.bench.selection.setNode(layer);
                 desk.showWorkspace(QStringLiteral("profile"));
                 const GraphNode* node = desk.bench.graph.pickedNode();
                 desk.bench.selection.showSlices(layer, node ? q(node->op) : QString(),
                                                 node ? q(desk.bench.graph.view()->phaseOf(*node)) : QString());
             },
         .applies =
             [&desk] {
                 return desk.actions.action(QStringLiteral("workspace_profile")) && !pickedLayer(desk).isEmpty();
             }},
        {.id = QStringLiteral("graphToggleAction"),
         .text = QT_TRANSLATE_NOOP("Action", "&Unfold or fold the group"),
         .menus = {QStringLiteral("graph/2")},
         .run =
             [canvas] {
                 if (isBox(canvas->pick()))
                     canvas->setOpen(boxOf(canvas->pick()), !canvas->isOpen(boxOf(canvas->pick())));
             },
         .applies = [canvas] { return isBox(canvas->pick()); }},
        {.id = QStringLiteral("graphUnfoldAction"),
         .text = QT_TRANSLATE_NOOP("Action", "Unfold all groups"),
         .menus = {QStringLiteral("graph/2")},
         .run = [canvas] { canvas->openAll(true); },
         .applies = there},
        {.id = QStringLiteral("graphFoldAction"),
         .text = QT_TRANSLATE_NOOP("Action", "Fold all groups"),
         .menus = {QStringLiteral("graph/2")},
         .run = [canvas] { canvas->openAll(false); },
         .applies = there},
        {.id = QStringLiteral("showInGraphAction"),
         .text = QT_TRANSLATE_NOOP("Action", "Show in the &graph"),
         .menus = {QStringLiteral("node/3"), QStringLiteral("slice/1")},
         .run =
             [&desk] {
                 const QStringList layers = desk.bench.selection.nodes();
                 desk.showWorkspace(QStringLiteral("graph"));
                 desk.bench.graph.revealLayers(layers);
             },
         .applies = [&desk] { return !desk.bench.selection.nodes().isEmpty(); }},
    };
    desk.actions.add(std::move(rows));
    // How one gets around is as on the network's canvas, keys and all.
    const auto picked = [canvas] { return canvas->layoutNow().seen(canvas->pick()); };
    desk.actions.offer(
        "zoomInAction", canvas, [canvas] { canvas->setZoom(canvas->zoom() * kZoomStep); }, there);
    desk.actions.offer(
        "zoomOutAction", canvas, [canvas] { canvas->setZoom(canvas->zoom() / kZoomStep); }, there);
    desk.actions.offer(
        "zoomResetAction", canvas, [canvas] { canvas->setZoom(1); }, there);
    desk.actions.offer(
        "fitAction", canvas, [canvas] { canvas->fit(); }, there);
    desk.actions.offer("frameAction", {canvas, [canvas] { canvas->frame(); }, picked,
                                       [] { return GraphPanel::tr("Frame what is picked"); }});
}

}  // namespace

PanelRow graph() {
    return {"graph",
            QT_TRANSLATE_NOOP("Panel", "Graph"),
            "diagram-2",
            {{"graph", PanelPlace::Centre}},
            [](Desk& desk) -> PanelParts {
                auto* panel =
                    new GraphPanel(desk.bench.graph, desk.bench.selection, desk.bench.controller.breakpoints());
                addActions(desk, *panel);
                const auto showKeys = [panel, &desk] { panel->showKeys(desk.actions); };
                QObject::connect(&desk.frame, &Frame::arranged, panel, showKeys);  // the canvas has its rows then
                QObject::connect(&desk.actions, &ActionTable::keysChanged, panel, showKeys);
                QObject::connect(&desk.bench.graph, &OpGraphModel::refused, panel, [&desk](const Message& problem) {
                    desk.notices.problem(GraphPanel::tr("%1 The graph of before stays open.").arg(q(problem)), {},
                                         Notices::kFile);
                });
                QObject::connect(&desk.bench.graph, &OpGraphModel::opening, panel,
                                 [&desk] { desk.notices.settle(Notices::kFile); });
                QObject::connect(
                    panel->canvas(), &GraphCanvas::saved, panel, [&desk](const QString& path, const QString& error) {
                        error.isEmpty() ? desk.notices.note(GraphPanel::tr("The picture is in %1.").arg(path))
                                        : desk.notices.problem(error);
                    });
                QObject::connect(&desk.frame, &Frame::turns, panel->canvas(), &GraphCanvas::holdView);
                QObject::connect(&desk.frame, &Frame::opened, panel, [&graph = desk.bench.graph] {
                    if (!graph.recording().isEmpty()) graph.showTimesOf(nullptr, {});  // of another project's run
                });
                const auto name = [panel, &network = desk.bench.network] { panel->setName(network.project()); };
                name();
                QObject::connect(&desk.bench.network, &NetworkModel::projectChanged, panel, name);
                QObject::connect(panel, &GraphPanel::actionRequested, panel,
                                 [&desk](const QString& id) { desk.actions.trigger(id); });
                QObject::connect(panel, &GraphPanel::dropped, panel, [&desk](const QString& path) {
                    if (looksLikeGraph(path.toStdString()))
                        desk.bench.graph.openFile(path);
                    else
                        desk.openPath(path);
                });
                QObject::connect(panel, &GraphPanel::contextMenuRequested, panel, [&desk, panel](const QPoint& at) {
                    auto* menu = new QMenu(panel);
                    menu->setAttribute(Qt::WA_DeleteOnClose);
                    desk.actions.fill(*menu, QStringLiteral("graph"));
                    menu->popup(at);
                });
                desk.actions.offer(QStringLiteral("findAction"), panel,
                                   [&desk] { desk.actions.trigger(QStringLiteral("searchGraphAction")); });
                return {panel};
            }};
}

}  // namespace tl::panels
