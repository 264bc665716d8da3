// The charts in the middle of the Train workspace, and what they say before there is a run.
#include <QCoreApplication>
#include <QHash>
#include <QTimer>
#include <utility>

#include "ui/models/settings.h"
#include "ui/models/workbench.h"
#include "ui/scalars/points_writer.h"
#include "ui/scalars/scalars_panel.h"
#include "ui/shell/chart_actions.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/shell/standard_edits.h"

namespace tl::panels {

static const QString kTopic = QStringLiteral("charts");  // of problems with writing them

// Runs that the model puts together are drawn as one, wherever it does; a line of runs that began from each other is no
// group to take a mean of.
static void followGroups(RunModel& runs, ScalarsPanel& panel) {
    auto* later = new QTimer(&panel);  // many runs may change at once
    later->setSingleShot(true);
    QObject::connect(later, &QTimer::timeout, &panel, [&runs, &panel] {
        QHash<int, QStringList> groups;
        if (runs.grouping().by != RunGrouping::Parent)
            for (const Run& run : runs.runs())
                if (const QStringList names = runs.groupsOf(run); !names.isEmpty()) groups[run.id] = names;
        panel.setGroups(groups, runs.groupColors());
    });
    const auto soon = [later] {
        if (!later->isActive()) later->start(0);
    };
    QObject::connect(&runs, &RunModel::groupingChanged, later, soon);
    QObject::connect(&runs, &RunModel::runAdded, later, soon);
    QObject::connect(&runs, &QAbstractItemModel::dataChanged, later, [&runs, soon, seen = -1]() mutable {
        if (std::exchange(seen, runs.revision()) != runs.revision()) soon();
    });
    QObject::connect(&runs, &QAbstractItemModel::modelReset, later, soon);
    QObject::connect(&runs, &RunModel::runsRemoved, later, soon);
    soon();
}

[[maybe_unused]] static const char* const kMenus[] = {QT_TRANSLATE_NOOP("Menu", "Charts"),
                                                      QT_TRANSLATE_NOOP("Menu", "X axis"),
                                                      QT_TRANSLATE_NOOP("Menu", "Band of groups")};

static std::vector<ActionRow> chartActions(ScalarsPanel& panel) {
    std::vector<ActionRow> rows;
    rows.reserve(std::size(scalar_axis::kAll));
    for (const ScalarAxis axis : scalar_axis::kAll)
        rows.push_back(
            {.id = QStringLiteral("xAxis_") + QLatin1String(scalar_axis::id(axis)),
             .menus = {"View/3/Charts/1/X axis/1"},
             .run = [&panel, axis] { panel.setAxis(axis); },
             .checked = [&panel, axis] { return panel.axis() == axis; },
             .label = [axis] { return scalar_axis::title(axis); },
             .name = [axis] { return ScalarsPanel::tr("X axis of charts: %1").arg(scalar_axis::title(axis)); }});
    for (const bool deviation : {false, true}) {
        const PlotBand band = deviation ? PlotBand::Deviation : PlotBand::Extremes;
        const auto words = [deviation] {
            return deviation ? ScalarsPanel::tr("One standard deviation") : ScalarsPanel::tr("Least to greatest");
        };
        rows.push_back({.id = deviation ? "bandDeviation" : "bandExtremes",
                        .menus = {"View/3/Charts/1/Band of groups/1"},
                        .run = [&panel, band] { panel.setBand(band); },
                        .applies = [&panel] { return panel.grouped(); },
                        .checked = [&panel, band] { return panel.band() == band; },
                        .label = words,
                        .name = [words] { return ScalarsPanel::tr("Band of groups: %1").arg(words()); }});
    }
    const auto any = [&panel] { return !panel.charts().empty(); };
    rows.push_back({.id = "fitChartsAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Fit all charts"),
                    .menus = {"View/3/Charts/1"},
                    .run = [&panel] { panel.fitAll(); },
                    .applies = any});
    rows.push_back({.id = "chartsPngAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Save charts as a picture (PNG)…"),
                    .menus = {"View/3/Charts/2"},
                    .run = [&panel] { panel.exportPng(); },
                    .applies = any});
    rows.push_back({.id = "chartsSvgAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Save charts as lines and letters (SVG)…"),
                    .menus = {"View/3/Charts/2"},
                    .run = [&panel] { panel.exportSvg(); },
                    .applies = any});
    rows.push_back({.id = "chartsCsvAction",
                    .text = QT_TRANSLATE_NOOP("Action", "Save all points of charts (CSV)…"),
                    .menus = {"View/3/Charts/2"},
                    .run = [&panel] { panel.exportCsv(); },
                    .applies = any});
    return rows;
}

PanelRow scalars() {
    return {"scalars",
            QT_TRANSLATE_NOOP("Panel", "Scalars"),
            "graph-up",
            {{"train", PanelPlace::Centre}},
            [](Desk& desk) -> PanelParts {
                Workbench& bench = desk.bench;
                auto* panel =
                    new ScalarsPanel(bench.runs, &desk.settings.store(), [&bench] { return bench.library.project(); });
                QObject::connect(&bench.library, &RunLibrary::projectChanged, panel, &ScalarsPanel::projectChanged);
                desk.actions.add(chartActions(*panel));
                offerCharts(desk.actions, *panel);
                offerSteps(desk.actions, *panel, panel->steps());
                offerSearch(desk.actions, *panel, "scalarsFilter");
                QObject::connect(panel, &ScalarsPanel::chartMenuOpening, panel,
                                 [&desk](QMenu& menu) { fillChartMenu(desk.actions, menu); });
                followGroups(bench.runs, *panel);
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
                QObject::connect(&bench.selection, &Selection::runChanged, panel, &ScalarsPanel::setChosenRun);
                panel->setChosenRun(bench.selection.run());
                // The window closes when all is written.
                QObject::connect(panel, &ScalarsPanel::writing, panel,
                                 [&jobs = bench.jobs, held = std::shared_ptr<void>()](bool underWay) mutable {
                                     held = underWay ? jobs.hold() : nullptr;
                                 });
                if (!bench.runs.findChildren<PointsWriter*>().isEmpty())
                    emit panel->writing(true);  // since the panel before this one
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
