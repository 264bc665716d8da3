// The confusion matrix among the window's panels.
#include <QCoreApplication>

#include "ui/commands/training_editor.h"
#include "ui/confusion/confusion_panel.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow confusion() {
    return {
        "confusion",
        QT_TRANSLATE_NOOP("Panel", "Confusion matrix"),
        "grid-3x3-gap",
        {{"train", PanelPlace::Right, 300, 0, 3}},
        [](Desk& desk) -> PanelParts {
            auto* panel = new ConfusionPanel(desk.bench.runs);
            QObject::connect(&desk.bench.selection, &Selection::runChanged, panel, &ConfusionPanel::setRun);
            // Made again, in another language: it shows what was looked at.
            if (const int run = desk.bench.selection.run(); desk.bench.runs.find(run)) panel->setRun(run);
            // Without images held out there will be no matrix: say how to have some.
            const auto refresh = [panel, &desk] {
                const auto& data = desk.bench.data.dataSet();
                const bool none = desk.bench.data.state() == DataSetModel::State::Ready && data && !data->validation;
                panel->setEmptyState(none ? ConfusionPanel::tr("No images are held out for validation: the data has "
                                                               "no such split, and the share under Training is 0.")
                                          : ConfusionPanel::emptySentence(),
                                     none ? ConfusionPanel::tr("Hold out 10 %") : QString());
            };
            QObject::connect(&desk.bench.data, &DataSetModel::stateChanged, panel, refresh);
            QObject::connect(panel, &ConfusionPanel::emptyActionRequested, panel, [&desk] {
                desk.training.edit(QStringLiteral("validation_fraction"),
                                   [](TrainingSpec& spec) { spec.validationFraction = 0.1; });
            });
            refresh();
            return {panel};
        }};
}

}  // namespace tl::panels
