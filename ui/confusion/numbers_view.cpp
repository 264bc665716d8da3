// See the header.
#include "ui/confusion/numbers_view.h"

#include <QPushButton>
#include <QVBoxLayout>
#include <cmath>
#include <filesystem>
#include <utility>

#include "engine/io/files.h"
#include "ui/confusion/split_bar.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_notes.h"
#include "ui/models/run_model.h"
#include "widgets/controls/controls.h"
#include "widgets/plot/scatter_plot.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kJob = JobTracker::kSoon + QStringLiteral("predicted numbers");

std::optional<PredictedNumbers> numbersIn(const std::string& folder, const char* of) {
    const std::string file = folder + "/" + predictionsFile(of);
    std::error_code gone;
    if (folder.empty() || !std::filesystem::exists(file, gone)) return std::nullopt;
    const Predictions predictions = predictionsFrom(readFile(file), file);
    if (!predictions.numbers()) return std::nullopt;
    return predictedNumbers(predictions);
}

}  // namespace

NumbersView::NumbersView(RunModel& runs, JobTracker& jobs, QWidget* parent)
    : QWidget(parent), runs_(runs), jobs_(jobs) {
    setObjectName(QStringLiteral("numbersView"));
    splits_ = new SplitBar(QStringLiteral("numbersSplit"));
    connect(splits_, &SplitBar::currentChanged, this, &NumbersView::show);
    title_ = new ToneLabel({}, Token::Muted, ToneLabel::Caption);
    title_->setObjectName(QStringLiteral("numbersTitle"));
    title_->setWordWrap(true);
    plot_ = new ScatterPlot;
    plot_->setObjectName(QStringLiteral("numbersPlot"));
    plot_->setAccessibleName(tr("Predicted numbers over the true ones"));
    plot_->setAxes(tr("true"), tr("predicted"));
    connect(plot_, &ScatterPlot::activated, this, &NumbersView::request);
    furthest_ = new QPushButton(tr("Show the furthest off"));
    furthest_->setObjectName(QStringLiteral("showFurthestOff"));
    furthest_->setToolTip(tr("All samples, those first whose prediction is furthest from what is true: labels that are "
                             "wrong are among these"));
    connect(furthest_, &QPushButton::clicked, this, [this] { request(-1); });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addWidget(splits_, 0, Qt::AlignLeft);
    column->addWidget(title_);
    column->addWidget(plot_);
    column->addWidget(furthest_, 0, Qt::AlignLeft);
    column->addStretch(1);

    // Its last list is written before it ends, and perhaps after it told of its last epoch.
    connect(&runs, &RunModel::stateChanged, this, [this](int id) {
        if (const Run* run = runs_.find(id); run && id == run_ && !run->live()) setRun(id);
    });
}

QString NumbersView::emptySentence() {
    return tr("After each epoch with a validation, this shows the predicted numbers over the true ones.");
}

double NumbersView::testedAt() const {
    double last = 0;
    if (const Run* run = runs_.find(run_))
        for (const EvaluationRecord& each : run->evaluations)
            if (each.split == "test") last = each.wallTime;
    return last;
}

void NumbersView::setRun(int id) {
    const bool other = std::exchange(run_, id) != id;
    const double tested = testedAt();
    if (other) {
        splits_->setTestQuietly(false);
        askedFor_ = false;
        take({});
    } else if (tested != testedAt_) {
        askedFor_ = true;
    }
    testedAt_ = tested;
    const Run* run = runs_.find(id);
    if (!run) return jobs_.cancel(kJob);
    jobs_.run(
        this, kJob,
        [folder = run->folder.toStdString()](std::stop_token) {
            return Found{numbersIn(folder, "validation"), numbersIn(folder, "test")};
        },
        [this](Found found) { take(std::move(found)); });
}

void NumbersView::take(Found found) {
    const bool before = filled();
    found_ = std::move(found);
    if (found_[1] && std::exchange(askedFor_, false)) splits_->setTestQuietly(true);
    show();
    if (before != filled()) emit filledChanged();
}

void NumbersView::show() {
    splits_->setVisible(found_[0] && found_[1]);
    test_ = found_[1] && (!found_[0] || splits_->test());
    const auto& shown = found_[test_ ? 1 : 0];
    if (!shown) return;
    QVector<ScatterPlot::Dot> dots;
    for (const NumberCell& cell : shown->cells) dots.append({cell.truth, cell.predicted, cell.count});
    plot_->setDots(dots, shown->grid.least, shown->grid.greatest);
    furthest_->setEnabled(shown->count > 0);
    title_->setText(caption());
}

QString NumbersView::caption() const {
    const PredictedNumbers& shown = *found_[test_ ? 1 : 0];
    const QString name = runs_.find(run_) ? runs_.titleOf(run_).text() : QString(), step = grouped(shown.step);
    QStringList parts{test_             ? tr("%1, test split, step %2").arg(name, step)
                      : shown.epoch < 0 ? tr("%1, validation, step %2").arg(name, step)
                                        : tr("%1, validation after epoch %2").arg(name, grouped(shown.epoch + 1))};
    if (shown.count > 0)
        parts << QStringLiteral("R² %1").arg(std::isnan(shown.r2) ? QStringLiteral("–") : shortNumber(shown.r2))
              << tr("mean absolute error %1").arg(shortNumber(shown.meanAbsoluteError))
              << tr("samples: %1").arg(grouped(shown.count));
    if (shown.notNumbers > 0) parts << tr("predictions that are no numbers: %1").arg(grouped(shown.notNumbers));
    if (shown.unread > 0) parts << tr("samples that could not be read: %1").arg(grouped(shown.unread));
    return parts.join(QStringLiteral(" · "));
}

void NumbersView::request(int dot) {
    const auto& shown = found_[test_ ? 1 : 0];
    if (!shown) return;
    PredictionWish wish{run_, test_};
    wish.grid = shown->grid;
    if (dot >= 0) {
        wish.label = shown->cells[static_cast<size_t>(dot)].column;
        wish.predicted = shown->cells[static_cast<size_t>(dot)].row;
    }
    emit samplesRequested(wish);
}

}  // namespace tl
