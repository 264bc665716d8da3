// Evaluation and prediction: the forward plan over a source in its own order, means weighted by images.
#include "engine/train/evaluate.h"

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/train/evaluator.h"

namespace tl {
namespace {

Pipeline forwardPipeline(std::shared_ptr<const Source> source, const Shape& shape, int batch, int workers) {
    const bool inMemory = source->size() > 0 && source->planar(0) != nullptr;
    Pipeline pipeline(std::move(source));
    pipeline.resize(shape).batch(batch).prefetch(workers, 4);
    if (!inMemory) pipeline.cache();
    return pipeline;
}

StepPlanOptions forwardOptions(const TrainingSpec& training, const Source& source) {
    StepPlanOptions options;
    options.device = training.device;
    options.threads = training.threads;
    options.precision = precisionNamed(training.precision);
    options.training = false;
    options.dataType = source.dataType();
    return options;
}

DataFacts factsOf(const Snapshot& model) { return {Shape(model.dataShape), static_cast<int>(model.classNames.size())}; }

ModelState copyOf(const ModelState& state) {
    ModelState copy;
    for (const auto& [name, tensor] : state) copy[name] = tensor.clone();
    return copy;
}

void checkFits(const Source& source, const DataFacts& facts) {
    const Shape shape = source.sampleShape();
    if (shape != facts.shape)
        throw Error("The images of \"" + source.name() + "\"",
                    facts.shape.toString() + ", which the network was made for", shape.toString());
    const int classes = static_cast<int>(source.classNames().size());
    if (classes != facts.classes)
        throw Error("The classes of \"" + source.name() + "\"",
                    std::to_string(facts.classes) + ", as the network has outputs", std::to_string(classes));
}

}  // namespace

int loaderWorkers(const Source& source, int chosen) {
    if (chosen > 0) return chosen;
    return source.size() > 0 && source.planar(0) ? 0 : kAutotune;
}

int evaluationBatch(const Shape& shape) {
    return static_cast<int>(std::clamp<int64_t>((int64_t{1} << 24) / std::max<int64_t>(shape.elements(), 1), 1, 256));
}

Evaluator::Evaluator(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training,
                     ModelState& state, std::shared_ptr<const Source> source, int batch)
    : plans_(network, facts, forwardOptions(training, *source), state),
      pipeline_(forwardPipeline(source, facts.shape, batch, loaderWorkers(*source, training.workers))) {
    checkFits(*source, facts);
}

std::optional<Evaluation> Evaluator::run(uint64_t seed, const std::function<bool(double)>& goOn) {
    StepContext context;
    context.seed = seed;
    Evaluation result;
    std::map<std::string, double> sums;
    auto iterator = pipeline_.iterate();
    const auto batches = static_cast<double>(pipeline_.batchesPerEpoch());
    Batch batch;
    while (iterator.next(batch)) {
        if (batch.count() > 0) {
            StepPlan& plan = plans_.get(batch.count());
            plan.setInputs(batch.data, batch.labels);
            plan.forward(context);
            sums["loss"] += static_cast<double>(plan.loss()) * static_cast<double>(batch.count());
            for (size_t i = 0; i < plan.metricNames().size(); ++i) sums[plan.metricNames()[i]] += plan.metric(i);
            result.images += batch.count();
        }
        if (goOn && !goOn(static_cast<double>(batch.number + 1) / batches)) return std::nullopt;
    }
    result.broken = iterator.takeBroken();
    for (const auto& [name, sum] : sums) result.values[name] = sum / static_cast<double>(result.images);
    return result;
}

Evaluation evaluate(const Snapshot& model, const Source& source, int batch, int threads, std::stop_token stop,
                    const std::function<void(double)>& progress) {
    if (source.size() == 0) throw Error("\"" + source.name() + "\" holds no images to evaluate on.");
    ModelState state = copyOf(model.state);
    TrainingSpec training = model.training;
    training.threads = threads;
    // The source outlives the call; the pipeline wants a shared pointer.
    const std::shared_ptr<const Source> shared(&source, [](const Source*) {});
    Evaluator evaluator(model.network, factsOf(model), training, state, shared, batch);
    auto result = evaluator.run(training.seed, [&](double fraction) {
        if (progress) progress(fraction);
        return !stop.stop_requested();
    });
    if (!result) throw Error("The evaluation was stopped.");
    return *result;
}

std::vector<Prediction> predict(const Snapshot& model, const Source& source, int64_t first, int64_t count,
                                int threads) {
    if (first < 0 || first >= source.size())
        throw Error("The first image to predict", "0 to " + std::to_string(source.size() - 1), std::to_string(first));
    ModelState state = copyOf(model.state);
    const DataFacts facts = factsOf(model);
    TrainingSpec training = model.training;
    training.threads = threads;
    StepPlans plans(model.network, facts, forwardOptions(training, source), state);
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
        plan.setInputs(batch.data, batch.labels);
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
            prediction.predicted = static_cast<int>(std::max_element(part.begin(), part.end()) - part.begin());
            predictions.push_back(std::move(prediction));
        }
    }
    return predictions;
}

}  // namespace tl
