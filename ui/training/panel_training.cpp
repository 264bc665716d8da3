// The training settings among the window's panels.
#include <QCoreApplication>
#include <QTimer>

#include "ui/augmentation/augmented_previews.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"
#include "ui/training/training_panel.h"

namespace tl::panels {

PanelRow training() {
    return {"training",
            QT_TRANSLATE_NOOP("Panel", "Training"),
            "sliders2",
            {{"train", PanelPlace::Left, 360, 1, 9}},
            [](Desk& desk) -> PanelParts {
                Workbench& bench = desk.bench;
                auto* panel = new TrainingPanel(bench.training, desk.training, bench.controller, bench.runs, bench.data,
                                                bench.rates, bench.devices, bench.forecast);
                auto* previews = new AugmentedPreviews(bench.data, bench.selection, bench.jobs,
                                                       QStringLiteral("dataset.augmented.training"), QString(), 6);
                const auto preview = [previews, &training = bench.training] {
                    previews->setAugmentation(training.spec().augmentation, training.spec().seed);
                };
                preview();
                QObject::connect(&bench.training, &TrainingModel::changed, previews, preview);
                panel->setAugmentationPreview(previews);
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
