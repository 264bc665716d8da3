// See the header.
#include "ui/jobs/run_evaluation.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/data/image_settings.h"
#include "engine/data/model_labels.h"
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

// What a run is judged by: the best weights, else the newest, and what their file is called.
std::pair<Snapshot, std::string> weightsOf(const std::string& folder) {
    const std::string file = modelOf(folder);
    return {loadCheckpoint(file),
            file == folder ? "checkpoint.safetensors" : std::filesystem::path(file).filename().string()};
}

EvaluationRecord recordOf(const Evaluation& evaluation, const Snapshot& model, const std::string& checkpoint,
                          const std::string& split) {
    EvaluationRecord record{split, checkpoint, model.position.step, wallClock(), {}, evaluation.confusion};
    for (const auto& [name, value] : evaluation.values) record.values[name] = static_cast<float>(value);
    record.views = evaluation.views;
    record.images = evaluation.images;
    record.unread = evaluation.unread;
    return record;
}

QString wordsOf(const EvaluationRecord& record) {
    QStringList values;
    if (record.views > 1) values << q(viewsText(record.views));
    for (const auto& [metric, value] : record.values) values << q(metric) + QLatin1Char(' ') + shortNumber(value);
    return values.join(QStringLiteral(", "));
}
}  // namespace

TestEvaluation evaluateOnTest(const std::string& folder, const DataSet* open, std::stop_token stop) {
    const auto [model, checkpoint] = weightsOf(folder);
    const std::string spec = absoluteDataSpec(model.dataSpec);
    const DataSet data = openAsModel(model, spec, {.split = model.training.validationSplit(), .stop = stop}, open);
    if (!data.test || data.test->size() == 0) throw Error(Message("The data {data} has no test split.", spec));
    Evaluation evaluation = evaluate(model, *data.test, 256, 0, stop);
    evaluation.predictions.step = model.position.step;
    return kept(recordOf(evaluation, model, checkpoint, "test"), evaluation.predictions, folder);
}

EvaluationRecord evaluateOnOther(const std::string& folder, const std::string& spec, std::stop_token stop) {
    auto [model, checkpoint] = weightsOf(folder);
    const std::string wanted = withImageSettingsOf(spec, model.dataSpec);
    OpenOptions options;
    options.stop = stop;
    options.model = model.schema;
    DataSet data = openDataSet(wanted, options);
    bringToSize(data, model, wanted);
    if (data.shape() == Shape(model.dataShape)) labelAsModel(data, model.classNames);  // else evaluate() says it
    const auto there = [](const std::shared_ptr<const Source>& source) { return source && source->size() > 0; };
    const auto& source = there(data.test) ? data.test : there(data.validation) ? data.validation : data.train;
    if (source != data.test) model.training.testTimeAugmentation = "none";
    const Evaluation evaluation = evaluate(model, *source, 256, 0, stop);
    // A folder called "test" is not the run's own split.
    const bool misleading = data.name == "train" || data.name == "validation" || data.name == "test";
    EvaluationRecord record = recordOf(evaluation, model, checkpoint, misleading ? data.spec : data.name);
    const RunLock lock(folder);
    addToRun(folder, record, lock);
    return record;
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

QString RunController::evaluateObstacle(int id, bool other) const {
    if (QString reason = weightsObstacle(id); !reason.isEmpty()) return reason;
    const Run& run = *impl_->runs.find(id);
    if (run.live()) return tr("It is under way.");
    if (impl_->evaluating.count(id) > 0) return tr("It is being evaluated.");
    const auto& data = impl_->data.dataSet();
    const bool brings = data && data->test && !data->testDrawn, drew = run.training && run.training->testFraction > 0;
    if (!other && data && data->spec == run.info.dataSpec && !brings && !drew)
        return tr("Its data has no test split: set test_split under Training and train again.");
    return {};
}

void RunController::evaluateRun(int id) {
    if (const QString reason = evaluateObstacle(id); !reason.isEmpty()) return emit noted(reason);
    const Run& run = *impl_->runs.find(id);
    const QString name = impl_->runs.titleOf(id).text();
    const DataSetModel& data = impl_->data;
    // A test split that the data brings is the same, whatever was held out.
    const bool same = data.dataSet() && ((data.dataSet()->test && !data.dataSet()->testDrawn) ||
                                         (run.training && data.validationSplit() == run.training->validationSplit()));
    emit noted(tr("Evaluating “%1” on the test split.").arg(name));
    impl_->evaluating.insert(id);
    impl_->jobs.run(
        this, jobOf(id),
        [path = run.folder.toStdString(), open = same ? data.dataSet() : std::nullopt](std::stop_token stop) {
            return evaluateOnTest(path, open ? &*open : nullptr, stop);
        },
        [this, id, name](const TestEvaluation& evaluation) {
            const EvaluationRecord& record = evaluation.record;
            impl_->evaluating.erase(id);
            impl_->runs.append(id, {record});
            emit evaluated(id, tr("“%1” on the test split, %2 of step %3: %4.")
                                   .arg(name, q(record.checkpoint), grouped(record.step), wordsOf(record)));
            if (!evaluation.notKept.empty())
                emit failed(
                    tr("The list of what “%1” took each sample for is not kept. %2").arg(name, q(evaluation.notKept)));
        },
        [this, id, name](const Message& sentence) {
            impl_->evaluating.erase(id);
            emit failed(tr("“%1” was not evaluated. %2").arg(name, q(sentence)));
        });
}

void RunController::evaluateRunOn(int id, const QString& spec) {
    if (const QString reason = evaluateObstacle(id, true); !reason.isEmpty()) return emit noted(reason);
    const QString name = impl_->runs.titleOf(id).text();
    emit noted(tr("Evaluating “%1” on %2.").arg(name, spec));
    impl_->evaluating.insert(id);
    impl_->jobs.run(
        this, jobOf(id),
        [path = impl_->runs.find(id)->folder.toStdString(), spec = spec.toStdString()](std::stop_token stop) {
            return evaluateOnOther(path, spec, stop);
        },
        [this, id, name](const EvaluationRecord& record) {
            impl_->evaluating.erase(id);
            impl_->runs.append(id, {record});
            emit evaluated(id, tr("“%1” on “%2” (samples: %3), %4 of step %5: %6.")
                                   .arg(name, q(record.split), grouped(record.images), q(record.checkpoint),
                                        grouped(record.step), wordsOf(record)));
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
