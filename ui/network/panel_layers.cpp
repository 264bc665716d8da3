// The library of layers among the window's panels.
#include <QCoreApplication>

#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/network/layer_palette_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"

namespace tl::panels {

PanelRow layers() {
    return {"layers",
            QT_TRANSLATE_NOOP("Panel", "Layers"),
            "boxes",
            {{"network", PanelPlace::Left, 232}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new LayerPalettePanel;
                const QString folded = QStringLiteral("palette/folded");
                panel->setFolded(desk.settings.store().value(folded).toStringList());
                QObject::connect(
                    panel, &LayerPalettePanel::foldedChanged, panel,
                    [&desk, folded](const QStringList& names) { desk.settings.store().setValue(folded, names); });
                QObject::connect(panel, &LayerPalettePanel::addRequested, &desk.bench.selection, &Selection::add);
                const auto follow = [panel, &bench = desk.bench] {
                    const QStringList chosen = bench.selection.nodes();
                    panel->setAxes(chosen.isEmpty() ? 0 : bench.network.node(chosen.back()).axes);
                };
                QObject::connect(&desk.bench.selection, &Selection::nodeChanged, panel, follow);
                QObject::connect(&desk.bench.network, &NetworkModel::reportChanged, panel, follow);
                follow();
                desk.actions.add({.id = QStringLiteral("searchLayersAction"),
                                  .text = QT_TRANSLATE_NOOP("Action", "&Search layers"),
                                  .keys = {QKeySequence(Qt::CTRL | Qt::Key_L)},
                                  .menus = {QStringLiteral("Network/1")},
                                  .run = [&desk, panel] {
                                      desk.showWorkspace(QStringLiteral("network"));
                                      panel->focusSearch();
                                  }});
                offerSearch(desk.actions, *panel, "layerSearch");
                const auto showKey = [panel, &actions = desk.actions] {
                    panel->setKey(actions.keyText(QStringLiteral("addAfterAction")));
                };
                QObject::connect(&desk.frame, &Frame::arranged, panel, showKey);  // the canvas has its rows then
                QObject::connect(&desk.actions, &ActionTable::keysChanged, panel, showKey);
                return {panel};
            }};
}

}  // namespace tl::panels
