// The training settings among the window's panels.
#include <QCoreApplication>
#include <QScrollArea>
#include <QTimer>

#include "ui/augmentation/augmented_previews.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/chart_actions.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/training/training_panel.h"
#include "widgets/properties/property_grid.h"

namespace tl::panels {
namespace {

// Another data set is the next run's: the one under way goes on with its own, which is said once of each.
void followData(Desk& desk, TrainingPanel& panel) {
    const auto tell = [&desk, told = QString()]() mutable {
        const DataSetModel& data = desk.bench.data;
        const Run* run =
            desk.bench.controller.own() ? desk.bench.runs.find(desk.bench.controller.currentRun()) : nullptr;
        if (data.state() != DataSetModel::State::Ready || !run) return;
        const bool another = run->info.dataSpec != data.dataSet()->spec;
        if (another && told != data.spec())
            desk.notices.note(
                TrainingPanel::tr("The run under way keeps the data that it began with; “%1” is the next run's.")
                    .arg(q(data.dataSet()->name)));
        told = another ? data.spec() : QString();
    };
    QObject::connect(&desk.bench.data, &DataSetModel::stateChanged, &panel, tell);
}

// Where one looks at a run, a rate that was set in it is taken back before the document's steps. What the document's
// undo would change cannot be seen while a run's own settings are shown.
void offerUndo(Desk& desk, TrainingPanel& panel) {
    offerSteps(desk.actions, panel, panel.rates());
    offerSteps(desk.actions, desk.actions.window(), panel.rates(),
               [&desk] { return desk.shows(QStringLiteral("train")); });
    QObject::connect(&panel.rates(), &QUndoStack::indexChanged, &desk.actions, qOverload<>(&ActionTable::refresh));
    for (const char* id : {"undoAction", "redoAction"})
        desk.actions.offer(QLatin1String(id), {&panel,
                                               [&desk] {
                                                   desk.notices.note(TrainingPanel::tr(
                                                       "These are the settings of the run under way; the project's are "
                                                       "taken back on the other pages, or when it is over."));
                                               },
                                               [&panel] { return panel.live(); },
                                               {},
                                               true,
                                               true});
}

// The row says why.
void showFault(TrainingPanel& panel) {
    for (PropertyGrid* grid : panel.findChildren<PropertyGrid*>())
        if (QWidget* editor = grid->unfoldFault()) {
            editor->setFocus(Qt::OtherFocusReason);
            auto* scroll = panel.findChild<QScrollArea*>();
            QTimer::singleShot(0, editor, [scroll, editor] { scroll->ensureWidgetVisible(editor->parentWidget()); });
            return;
        }
}

}  // namespace

PanelRow training() {
    return {"training",
            QT_TRANSLATE_NOOP("Panel", "Training"),
            "sliders2",
            {{"train", PanelPlace::Left, 360, 1, 9}},
            [](Desk& desk) -> PanelParts {
                Workbench& bench = desk.bench;
                auto* panel = new TrainingPanel(bench.training, desk.training, bench.controller, bench.runs,
                                                bench.network, bench.data, bench.rates, bench.devices, bench.forecast);
                auto* previews = new AugmentedPreviews(bench.data, bench.selection, bench.jobs,
                                                       QStringLiteral("dataset.augmented.training"), QString(), 6);
                const auto preview = [previews, &training = bench.training] {
                    previews->setAugmentation(training.spec().augmentation, training.spec().seed);
                };
                preview();
                QObject::connect(&bench.training, &TrainingModel::changed, previews, preview);
                panel->setAugmentationPreview(previews);
                QObject::connect(&bench.selection, &Selection::faultRequested, panel, [&desk, panel] {
                    desk.showWorkspace(QStringLiteral("train"));
                    desk.actions.trigger(QStringLiteral("panel_training"));
                    QTimer::singleShot(0, panel, [panel] { showFault(*panel); });
                });
                followData(desk, *panel);
                offerUndo(desk, *panel);
                desk.actions.add({.id = "findRateAction",
                                  .text = QT_TRANSLATE_NOOP("Action", "Find a learning &rate"),
                                  .menus = {"Run/3"},
                                  .run =
                                      [&desk] {
                                          desk.actions.trigger(QStringLiteral("panel_training"));
                                          desk.bench.rates.start();
                                      },
                                  .applies = [&bench] { return !bench.rates.running(); },
                                  .words = QT_TRANSLATE_NOOP("Action", "lr finder, lr range test, step size")});
                desk.actions.add(
                    {.id = "augmentationAction",
                     .text = QT_TRANSLATE_NOOP("Action", "Set the &augmentation"),
                     .menus = {"Run/3"},
                     .run =
                         [&desk, panel] {
                             desk.actions.trigger(QStringLiteral("panel_training"));
                             // Once the panel has its place and its size.
                             QTimer::singleShot(0, panel, [panel] { panel->showAugmentation(); });
                         },
                     .words = QT_TRANSLATE_NOOP("Action", "data augmentation, random flip, crop, rotation, mixup")});
                return {panel};
            }};
}

}  // namespace tl::panels
