// The watches among the window's panels, and what the canvas's and the inspector's menus offer for a layer.
#include <QCoreApplication>
#include <algorithm>

#include "ui/models/settings.h"
#include "ui/models/watch_list.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/watches/watches_panel.h"

namespace tl::panels {
namespace {

// Of the selected layers: "/output", "/*" (their weights and gradients).
void watchSelected(Desk& desk, const QString& part, WatchKind kind) {
    QStringList patterns;
    for (const QString& node : desk.bench.selection.nodes()) patterns << node + part;
    if (patterns.isEmpty()) return;
    desk.bench.controller.watches().add({patterns.join(QStringLiteral(", ")).toStdString(), kind});
    desk.notices.log(
        QCoreApplication::translate("WatchesPanel", "Watching %1.").arg(patterns.join(QStringLiteral(", "))));
}

}  // namespace

PanelRow watches() {
    return {"watches",
            QT_TRANSLATE_NOOP("Panel", "Watches"),
            "eye",
            {{"train", PanelPlace::Left, 380, 0, 4, "training"}},
            [](Desk& desk) -> PanelParts {
                desk.bench.controller.watches().keepIn(desk.settings.store());
                auto* panel = new WatchesPanel(desk);
                const auto some = [&desk] { return !desk.bench.selection.nodes().isEmpty(); };
                const auto weighted = [&desk] {
                    const QStringList nodes = desk.bench.selection.nodes();
                    return std::any_of(nodes.begin(), nodes.end(), [&](const QString& node) {
                        const NodeReport* report = desk.bench.network.report(node);
                        return report && report->parameters > 0;
                    });
                };
                desk.actions.add({
                    {.id = "watchOutputAction",
                     .text = QT_TRANSLATE_NOOP("Action", "Watch output"),
                     .menus = {"node/5", "layer/1"},
                     .run = [&desk] { watchSelected(desk, QStringLiteral("/output"), WatchKind::All); },
                     .applies = some,
                     .icon = "eye",
                     .help = QT_TRANSLATE_NOOP("Action", "Histogram, statistics and pictures of what the layer makes, "
                                                         "while it trains")},
                    {.id = "watchWeightsAction",
                     .text = QT_TRANSLATE_NOOP("Action", "Watch weights"),
                     .menus = {"node/5", "layer/1"},
                     .run = [&desk] { watchSelected(desk, QStringLiteral("/weights"), WatchKind::All); },
                     .applies = weighted,
                     .help = QT_TRANSLATE_NOOP("Action", "Histogram, statistics and update ratio of the layer's "
                                                         "weights, while it trains")},
                    {.id = "watchGradientsAction",
                     .text = QT_TRANSLATE_NOOP("Action", "Watch gradients"),
                     .menus = {"node/5", "layer/1"},
                     .run = [&desk] { watchSelected(desk, QStringLiteral("/gradients"), WatchKind::All); },
                     .applies = weighted,
                     .help = QT_TRANSLATE_NOOP("Action", "Histogram and statistics of the gradients of the layer's "
                                                         "weights, while it trains")},
                    {.id = "watchMoreAction",
                     .text = QT_TRANSLATE_NOOP("Action", "&Watch values…"),
                     .menus = {"Run/3", "watch/1"},
                     .run =
                         [&desk, panel] {
                             desk.actions.trigger(QStringLiteral("panel_watches"));
                             panel->openEntry();
                         },
                     .icon = "eye"},
                });
                desk.actions.add(panel->rows());
                return {panel};
            }};
}

}  // namespace tl::panels
