// The charts in the middle of the Train workspace, and what they say before there is a run.
#include <QCoreApplication>

#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/scalars/scalars_panel.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

static const QString kTopic = QStringLiteral("charts");  // of problems with writing them

PanelRow scalars() {
    return {"scalars",
            QT_TRANSLATE_NOOP("Panel", "Scalars"),
            "graph-up",
            {{"train", PanelPlace::Centre}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new ScalarsPanel(desk.bench.runs);
                panel->remember(desk.settings.store());
                Workbench& bench = desk.bench;
                const auto missing = [&bench] { return bench.data.state() == DataSetModel::State::None; };
                const auto say = [panel, &bench, missing] {
                    const QString obstacle =
                        missing() ? ScalarsPanel::tr("There is no data set to train on.") : bench.controller.obstacle();
                    panel->setEmptyState(obstacle.isEmpty()
                                             ? ScalarsPanel::tr("Press Train, and the curves of loss and "
                                                                "accuracy appear here while it runs.")
                                             : obstacle,
                                         missing() ? ScalarsPanel::tr("Use the sample") : ScalarsPanel::tr("Train"));
                };
                say();
                QObject::connect(&bench.data, &DataSetModel::stateChanged, panel, say);
                QObject::connect(&bench.network, &NetworkModel::reportChanged, panel, say);
                QObject::connect(&bench.controller, &RunController::stateChanged, panel, say);
                QObject::connect(panel, &ScalarsPanel::emptyActionRequested, panel, [&desk, missing] {
                    desk.actions.trigger(missing() ? "useSampleAction" : "trainAction");
                });
                QObject::connect(panel, &ScalarsPanel::runPicked, &bench.selection, &Selection::setRun);
                QObject::connect(panel, &ScalarsPanel::exportFinished, panel,
                                 [&desk](const QString& path, const QString& error) {
                                     if (error.isEmpty())
                                         desk.notices.note(ScalarsPanel::tr("Written to %1.").arg(path), {}, kTopic);
                                     else
                                         desk.notices.problem(error, {}, kTopic);
                                 });
                return {panel, panel->header()};
            }};
}

}  // namespace tl::panels
