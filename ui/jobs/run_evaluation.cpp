// See the header.
#include "ui/jobs/run_evaluation.h"

#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/data/image_settings.h"
#include "engine/data/model_labels.h"
#include "engine/data/spec_settings.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_evaluations.h"
#include "engine/run/run_list.h"
#include "engine/run/run_lock.h"
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

KeptEvaluation kept(EvaluationRecord record, Predictions predictions, const std::string& folder) {
    Message notKept = keepEvaluation(folder, record, std::move(predictions));
    return {std::move(record), std::move(notKept)};
}

QString wordsOf(const EvaluationRecord& record) {
    QStringList values;
    if (record.views > 1) values << q(viewsText(record.views));
    for (const auto& [metric, value] : record.values) values << q(metric) + QLatin1Char(' ') + shortNumber(value);
    return values.join(QStringLiteral(", "));
}
}  // namespace

KeptEvaluation evaluateOnTest(const std::string& folder, const DataSet* open, std::stop_token stop) {
    const Snapshot model = loadCheckpoint(modelOf(folder));
    const std::string spec = absoluteDataSpec(model.dataSpec);
    const DataSet data = openAsModel(model, spec, {.split = model.training.validationSplit(), .stop = stop}, open);
    if (!data.test || data.test->size() == 0)
        throw Error(Message("The data {data} has no test split.", dataName(spec)));
    Evaluation evaluation = evaluate(model, *data.test, 256, 0, stop);
    return kept(recordOf(evaluation, model, folder, "test"), std::move(evaluation.predictions), folder);
}

KeptEvaluation evaluateOnOther(const std::string& folder, const std::string& spec, std::stop_token stop) {
    Snapshot model = loadCheckpoint(modelOf(folder));
    const std::string wanted = withImageSettingsOf(spec, model.dataSpec);
    OpenOptions options;
    options.stop = stop;
    options.model = model.schema;
    DataSet data = openDataSet(wanted, options);
    bringToSize(data, model, wanted);
    if (data.shape() == Shape(model.dataShape)) labelAsModel(data, model.classNames);  // else evaluate() says it
    const auto there = [](const std::shared_ptr<const Source>& source) { return source && source->size() > 0; };
    const std::string split = there(data.test) ? "test" : there(data.validation) ? "validation" : "";
    const auto& source = split == "test" ? data.test : split == "validation" ? data.validation : data.train;
    if (split != "test") model.training.testTimeAugmentation = "none";
    Evaluation evaluation = evaluate(model, *source, 256, 0, stop);
    return kept(recordOf(evaluation, model, folder, split, &data), std::move(evaluation.predictions), folder);
}

void validateAgain(const std::string& folder, const DataSet* open, std::stop_token stop) {
    Snapshot model = loadCheckpoint(folder);
    model.training.testTimeAugmentation = "none";  // as its epochs were validated
    const std::string spec = absoluteDataSpec(model.dataSpec);
    const DataSet data = openAsModel(model, spec, {.split = model.training.validationSplit(), .stop = stop}, open);
    const auto& source = validationOf(folder) == "test" ? data.test : data.validation;
    if (!source || source->size() == 0)
        throw Error(Message("The data {data} has no validation split.", dataName(spec)));
    Predictions made = evaluate(model, *source, 256, 0, stop).predictions;
    made.step = model.position.step;
    if (model.position.batchInEpoch == 0) made.epoch = model.position.epoch - 1;
    const RunLock lock(folder);
    const auto left = checkpointsIn(folder);  // the newest first
    if (left.empty() || left.front().step != made.step)
        throw Error("The run went on meanwhile. Its own validations write the list.");
    if (!made.empty()) writeFileAtomically(folder + "/" + predictionsFile("validation"), toBytes(made));
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
        [this, id, name](const KeptEvaluation& evaluation) {
            const EvaluationRecord& record = evaluation.record;
            impl_->evaluating.erase(id);
            impl_->runs.append(id, {record});
            emit evaluated(id, tr("“%1” on the test split, %2 of step %3: %4.")
                                   .arg(name, q(record.checkpoint), grouped(record.step), wordsOf(record)));
            tellNotKept(name, evaluation.notKept);
        },
        [this, id, name](const Message& sentence) {
            impl_->evaluating.erase(id);
            emit failed(tr("“%1” was not evaluated. %2").arg(name, q(sentence)));
        });
}

void RunController::evaluateRunOn(int id, const QString& spec) {
    if (const QString reason = evaluateObstacle(id, true); !reason.isEmpty()) return emit noted(reason);
    const QString name = impl_->runs.titleOf(id).text();
    emit noted(tr("Evaluating “%1” on %2.").arg(name, q(dataName(spec.toStdString()))));
    impl_->evaluating.insert(id);
    impl_->jobs.run(
        this, jobOf(id),
        [path = impl_->runs.find(id)->folder.toStdString(), spec = spec.toStdString()](std::stop_token stop) {
            return evaluateOnOther(path, spec, stop);
        },
        [this, id, name](const KeptEvaluation& evaluation) {
            const EvaluationRecord& record = evaluation.record;
            impl_->evaluating.erase(id);
            impl_->runs.append(id, {record});
            emit evaluated(id, tr("“%1” on “%2” (samples: %3), %4 of step %5: %6.")
                                   .arg(name, q(record.split), grouped(record.images), q(record.checkpoint),
                                        grouped(record.step), wordsOf(record)));
            tellNotKept(name, evaluation.notKept);
        },
        [this, id, name](const Message& sentence) {
            impl_->evaluating.erase(id);
            emit failed(tr("“%1” was not evaluated. %2").arg(name, q(sentence)));
        });
}

void RunController::tellNotKept(const QString& name, const Message& reason) {
    if (reason.empty()) return;
    emit failed(tr("The list of what “%1” took each sample for is not kept. %2").arg(name, q(reason)));
}

void RunController::Impl::stopEvaluations() {
    for (const int run : std::exchange(evaluating, {})) jobs.cancel(jobOf(run));
}

}  // namespace tl
