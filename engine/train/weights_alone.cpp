// See the header.
#include "engine/train/weights_alone.h"

#include <algorithm>

#include "engine/model/build.h"
#include "engine/train/data_facts.h"
#include "engine/train/step_plan.h"

namespace tl {

std::vector<std::string> weightNames(const Snapshot& model) {
    const BuiltNetwork built = build(model.network, factsOf(model), 1, false);
    std::vector<std::string> names;
    for (const BuiltParameter& parameter : built.parameters) names.push_back(parameter.name);
    for (const BuiltState& average : built.states) names.push_back(average.name);
    std::ranges::sort(names);
    return names;
}

Snapshot weightsAlone(Snapshot model) {
    const ModelState all = inferenceState(model.state, model.training.optimizerOptions);
    model.state.clear();
    for (const std::string& name : weightNames(model))
        if (const auto found = all.find(name); found != all.end()) model.state.insert(*found);
    return model;
}

bool holdsWeightsAlone(const Snapshot& model) {
    const std::vector<std::string> weights = weightNames(model);
    const StepGraph step = stepGraph(model.network, factsOf(model), 1, trainingPlan(model.training, DType::UInt8));
    bool keepsMore = false;
    for (const Value& value : step.built.graph.values) {
        if (value.kind != ValueKind::State || std::ranges::binary_search(weights, value.name)) continue;
        if (model.state.contains(value.name)) return false;
        keepsMore = true;
    }
    return keepsMore;
}

}  // namespace tl
