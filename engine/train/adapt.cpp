// One forward pass over the data for each layer that adapts; sums are merged batch by batch in double (Chan, Golub &
// LeVeque, 1983), so that neither many images nor a large mean cost digits.
#include "engine/train/adapt.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/backend/device_list.h"
#include "engine/train/evaluator.h"

namespace tl {
namespace {

struct Moments {
    double count = 0;                  // values of each feature
    std::vector<double> mean, square;  // square: sum of squared differences from the mean

    // Values [outer, features, inner].
    void add(const Tensor& values, int64_t features, int64_t inner) {
        const auto x = values.as<float>();
        const auto added = static_cast<double>(x.size()) / static_cast<double>(features);
        mean.resize(static_cast<size_t>(features)), square.resize(static_cast<size_t>(features));
        const int64_t outer = static_cast<int64_t>(x.size()) / (features * inner);
        for (int64_t f = 0; f < features; ++f) {
            const double shift = static_cast<double>(x[static_cast<size_t>(f * inner)]);
            double sum = 0, squares = 0;
            for (int64_t o = 0; o < outer; ++o) {
                const float* row = x.data() + (o * features + f) * inner;
                for (int64_t i = 0; i < inner; ++i) {
                    const double difference = static_cast<double>(row[i]) - shift;
                    sum += difference, squares += difference * difference;
                }
            }
            double &soFar = mean[static_cast<size_t>(f)], &spread = square[static_cast<size_t>(f)];
            const double away = shift + sum / added - soFar;
            spread += squares - sum * sum / added + away * away * count * added / (count + added);
            soFar += away * added / (count + added);
        }
        count += added;
    }
};

void store(ModelState& state, const std::string& name, const std::vector<double>& values, double divisor) {
    const auto to = state.at(name).as<float>();
    for (size_t i = 0; i < values.size(); ++i) to[i] = static_cast<float>(values[i] / divisor);
}

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
        const int axis = adaptation.axis;
        Pipeline pipeline(source);
        pipeline.resize(facts.shape)
            .batch(evaluationBatch(facts.shape))
            .prefetch(loaderWorkers(*source, training.workers), 4);
        Measurement measurement(network, facts, training, source->dataType(), index, state);
        Moments moments;
        auto iterator = pipeline.iterate();
        Batch batch;
        while (iterator.next(batch)) {
            if (goOn && !goOn()) return false;
            if (batch.count() == 0) continue;
            const Tensor values = measurement.run(batch);
            int64_t inner = 1;
            for (int after = axis + 1; after < values.shape().rank(); ++after) inner *= values.shape()[after];
            moments.add(values, values.shape()[axis], inner);
        }
        if (moments.count == 0) continue;
        store(state, adaptation.mean, moments.mean, 1);
        store(state, adaptation.variance, moments.square, moments.count);
        store(state, adaptation.count, {moments.count}, 1);
    }
    return true;
}

}  // namespace tl
