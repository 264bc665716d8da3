// Evaluation and prediction: the forward plan over a source in its own order, means weighted by images.
#include "engine/train/evaluate.h"

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/train/evaluator.h"
#include "engine/train/training_graph.h"

namespace tl {
namespace {

void checkShape(const Source& source, const Shape& wanted) {
    const Shape shape = source.sampleShape();
    if (shape != wanted)
        throw Error(source.dataType() == DType::UInt8 ? Message("The images of \"{name}\"", source.name())
                                                      : Message("The rows of \"{name}\"", source.name()),
                    Message("{shape}, which the network was made for", wanted.toString()), shape.toString());
}

bool isAveraged(const Snapshot& model) {
    const auto said = model.training.optimizerOptions.find("use_ema");
    return said != model.training.optimizerOptions.end() && said->second == PropertyValue(true);
}

Pipeline forwardPipeline(std::shared_ptr<const Source> source, const Shape& shape, int batch, int workers) {
    checkShape(*source, shape);
    const bool inMemory = source->size() > 0 && source->planar(0) != nullptr;
    Pipeline pipeline(std::move(source));
    pipeline.resize(shape).batch(batch).prefetch(workers, 4);
    if (!inMemory) pipeline.cache();
    return pipeline;
}

ModelState copyOf(const ModelState& state) {
    ModelState copy;
    for (const auto& [name, tensor] : state) copy[name] = tensor.clone();
    return copy;
}

void checkClasses(const Source& source, const DataFacts& facts) {
    const int classes = static_cast<int>(source.classNames().size());
    if (classes != facts.classes)
        throw Error(Message("The classes of \"{name}\"", source.name()),
                    Message("{classes}, as the network has outputs", facts.classes), std::to_string(classes));
}

}  // namespace

int loaderWorkers(const Source& source, int chosen) {
    if (chosen > 0) return chosen;
    return source.size() > 0 && source.planar(0) ? 0 : kAutotune;
}

int evaluationBatch(const Shape& shape) {
    return static_cast<int>(std::clamp<int64_t>((int64_t{1} << 24) / std::max<int64_t>(shape.elements(), 1), 1, 256));
}

StepPlanOptions forwardPlan(const TrainingSpec& training, DType dataType, const std::vector<View>& views) {
    StepPlanOptions options = planOf(training, dataType);
    options.training = false;
    options.compile.fixedState = true;
    options.views.clear();
    for (const View& view : views) options.views.push_back(view.weight);
    return options;
}

Evaluator::Evaluator(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training,
                     ModelState& state, std::shared_ptr<const Source> source, int batch, std::vector<View> views,
                     std::shared_ptr<PlanArena> arena)
    : source_(source), views_(std::move(views)),
      plans_(network, facts, forwardPlan(training, source->dataType(), views_), state, std::move(arena)),
      pipeline_(forwardPipeline(source, facts.shape, batch, loaderWorkers(*source, training.workers))), batch_(batch) {
    checkClasses(*source, facts);
}

void Evaluator::prepare() {
    const std::vector<int64_t> order = pipeline_.order(0);
    plans_.get(std::min<int64_t>(batch_, static_cast<int64_t>(order.size())));
}

std::optional<Evaluation> Evaluator::run(uint64_t seed, const std::function<bool(double)>& goOn) {
    StepContext context;
    context.seed = seed;
    Evaluation result;
    MetricSums sums;
    PrCounter curves;
    std::vector<BuiltMetric> metrics;
    plans_.stateChanged();  // a run has trained since the last one
    auto iterator = pipeline_.iterate();
    const auto batches = static_cast<double>(pipeline_.batchesPerEpoch());
    Batch batch;
    while (iterator.next(batch)) {
        if (batch.count() > 0) {
            StepPlan& plan = plans_.get(batch.count());
            if (views_.size() > 1) batch.data = viewed(batch.data, views_);
            plan.setInputs(batch);
            plan.forward(context);
            addTo(sums, plan.sums());
            const Tensor scores = plan.prediction();
            if (plan.hasClasses()) {
                curves.add(scores, batch.labels);
                result.predictions.take(scores, batch.indices, source_->size());
            } else {
                result.predictions.takeNumbers(scores, batch.indices, *source_);
            }
            if (metrics.empty()) metrics = plan.metrics();
            result.images += batch.count();
        }
        if (goOn && !goOn(static_cast<double>(batch.number + 1) / batches)) return std::nullopt;
    }
    result.broken = iterator.takeBroken();
    result.unread = source_->size() - result.images;
    result.values = metricValues(metrics, sums, result.images);
    result.curves = curves.curves();
    if (!result.predictions.empty()) {
        if (!samples_) samples_ = samplesHash(*source_);
        result.predictions.samples = *samples_;
    }
    for (const double count : sums[kConfusion]) result.confusion.push_back(std::llround(count));
    return result;
}

Evaluation evaluate(const Snapshot& model, const Source& source, int batch, int threads, std::stop_token stop,
                    const std::function<void(double)>& progress) {
    if (source.size() == 0) throw Error(Message("\"{name}\" holds no samples to evaluate on.", source.name()));
    ModelState state = copyOf(inferenceState(model.state, model.training.optimizerOptions));
    TrainingSpec training = model.training;
    training.threads = threads;
    // The source outlives the call; the pipeline wants a shared pointer.
    const std::shared_ptr<const Source> shared(&source, [](const Source*) {});
    std::vector<View> views = viewsOf(training.testTimeAugmentation);
    const auto count = static_cast<int>(views.size());
    Evaluator evaluator(model.network, factsOf(model), training, state, shared, std::max(batch / count, 1),
                        std::move(views));
    auto result = evaluator.run(training.seed, [&](double fraction) {
        if (progress) progress(fraction);
        return !stop.stop_requested();
    });
    if (!result) throw Error("The evaluation was stopped.");
    result->views = count;
    return *result;
}

void takeLastWeights(Snapshot& model) {
    const auto hasAverage = [&](const auto& each) { return model.state.contains(averageName(each.first)); };
    if (isAveraged(model) && std::ranges::none_of(model.state, hasAverage))
        throw Error("The model holds the averages of its weights alone, as an export of a run with use_ema does. The "
                    "last weights are in the run's folder.");
    model.training.optimizerOptions.erase("use_ema");
}

void takeAverages(Snapshot& model) {
    ModelState state = inferenceState(model.state, model.training.optimizerOptions);
    for (const auto& [name, tensor] : model.state) state.erase(averageName(name));
    if (state.size() == model.state.size() && !isAveraged(model))
        throw Error("The run keeps no averages of its weights: it was trained without use_ema.");
    model.state = std::move(state);
    for (const char* key : {"use_ema", "ema_momentum", "ema_overwrite_frequency"})
        model.training.optimizerOptions.erase(key);
}

std::vector<Prediction> predict(const Snapshot& model, const Source& source, int64_t first, int64_t count,
                                int threads) {
    if (first < 0 || first >= source.size())
        throw Error("The first sample to predict", Message("0 to {size}", source.size() - 1), std::to_string(first));
    ModelState state = copyOf(inferenceState(model.state, model.training.optimizerOptions));
    const DataFacts facts = factsOf(model);
    checkShape(source, facts.shape);
    TrainingSpec training = model.training;
    training.threads = threads;
    StepPlans plans(model.network, facts, forwardPlan(training, source.dataType()), state);
    const std::shared_ptr<const Source> shared(&source, [](const Source*) {});
    Pipeline pipeline(shared);
    pipeline.skip(first).take(count).resize(facts.shape).batch(evaluationBatch(facts.shape)).prefetch(0, 1);
    StepContext context;
    context.seed = training.seed;
    std::vector<Prediction> predictions;
    auto iterator = pipeline.iterate();
    Batch batch;
    while (iterator.next(batch)) {
        if (batch.count() == 0) continue;
        StepPlan& plan = plans.get(batch.count());
        plan.setInputs(batch);
        plan.forward(context);
        const Tensor scores = plan.prediction();
        const auto values = scores.as<float>();
        const auto width = values.size() / static_cast<size_t>(batch.count());
        for (size_t row = 0; row < static_cast<size_t>(batch.count()); ++row) {
            const auto part = values.subspan(row * width, width);
            Prediction prediction;
            prediction.index = batch.indices[row];
            prediction.label = batch.labels.as<int32_t>()[row];
            prediction.scores.assign(part.begin(), part.end());
            if (facts.labels.numbers) {  // a value, and no class
                prediction.label = prediction.predicted = -1;
                predictions.push_back(std::move(prediction));
                continue;
            }
            prediction.predicted = takenFor(part).index;
            if (width == 1 && prediction.predicted >= 0)
                prediction.scores.insert(prediction.scores.begin(), 1 - part[0]);  // of two classes
            predictions.push_back(std::move(prediction));
        }
    }
    return predictions;
}

}  // namespace tl
