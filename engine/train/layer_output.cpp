// See the header.
#include "engine/train/layer_output.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>

#include "engine/backend/device_list.h"
#include "engine/core/error.h"
#include "engine/data/pipeline.h"
#include "engine/model/build.h"
#include "engine/train/evaluator.h"
#include "engine/train/training_graph.h"

namespace tl {
namespace {

// A forward plan that ends at the layer, for one size of batch.
struct LayerPlan {
    BuiltNetwork built;
    ValueId output = kNoValue;
    std::unique_ptr<Plan> plan;

    LayerPlan(const Snapshot& model, const DataFacts& facts, const std::string& layer, int64_t batch, DType type,
              int threads, ModelState& state)
        : built(build(model.network, facts, batch, false, type)) {
        const auto found = built.outputs.find(layer);
        if (found == built.outputs.end())
            throw Error("The layer to project", "one of the network that was trained", Message("\"{layer}\"", layer));
        output = found->second;
        CompileOptions options;
        options.device = firstDevice(model.training.device);
        options.threads = threads;
        options.outputs = {output};
        plan = std::make_unique<Plan>(built.graph, state, options);
    }
};

}  // namespace

LayerOutput layerOutput(const Snapshot& model, const std::string& layer, const Source& source,
                        const std::vector<int64_t>& items, int threads, std::stop_token stop,
                        const std::function<void(double)>& progress) {
    const DataFacts facts = factsOf(model);
    if (source.sampleShape() != facts.shape)
        throw Error(Message("The images of \"{name}\"", source.name()),
                    Message("{shape}, which the network was made for", facts.shape.toString()),
                    source.sampleShape().toString());
    ModelState state;
    for (const auto& [name, tensor] : inferenceState(model.state, model.training.optimizerOptions))
        state[name] = tensor.clone();
    const std::shared_ptr<const Source> shared(&source, [](const Source*) {});
    const std::set<int64_t> wanted(items.begin(), items.end());
    const int batchSize = evaluationBatch(facts.shape);
    Pipeline pipeline(shared);
    pipeline.filter([&wanted](int64_t sample, int) { return wanted.contains(sample); })
        .resize(facts.shape)
        .batch(batchSize)
        .prefetch(0, 1);
    LayerOutput result;
    std::unique_ptr<LayerPlan> full, rest;
    StepContext context;
    context.seed = model.training.seed;
    auto iterator = pipeline.iterate();
    Batch batch;
    while (iterator.next(batch)) {
        if (stop.stop_requested()) throw Error("The projection was stopped.");
        if (batch.count() == 0) continue;
        auto& plan = batch.count() == batchSize ? full : rest;
        if (!plan || &plan == &rest)
            plan = std::make_unique<LayerPlan>(model, facts, layer, batch.count(), source.dataType(), threads, state);
        std::memcpy(plan->plan->input("data"), batch.data.data(), batch.data.bytes());
        plan->plan->run(Phase::Forward, context);
        const Tensor values = plan->plan->read(plan->output);
        const auto numbers = values.as<float>();
        if (result.items.empty()) {
            std::vector<int64_t> dims(values.shape().dims().begin() + 1, values.shape().dims().end());
            result.shape = Shape(dims);
            if (result.shape.elements() * static_cast<int64_t>(wanted.size()) > int64_t{1} << 30)
                throw Error(Message("The output of \"{layer}\" has {count} numbers an item: choose fewer items, or a "
                                    "layer behind it.",
                                    layer, result.shape.elements()));
        }
        result.values.insert(result.values.end(), numbers.begin(), numbers.end());
        result.items.insert(result.items.end(), batch.indices.begin(), batch.indices.end());
        if (progress) progress(static_cast<double>(result.items.size()) / static_cast<double>(wanted.size()));
    }
    if (result.items.empty()) throw Error(Message("None of the items of \"{name}\" could be read.", source.name()));
    return result;
}

}  // namespace tl
