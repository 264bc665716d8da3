// Costs without kernels: the compiler's own schedule over made-up kernels that use plain layouts and what every real
// kernel does too. Scratch and reorders of the real ones come on top.
#include <map>

#include "engine/graph/schedule.h"
#include "engine/ops/op.h"

namespace tl {
namespace {

Kernel plainKernel(const KernelRequest& request) {
    // Which input an op can overwrite with its first output.
    static const std::map<std::string, int> overwrites{{"Activation", 0},
                                                       {"ActivationGrad", 2},
                                                       {"BiasAdd", 0},
                                                       {"Dropout", 0},
                                                       {"Add", 0},
                                                       {"Softmax", 0},
                                                       {"SoftmaxGrad", 1},
                                                       {"BatchNormInference", 0},
                                                       {"SparseCrossEntropyGrad", 0}};
    Kernel kernel;
    kernel.inputs.resize(request.inputs.size());
    kernel.outputs.resize(request.outputs.size());
    if (const auto found = overwrites.find(request.op); found != overwrites.end()) kernel.inPlace = {found->second};
    const auto elements = [&](size_t i) { return static_cast<size_t>(request.outputs[i].shape.elements()); };
    if (request.op == "MaxPool2D") kernel.outputs[1].opaqueBytes = elements(0);
    if (request.op == "BatchNorm" && request.attributes.text("activation", "linear") == "relu")
        kernel.outputs[3].opaqueBytes = (elements(0) + 7) / 8;
    if (request.op == "MaxPool2DGrad") kernel.reads = {false, true, true};
    if (request.op == "ActivationGrad") {
        const bool readsX = request.attributes.text("kind", "") == "gelu";
        kernel.reads = {readsX, !readsX, true};
    }
    return kernel;
}

}  // namespace

PlanCost estimateCost(const Graph& graph, const std::vector<ValueId>& outputs) {
    Graph rewritten = graph;
    ScheduleOptions options;
    options.kept = {outputs.begin(), outputs.end()};
    optimise(rewritten, {options.kept}, true);
    return makeSchedule(rewritten, options, plainKernel).cost;
}

}  // namespace tl
