// See the header.
#include "ui/confusion/numbers_view.h"

#include <QPushButton>
#include <QVBoxLayout>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/files.h"
#include "engine/run/run_evaluations.h"
#include "ui/confusion/evaluation_choice.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_notes.h"
#include "ui/models/evaluation_text.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "widgets/controls/controls.h"
#include "widgets/plot/scatter_plot.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kJob = JobTracker::kSoon + QStringLiteral("predicted numbers");

// Null: the file holds no numbers.
std::shared_ptr<const PredictedNumbers> numbersIn(const std::string& file) {
    const Predictions predictions = predictionsFrom(readFile(file), file);
    if (!predictions.numbers()) return nullptr;
    return std::make_shared<const PredictedNumbers>(predictedNumbers(predictions));
}

}  // namespace

NumbersView::NumbersView(RunModel& runs, JobTracker& jobs, QWidget* parent)
    : QWidget(parent), runs_(runs), jobs_(jobs) {
    setObjectName(QStringLiteral("numbersView"));
    choice_ = new EvaluationChoice(QStringLiteral("numbersSplit"));
    connect(choice_, &EvaluationChoice::changed, this, &NumbersView::show);
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
    column->addWidget(choice_);
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

const EvaluationRecord* NumbersView::lastEvaluation() const {
    const EvaluationRecord* last = nullptr;
    if (const Run* run = runs_.find(run_))
        for (const EvaluationRecord& each : run->evaluations)
            if (each.split == EvaluationChoice::kTest || isOfOtherData(each)) last = &each;
    return last;
}

void NumbersView::setRun(int id) {
    const bool other = std::exchange(run_, id) != id;
    const EvaluationRecord* last = lastEvaluation();
    const double before = std::exchange(evaluatedAt_, last ? last->wallTime : 0);
    if (other) {
        const QSignalBlocker quiet(choice_);
        choice_->choose(EvaluationChoice::kValidation);
        askedFor_.clear();
        take({});
    } else if (last && last->wallTime != before) {
        askedFor_ = evaluationKey(*last);
    }
    stale_ = true;
    if (shown_ && runs_.find(id))
        read();
    else
        jobs_.cancel(kJob);  // it may be of another run
}

void NumbersView::setShown(bool shown) {
    shown_ = shown;
    if (shown && stale_ && runs_.find(run_)) read();
}

// The list of the validation is another after each epoch, and may be so within a tick of the file system's clock; those
// of evaluations stay for long.
void NumbersView::read() {
    stale_ = false;
    const Run* run = runs_.find(run_);
    std::vector<std::string> wanted{EvaluationChoice::kValidation};
    for (const EvaluationRecord* each : run->evaluated())
        if (each->split == EvaluationChoice::kTest || isOfOtherData(*each)) wanted.push_back(evaluationKey(*each));
    jobs_.run(
        this, kJob,
        [folder = run->folder.toStdString(), wanted = std::move(wanted), known = found_](std::stop_token stop) {
            Found found;
            for (const std::string& on : wanted) {
                const std::string file = folder + "/" + predictionsFile(on);
                const double written = folder.empty() || stop.stop_requested() ? 0 : fileTime(file);
                if (written == 0) continue;  // there is none
                const auto before = known.find(on);
                if (on != EvaluationChoice::kValidation && before != known.end() && before->second.written == written) {
                    found.insert(*before);
                    continue;
                }
                List list{nullptr, written};
                try {
                    list.numbers = numbersIn(file);
                } catch (const Error& error) {  // which hides no other list
                    list.problem = error.message();
                }
                if (list.numbers || !list.problem.empty()) found[on] = std::move(list);
            }
            return found;
        },
        [this](Found found) { take(std::move(found)); });
}

void NumbersView::take(Found found) {
    const bool before = filled();
    found_ = std::move(found);
    if (found_.contains(askedFor_)) {
        const QSignalBlocker quiet(choice_);
        choice_->choose(std::exchange(askedFor_, {}));
    }
    show();
    if (before != filled()) emit filledChanged();
}

void NumbersView::show() {
    std::vector<const EvaluationRecord*> evaluations;
    if (const Run* run = runs_.find(run_)) evaluations = run->evaluated();
    std::erase_if(evaluations, [&](const EvaluationRecord* one) {
        return evaluationKey(*one) == EvaluationChoice::kValidation || !found_.contains(evaluationKey(*one));
    });
    choice_->offer(found_.contains(EvaluationChoice::kValidation), evaluations);
    on_ = choice_->current();
    if (on_.empty()) return;
    const auto shown = found_.at(on_).numbers;
    plot_->setVisible(shown != nullptr);
    furthest_->setEnabled(shown && shown->count > 0);
    title_->setText(shown ? caption(*shown) : q(found_.at(on_).problem));
    if (!shown || std::exchange(drawn_, shown) == shown) return;  // who walks through its dots is at one of them
    QVector<ScatterPlot::Dot> dots;
    for (const NumberCell& cell : shown->cells) dots.append({cell.truth, cell.predicted, cell.count});
    plot_->setDots(dots, shown->grid.least, shown->grid.greatest);
}

QString NumbersView::caption(const PredictedNumbers& shown) const {
    const EvaluationRecord* asked = runs_.find(run_) ? runs_.find(run_)->evaluatedOn(on_) : nullptr;
    const QString name = runs_.find(run_) ? runs_.titleOf(run_).text() : QString(), step = grouped(shown.step);
    QStringList parts{on_ == EvaluationChoice::kTest ? tr("%1, test split, step %2").arg(name, step)
                      : asked && isOfOtherData(*asked)
                          ? tr("%1 on “%2”, step %3").arg(name, evaluationTitle(*asked), step)
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
    if (on_.empty() || !found_.at(on_).numbers) return;
    const PredictedNumbers& shown = *found_.at(on_).numbers;
    PredictionWish wish{run_, on_};
    wish.grid = shown.grid;
    if (dot >= 0) {
        wish.label = shown.cells[static_cast<size_t>(dot)].column;
        wish.predicted = shown.cells[static_cast<size_t>(dot)].row;
    }
    emit samplesRequested(wish);
}

}  // namespace tl
