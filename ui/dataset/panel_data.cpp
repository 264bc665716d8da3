// The data set's facts among the window's panels.
#include <QCoreApplication>

#include "ui/commands/data_editor.h"
#include "ui/dataset/data_set_panel.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow data() {
    return {"data",
            QT_TRANSLATE_NOOP("Panel", "Data set"),
            "collection",
            {{"data", PanelPlace::Left, 276}},
            [](Desk& desk) -> PanelParts {
                auto* panel = new DataSetPanel(desk.bench.data);
                Selection& selection = desk.bench.selection;
                QObject::connect(panel, &DataSetPanel::openRequested, panel,
                                 [&desk] { desk.actions.trigger("openFolderAction"); });
                QObject::connect(panel, &DataSetPanel::sampleRequested, panel,
                                 [&desk] { desk.actions.trigger("useSampleAction"); });
                QObject::connect(panel, &DataSetPanel::pathDropped, panel,
                                 [&desk](const QString& path) { desk.openPath(path); });
                QObject::connect(panel, &DataSetPanel::specRequested, panel,
                                 [&desk](const QString& spec) { desk.openData(spec); });
                QObject::connect(panel, &DataSetPanel::settingsRequested, &desk.data, &DataEditor::change);
                QObject::connect(panel, &DataSetPanel::subsetRequested, &selection, &Selection::subsetRequested);
                QObject::connect(panel, &DataSetPanel::classFilterChanged, &selection, &Selection::setClassFilter);
                QObject::connect(&selection, &Selection::classFilterChanged, panel, &DataSetPanel::setClassFilter);
                panel->setClassFilter(selection.classFilter());
                QObject::connect(panel, &DataSetPanel::augmentationRequested, panel,
                                 [&desk] { desk.actions.trigger("augmentationAction"); });
                const auto augmentation = [panel, &training = desk.bench.training] {
                    QStringList steps;
                    for (const AugmentSpec& step : training.spec().augmentation) steps << q(step.type);
                    panel->setAugmentation(steps);
                };
                QObject::connect(&desk.bench.training, &TrainingModel::changed, panel, augmentation);
                augmentation();
                return {panel};
            }};
}

}  // namespace tl::panels
