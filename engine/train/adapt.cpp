// One forward pass over the data, or some images of it, for each layer that adapts.
#include "engine/train/adapt.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/backend/device_list.h"
#include "engine/train/evaluator.h"

namespace tl {
namespace {

// Plans for the batch sizes that come, which end at the adapting layer.
class Measurement {
public:
    Measurement(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training, DType dataType,
                size_t index, ModelState& state)
        : network_(network), facts_(facts), training_(training), dataType_(dataType), index_(index), state_(state) {}

    Tensor run(const Batch& batch) {
        auto found = plans_.find(batch.count());
        if (found == plans_.end()) {
            const BuiltNetwork built = build(network_, facts_, batch.count(), false, dataType_);
            value_ = built.adaptations[index_].input;
            CompileOptions options;
            options.device = firstDevice(training_.device);
            options.threads = training_.threads;
            options.outputs = {value_};
            found = plans_.emplace(batch.count(), Plan(built.graph, state_, options)).first;
        }
        std::memcpy(found->second.input("data"), batch.data.data(), batch.data.bytes());
        StepContext context;
        context.seed = training_.seed;
        found->second.run(Phase::Forward, context);
        return found->second.read(value_);
    }

private:
    const NetworkSpec& network_;
    const DataFacts& facts_;
    const TrainingSpec& training_;
    const DType dataType_;
    const size_t index_;
    ModelState& state_;
    ValueId value_ = kNoValue;  // the same for every batch size
    std::map<int64_t, Plan> plans_;
};

}  // namespace

bool adaptToData(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training,
                 std::shared_ptr<const Source> source, ModelState& state, const std::function<bool()>& goOn) {
    const BuiltNetwork built = build(network, facts, 1, false);
    for (size_t index = 0; index < built.adaptations.size(); ++index) {
        const BuiltAdaptation& adaptation = built.adaptations[index];
        if (state.at(adaptation.count).as<float>()[0] > 0) continue;
        Pipeline pipeline(source);
        // Sources may go class by class, and the first images be of one class only.
        if (const int64_t all = source->size(), looked = adaptation.images; looked > 0 && looked < all)
            pipeline.filter([=](int64_t image, int) { return (image + 1) * looked / all > image * looked / all; });
        pipeline.resize(facts.shape)
            .batch(evaluationBatch(facts.shape))
            .prefetch(loaderWorkers(*source, training.workers), 4);
        Measurement measurement(network, facts, training, source->dataType(), index, state);
        const std::unique_ptr<Adaptation> found = adaptation.make();
        auto iterator = pipeline.iterate();
        Batch batch;
        while (iterator.next(batch)) {
            if (goOn && !goOn()) return false;
            if (batch.count() > 0) found->add(measurement.run(batch));
        }
        if (found->count() == 0) continue;
        const std::vector<std::vector<double>> values = found->found();
        for (size_t i = 0; i < values.size(); ++i)
            std::ranges::transform(values[i], state.at(adaptation.states[i]).as<float>().begin(),
                                   [](double value) { return static_cast<float>(value); });
        state.at(adaptation.count).as<float>()[0] = static_cast<float>(found->count());
    }
    return true;
}

}  // namespace tl
