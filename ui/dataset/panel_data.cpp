// The data set's facts among the window's panels.
#include <QGuiApplication>
#include <vector>

#include "ui/commands/data_editor.h"
#include "ui/dataset/data_set_panel.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/open_dropped.h"
#include "ui/shell/panel.h"

namespace tl::panels {
namespace {

// When one comes back to the window, and when a run begins.
void followDisk(Desk& desk, DataSetPanel& panel) {
    static const QString kTopic = QStringLiteral("data on the disk");
    DataSetModel& data = desk.bench.data;
    QObject::connect(qApp, &QGuiApplication::applicationStateChanged, &panel, [&data](Qt::ApplicationState state) {
        if (state == Qt::ApplicationActive) data.lookAgain();
    });
    QObject::connect(&desk.bench.controller, &RunController::stateChanged, &panel, [&bench = desk.bench] {
        if (bench.controller.state() == RunState::Starting) bench.data.lookAgain();
    });
    const std::vector<Notices::Offer> again{
        {DataSetPanel::tr("Read it again"), [&data = desk.bench.data] { data.reopen(); }}};
    QObject::connect(&data, &DataSetModel::changedOnDisk, &panel, [&desk, again](bool gone) {
        const QString name = q(desk.bench.data.dataSet()->name);
        desk.notices.warn(
            gone ? DataSetPanel::tr("“%1” is not on the disk any more: what is not in memory cannot be read.").arg(name)
                 : DataSetPanel::tr("“%1” has changed on the disk. What is shown and trained on is as it was before.")
                       .arg(name),
            again, kTopic);
    });
    QObject::connect(&data, &DataSetModel::notReadAgain, &panel, [&desk, again](const Message& why) {
        desk.notices.problem(
            DataSetPanel::tr("%1 “%2” stays as it was read before.", "why it was not read again; the data set")
                .arg(q(why), q(desk.bench.data.dataSet()->name)),
            again, kTopic);
    });
    QObject::connect(&data, &DataSetModel::stateChanged, &panel, [&desk] { desk.notices.settle(kTopic); });
}

}  // namespace

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
                QObject::connect(panel, &DataSetPanel::pathsDropped, panel,
                                 [&desk](const QStringList& paths) { openDropped(desk, paths); });
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
                followDisk(desk, *panel);
                return {panel};
            }};
}

}  // namespace tl::panels
