// What runs predict among the window's panels: the confusion matrix, or predicted numbers over true ones.
#include <QCoreApplication>
#include <QMenu>

#include "ui/commands/training_editor.h"
#include "ui/confusion/confusion_panel.h"
#include "ui/confusion/numbers_view.h"
#include "ui/confusion/shown_predictions.h"
#include "ui/models/workbench.h"
#include "ui/shell/desk.h"
#include "ui/shell/panel.h"

namespace tl::panels {

PanelRow confusion() {
    return {
        "confusion",
        QT_TRANSLATE_NOOP("Panel", "Predictions"),
        "grid-3x3-gap",
        {{"train", PanelPlace::Right, 300, 0, 3}},
        [](Desk& desk) -> PanelParts {
            auto* panel = new ConfusionPanel(desk.bench.runs);
            auto* view = new NumbersView(desk.bench.runs, desk.bench.jobs);
            panel->setNumbers(view);
            QObject::connect(view, &NumbersView::samplesRequested, panel,
                             [&desk](const PredictionWish& wish) { showPredictions(desk, wish); });
            QObject::connect(&desk.bench.selection, &Selection::runChanged, panel, &ConfusionPanel::setRun);
            // Made again, in another language: it shows what was looked at.
            if (const int run = desk.bench.selection.run(); desk.bench.runs.find(run)) panel->setRun(run);
            desk.actions.add(
                {.id = QStringLiteral("showAllWrongAction"),
                 .text = QT_TRANSLATE_NOOP("Action", "Show all that were wrong"),
                 .menus = {QStringLiteral("Run/4"), QStringLiteral("confusion/1")},
                 .run = [panel] { panel->requestAllWrong(); },
                 .applies = [panel] { return panel->anyWrong(); },
                 .help = QT_TRANSLATE_NOOP("Action", "The samples that the confusion matrix counts as taken for "
                                                     "another class, the surest first"),
                 .words = "misclassified, mistakes, errors, predictions, mislabelled"});
            QObject::connect(panel, &ConfusionPanel::samplesRequested, panel,
                             [&desk](int run, const QString& on, int label, int predicted) {
                                 showPredictions(desk, {run, on.toStdString(), label, predicted});
                             });
            QObject::connect(panel, &ConfusionPanel::menuRequested, panel,
                             [&desk, panel](const QPoint& at, int label, int predicted) {
                                 auto* menu = new QMenu(panel);
                                 menu->setAttribute(Qt::WA_DeleteOnClose);
                                 if (label >= 0)
                                     menu->addAction(
                                         ConfusionPanel::tr("Show what this cell counts"), panel,
                                         [panel, label, predicted] { panel->requestCell(label, predicted); });
                                 desk.actions.fill(*menu, QStringLiteral("confusion"));
                                 menu->popup(at);
                             });
            // Where there will be no matrix: why, and of samples held out how to have some.
            const auto refresh = [panel, &desk] {
                const auto& data = desk.bench.data.dataSet();
                const bool ready = desk.bench.data.state() == DataSetModel::State::Ready && data;
                const Run* run = desk.bench.runs.find(desk.bench.selection.run());
                const bool numbers =
                    run && !run->foreign ? run->classNames.isEmpty() : ready && data->train->hasTargets();
                if (ready && !data->validation)
                    panel->setEmptyState(ConfusionPanel::emptyTitle(),
                                         ConfusionPanel::tr("No samples are held out for validation: the data has no "
                                                            "such split, and the share under Training is 0."),
                                         ConfusionPanel::tr("Hold out 10 %"));
                else
                    panel->setEmptyState(ConfusionPanel::emptyTitle(),
                                         numbers ? NumbersView::emptySentence() : ConfusionPanel::emptySentence(), {});
            };
            QObject::connect(&desk.bench.data, &DataSetModel::stateChanged, panel, refresh);
            QObject::connect(&desk.bench.selection, &Selection::runChanged, panel, refresh);
            QObject::connect(panel, &ConfusionPanel::emptyActionRequested, panel, [&desk] {
                desk.training.edit(QStringLiteral("validation_split"),
                                   [](TrainingSpec& spec) { spec.validationFraction = 0.1; });
            });
            refresh();
            return {panel};
        }};
}

}  // namespace tl::panels
