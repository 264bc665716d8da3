// See the header.
#include "ui/jobs/run_evaluation.h"

#include <filesystem>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"
#include "engine/train/clock.h"
#include "engine/train/data_facts.h"
#include "engine/train/evaluate.h"
#include "engine/train/test_time_augmentation.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_controller.h"
#include "ui/jobs/run_controller_impl.h"
#include "ui/jobs/run_notes.h"
#include "ui/models/data_set_model.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
QString jobOf(int run) { return QStringLiteral("evaluation.%1").arg(run); }

void keepIn(const Predictions& predictions, const std::string& of, const std::string& folder) {
    if (!predictions.empty()) writeFileAtomically(folder + "/" + predictionsFile(of), toBytes(predictions));
}

// Where its list cannot be written there is none, rather than that of an evaluation before.
TestEvaluation kept(EvaluationRecord record, const Predictions& predictions, const std::string& folder) {
    const RunLock lock(folder);
    addToRun(folder, record, lock);
    std::error_code ignored;
    std::filesystem::remove(folder + "/" + predictionsFile("test"), ignored);
    try {
        keepIn(predictions, "test", folder);
    } catch (const Error& error) {
        return {std::move(record), error.message()};
    }
    return {std::move(record), {}};
}
}  // namespace

TestEvaluation evaluateOnTest(const std::string& folder, const DataSet* open, std::stop_token stop) {
    const std::string file = modelOf(folder);
    EvaluationRecord record;
    record.checkpoint = file == folder ? "checkpoint.safetensors" : std::filesystem::path(file).filename().string();
    const Snapshot model = loadCheckpoint(file);
    const std::string spec = absoluteDataSpec(model.dataSpec);
    const DataSet data = openAsModel(model, spec, {.split = model.training.validationSplit(), .stop = stop}, open);
    if (!data.test || data.test->size() == 0) throw Error(Message("The data {data} has no test split.", spec));
    record.split = "test";
    record.step = model.position.step;
    Evaluation evaluation = evaluate(model, *data.test, 256, 0, stop);
    for (const auto& [name, value] : evaluation.values) record.values[name] = static_cast<float>(value);
    record.confusion = std::move(evaluation.confusion);
    evaluation.predictions.step = record.step;
    record.views = evaluation.views;
    record.images = evaluation.images;
    record.unread = evaluation.unread;
    record.wallTime = wallClock();
    return kept(std::move(record), evaluation.predictions, folder);
}

void validateAgain(const std::string& folder, const DataSet* open, std::stop_token stop) {
    Snapshot model = loadCheckpoint(folder);
    model.training.testTimeAugmentation = "none";  // as its epochs were validated
    const std::string spec = absoluteDataSpec(model.dataSpec);
    const DataSet data = openAsModel(model, spec, {.split = model.training.validationSplit(), .stop = stop}, open);
    const auto& source = readRunInfo(folder).validation == "test" ? data.test : data.validation;
    if (!source || source->size() == 0) throw Error(Message("The data {data} has no validation split.", spec));
    Predictions made = evaluate(model, *source, 256, 0, stop).predictions;
    made.step = model.position.step;
    if (model.position.batchInEpoch == 0) made.epoch = model.position.epoch - 1;
    const RunLock lock(folder);
    const auto left = checkpointsIn(folder);  // the newest first
    if (left.empty() || left.front().step != made.step)
        throw Error("The run went on meanwhile. Its own validations write the list.");
    keepIn(made, "validation", folder);
}

QString RunController::evaluateObstacle(int id) const {
    if (QString reason = weightsObstacle(id); !reason.isEmpty()) return reason;
    const Run& run = *impl_->runs.find(id);
    if (run.live()) return tr("It is under way.");
    if (impl_->evaluating.count(id) > 0) return tr("It is being evaluated.");
    const auto& data = impl_->data.dataSet();
    if (data && data->spec == run.info.dataSpec && !data->test) return tr("Its data has no test split.");
    return {};
}

void RunController::evaluateRun(int id) {
    if (const QString reason = evaluateObstacle(id); !reason.isEmpty()) return emit noted(reason);
    const Run& run = *impl_->runs.find(id);
    const QString name = impl_->runs.titleOf(id).text();
    emit noted(tr("Evaluating “%1” on the test split.").arg(name));
    impl_->evaluating.insert(id);
    impl_->jobs.run(
        this, jobOf(id),
        [path = run.folder.toStdString(), open = impl_->data.dataSet()](std::stop_token stop) {
            return evaluateOnTest(path, open ? &*open : nullptr, stop);
        },
        [this, id, name](const TestEvaluation& evaluation) {
            const EvaluationRecord& record = evaluation.record;
            impl_->evaluating.erase(id);
            impl_->runs.append(id, {record});
            QStringList values;
            if (record.views > 1) values << q(viewsText(record.views));
            for (const auto& [metric, value] : record.values)
                values << q(metric) + QLatin1Char(' ') + shortNumber(value);
            emit evaluated(
                id, tr("“%1” on the test split, %2 of step %3: %4.")
                        .arg(name, q(record.checkpoint), grouped(record.step), values.join(QStringLiteral(", "))));
            if (!evaluation.notKept.empty())
                emit failed(
                    tr("The list of what “%1” took each sample for is not kept. %2").arg(name, q(evaluation.notKept)));
        },
        [this, id, name](const Message& sentence) {
            impl_->evaluating.erase(id);
            emit failed(tr("“%1” was not evaluated. %2").arg(name, q(sentence)));
        });
}

void RunController::Impl::stopEvaluations() {
    for (const int run : std::exchange(evaluating, {})) jobs.cancel(jobOf(run));
}

}  // namespace tl
