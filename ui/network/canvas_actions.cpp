// See the header.
#include "ui/network/canvas_actions.h"

#include <QCoreApplication>

#include "engine/layers/layer_type.h"
#include "ui/commands/network_editor.h"
#include "ui/commands/problem_repair.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/network/network_panel.h"
#include "ui/shell/desk.h"

namespace tl {

namespace {

const QString kSpace = QStringLiteral("network");
[[maybe_unused]] constexpr const char* kSubmenus[] = {QT_TRANSLATE_NOOP("Menu", "Add layer")};

QKeySequence ctrl(Qt::Key key) { return QKeySequence(Qt::CTRL | key); }
QKeySequence ctrlShift(Qt::Key key) { return QKeySequence(Qt::CTRL | Qt::SHIFT | key); }

void addEdits(Desk& desk, NetworkPanel* panel) {
    Selection& selection = desk.bench.selection;
    const auto layers = [&selection] { return !selection.nodes().isEmpty(); };
    const auto one = [&selection] { return selection.nodes().size() == 1; };
    const auto any = [layers, panel] { return layers() || !panel->canvas()->selectedLinks().isEmpty(); };
    desk.actions.offer(
        "cutAction", panel, [panel] { panel->cut(); }, layers);
    desk.actions.offer(
        "copyAction", panel, [panel] { panel->copy(); }, layers);
    desk.actions.offer("pasteAction", panel, [panel] { panel->paste(); });
    desk.actions.offer("selectAllAction", panel, [panel] { panel->selectAll(); });
    desk.actions.add({
        {.id = "pasteWiresAction",
         .text = QT_TRANSLATE_NOOP("Action", "Paste with incoming wires"),
         .keys = {ctrlShift(Qt::Key_V)},
         .menus = {"Edit/2", "canvas/1"},
         .run = [panel] { panel->pasteWithWires(); },
         .scope = panel},
        {.id = "duplicateAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Duplicate"),
         .keys = {ctrl(Qt::Key_D)},
         .menus = {"Edit/2", "node/1", "layer/0"},
         .run = [panel] { panel->duplicate(); },
         .applies = layers,
         .scope = panel,
         .words = QT_TRANSLATE_NOOP("Action", "clone, copy a layer")},
        {.id = "renameAction",
         .text = QT_TRANSLATE_NOOP("Action", "Re&name"),
         .keys = {Qt::Key_F2},
         .menus = {"Edit/3", "node/1", "layer/0"},
         .run = [panel] { panel->rename(); },
         .applies = one,
         .scope = panel},
        {.id = "bypassAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Bypass"),
         .keys = {Qt::Key_M},
         .menus = {"Edit/3", "node/1"},
         .run = [panel] { panel->toggleBypass(); },
         .applies = layers,
         .scope = panel,
         .help = QT_TRANSLATE_NOOP("Action", "Leaves the layers in the picture, and out of what is trained"),
         .words = QT_TRANSLATE_NOOP("Action", "mute, disable, skip the layer")},
        {.id = "freezeAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Freeze or train weights"),
         .keys = {ctrl(Qt::Key_T)},
         .menus = {"Edit/3", "node/1"},
         .run = [panel] { panel->toggleTrainable(); },
         .applies = layers,
         .scope = panel,
         .words = QT_TRANSLATE_NOOP("Action", "trainable, lock the weights, fine-tune")},
        {.id = "resetPropertiesAction",
         .text = QT_TRANSLATE_NOOP("Action", "Reset all properties"),
         .menus = {"Edit/3", "layer/2"},
         .run = [&desk, &selection] { desk.network.resetProperties(selection.nodes()); },
         .applies = layers,
         .scope = panel,
         .words = QT_TRANSLATE_NOOP("Action", "defaults of the layer")},
        {.id = "deleteAction",
         .text = QT_TRANSLATE_NOOP("Action", "De&lete"),
         .keys = {Qt::Key_Delete, Qt::Key_Backspace},
         .menus = {"Edit/3", "node/3", "layer/3"},
         .run = [panel] { panel->remove(); },
         .applies = any,
         .scope = panel,
         .words = QT_TRANSLATE_NOOP("Action", "remove, erase")},
        {.id = "deleteReconnectAction",
         .text = QT_TRANSLATE_NOOP("Action", "Delete and reconnect"),
         .keys = {ctrl(Qt::Key_Delete), ctrl(Qt::Key_Backspace)},
         .menus = {"Edit/3", "node/3"},
         .run = [panel] { panel->removeAndReconnect(); },
         .applies = any,
         .scope = panel},
        {.id = "connectAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Connect"),
         .keys = {Qt::Key_C},
         .menus = {"Edit/3", "node/2"},
         .run = [panel] { panel->canvas()->connectSelection(); },
         .applies = [layers, panel] { return layers() && !panel->canvas()->holdsWire(); },
         .scope = panel->canvas(),
         .help =
             QT_TRANSLATE_NOOP("Action", "Several layers: each to the next, or all to a merge below them. One: takes "
                                         "a wire in hand, which arrows lead and Enter puts down.")},
        {.id = "disconnectAction",
         .text = QT_TRANSLATE_NOOP("Action", "D&isconnect"),
         .keys = {QKeySequence(Qt::SHIFT | Qt::Key_C)},
         .menus = {"Edit/3", "node/2"},
         .run = [panel] { panel->canvas()->disconnectSelection(); },
         .applies = layers,
         .scope = panel->canvas(),
         .help = QT_TRANSLATE_NOOP("Action", "One layer: takes its wires away. Several: those between them.")},
        {.id = "openLayerAction",
         .text = QT_TRANSLATE_NOOP("Action", "To its &properties"),
         .keys = {Qt::Key_Return, Qt::Key_Enter},
         .menus = {"Edit/3", "node/1"},
         .run = [&selection] { selection.open(selection.node()); },
         .applies = [one, panel] { return one() && !panel->canvas()->holdsWire(); },
         .scope = panel->canvas()},
        {.id = "repairAction",
         .text = QT_TRANSLATE_NOOP("Action", "Make the first &repair offered"),
         .keys = {ctrl(Qt::Key_Period)},
         .menus = {"Edit/3"},
         .run =
             [&desk, panel] {
                 // The canvas knows which layer is looked at; what is wrong with the settings stands behind all of
                 // them.
                 const Problem* first = firstWithRepair(desk.bench.problems);
                 if (first && first->training)
                     makeRepair(*first, first->what.repairs.front(), desk.network, desk.training);
                 else
                     panel->canvas()->makeFirstRepair();
             },
         .scope = panel},
        {.id = "findAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Find…"),
         .keys = {ctrl(Qt::Key_F), QKeySequence(Qt::Key_Slash)},
         .menus = {"Edit/4"},
         .run =
             [&desk, panel] {
                 desk.showWorkspace(kSpace);
                 panel->findNode();
             }},
    });
}

void addViews(Desk& desk, NetworkPanel* panel) {
    NodeCanvas* canvas = panel->canvas();
    Selection& selection = desk.bench.selection;
    desk.actions.add({
        {.id = "zoomInAction",
         .text = QT_TRANSLATE_NOOP("Action", "Zoom in"),
         .keys = {QKeySequence("Ctrl++"), QKeySequence("Ctrl+="), QKeySequence("+")},
         .menus = {"View/4"},
         .run = [canvas] { canvas->setZoom(canvas->zoom() * 1.25); },
         .scope = panel},
        {.id = "zoomOutAction",
         .text = QT_TRANSLATE_NOOP("Action", "Zoom out"),
         .keys = {QKeySequence("Ctrl+-"), QKeySequence("-")},
         .menus = {"View/4"},
         .run = [canvas] { canvas->setZoom(canvas->zoom() / 1.25); },
         .scope = panel},
        {.id = "zoomResetAction",
         .text = QT_TRANSLATE_NOOP("Action", "100 %"),
         .keys = {ctrl(Qt::Key_0), Qt::Key_1},
         .menus = {"View/4"},
         .run = [canvas] { canvas->setZoom(1); },
         .scope = panel},
        {.id = "fitAction",
         .text = QT_TRANSLATE_NOOP("Action", "Show all"),
         .keys = {Qt::Key_Home, Qt::Key_H},
         .menus = {"View/4", "canvas/2"},
         .run = [panel] { panel->fit(); },
         .scope = panel,
         .words = QT_TRANSLATE_NOOP("Action", "zoom to fit, show everything")},
        {.id = "frameAction",
         .text = QT_TRANSLATE_NOOP("Action", "Frame the selection"),
         .keys = {Qt::Key_F, Qt::Key_Period},
         .menus = {"View/4", "node/4"},
         .run = [canvas, &selection] { canvas->frame(selection.nodes()); },
         .applies = [&selection] { return !selection.nodes().isEmpty(); },
         .scope = panel},
        {.id = "minimapAction",
         .text = QT_TRANSLATE_NOOP("Action", "Minimap"),
         .menus = {"View/4"},
         .run = [canvas] { canvas->setMinimapVisible(!canvas->minimapVisible()); },
         .scope = panel,
         .checked = [canvas] { return canvas->minimapVisible(); }},
        {.id = "livePicturesAction",
         .text = QT_TRANSLATE_NOOP("Action", "Live pictures"),
         .menus = {"View/4", "canvas/2"},
         .run = [&desk] { desk.bench.live.setOn(!desk.bench.live.on()); },
         .help = QT_TRANSLATE_NOOP("Action", "Shows in each layer what it makes while the network trains: pictures, "
                                             "weights, gradients, dead units and its time"),
         .checked = [&desk] { return desk.bench.live.on(); }},
    });
}

void addLayers(Desk& desk, NetworkPanel* panel) {
    const auto add = [&desk, panel](const QString& type) {
        desk.showWorkspace(kSpace);
        panel->addLayer(type);
        panel->canvas()->setFocus(Qt::OtherFocusReason);  // keys go on with it
    };
    QObject::connect(&desk.bench.selection, &Selection::layerRequested, panel, add);
    for (const LayerType& type : allLayers())
        desk.actions.add({.id = QStringLiteral("add_") + q(type.id),
                          .menus = {QStringLiteral("Network/1/Add layer/1/%1/1").arg(q(titleOf(type.category)))},
                          .run = [add, id = q(type.id)] { add(id); },
                          .label = [&type] { return q(type.title); },
                          .tip = [&type] { return q(type.help); }});
    desk.actions.add({
        {.id = "addAfterAction",
         .text = QT_TRANSLATE_NOOP("Action", "Add a layer after the selection"),
         .keys = {Qt::Key_Tab},
         .menus = {"Network/1", "node/1"},
         .run = [panel] { panel->canvas()->openPaletteAfterSelection(); },
         .applies = [panel] { return !panel->canvas()->holdsWire(); },  // there it goes to the next port
         .scope = panel->canvas()},
        {.id = "addHereAction",
         .text = QT_TRANSLATE_NOOP("Action", "Add a layer at the cursor"),
         .keys = {QKeySequence(Qt::SHIFT | Qt::Key_A)},
         .menus = {"Network/1", "canvas/1"},
         .run = [panel] { panel->canvas()->openPalette(); },
         .scope = panel->canvas()},
        {.id = "layoutAction",
         .text = QT_TRANSLATE_NOOP("Action", "Auto-&layout"),
         .keys = {ctrlShift(Qt::Key_L), Qt::Key_L},
         .menus = {"Network/2", "canvas/2"},
         .run = [panel] { panel->autoLayout(); },
         .scope = panel,
         .words = QT_TRANSLATE_NOOP("Action", "arrange, tidy up, auto layout")},
        {.id = "validateAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Validate"),
         .keys = {Qt::Key_F7},
         .menus = {"Network/2"},
         .run =
             [&desk] {
                 desk.bench.network.validateNow();
                 desk.actions.trigger("showProblemsAction");
             }},
        {.id = "measureAction",
         .text = QT_TRANSLATE_NOOP("Action", "&Measure this machine"),
         .menus = {"Network/2"},
         .run = [&desk] { desk.bench.forecast.measure(); },
         .applies =
             [&desk] {
                 const StepForecast& forecast = desk.bench.forecast;
                 return forecast.measurable() && !forecast.measuring() && !desk.bench.controller.active();
             },
         .help = QT_TRANSLATE_NOOP("Action", "Times every kind of kernel for some seconds, once. From then on the "
                                             "status bar tells how long a step of the network will take, before it "
                                             "trains.")},
    });
}

}  // namespace

void addCanvasActions(Desk& desk, NetworkPanel& panel) {
    addEdits(desk, &panel);
    addViews(desk, &panel);
    addLayers(desk, &panel);
    QObject::connect(&desk.bench.selection, &Selection::nodeChanged, &desk.actions, qOverload<>(&ActionTable::refresh));
    panel.setMenus([&desk](QMenu& menu, bool node) {
        desk.actions.fill(menu, node ? QStringLiteral("node") : QStringLiteral("canvas"));
    });
}

}  // namespace tl
