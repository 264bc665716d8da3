// The compiler from end to end: passes, recomputing where memory is short, schedule.
#include "engine/graph/compiled_graph.h"

#include "engine/backend/device.h"
#include "engine/backend/threads.h"
#include "engine/core/error.h"
#include "engine/graph/recompute.h"

namespace tl {

namespace {

void goOn(const std::stop_token& stop) {
    if (stop.stop_requested()) throw Error("plan", "time to compile it", "it was asked to stop");
}

}  // namespace

CompiledGraph compileGraph(Graph graph, const CompileOptions& options, const PassObserver& observer) {
    CompiledGraph out;
    out.graph = std::move(graph);
    out.threads = options.threads > 0 ? options.threads : options.kernels ? 1 : findDevice(options.device).threads;
    const ThreadScope scope(out.threads);
    out.kernels = options.kernels ? options.kernels : &kernelsOf(options.device);
    out.kept = {options.outputs.begin(), options.outputs.end()};
    for (ValueId id : out.kept)
        if (id < 0 || id >= static_cast<ValueId>(out.graph.values.size()))
            throw Error("plan output", "a value of the graph", std::to_string(id));
    for (const std::string& name : options.taps) {
        const ValueId id = out.graph.find(name);
        if (id == kNoValue) throw Error(Message("tap {name}", name), "a value of the graph", "none of that name");
        out.kept.insert(id);
    }
    // A device of its own memory records a phase as a whole.
    const bool fixed = options.fixedState && (options.kernels || !deviceOf(options.device).memory());
    PassContext context{out.kept, options.precision, {}, fixed, options.float8};
    if (options.float8 && !options.kernels) requireFloat8(findDevice(options.device));
    context.accepts = [&](const Graph& graph, const Node& node, DType half) {
        const auto wide = [&graph](const std::vector<ValueId>& ids) {
            std::vector<TensorDesc> all;
            all.reserve(ids.size());
            for (const ValueId id : ids) all.push_back({graph.value(id).shape, DType::Float32, {}});
            return all;
        };
        const std::vector<TensorDesc> inputs = wide(node.inputs), outputs = wide(node.outputs);
        return out.kernels->accepts({node.op, node.attributes, inputs, outputs, out.threads, options.blockedLayout},
                                    half);
    };
    goOn(options.stop);
    optimise(out.graph, context, options.fuse, options.skipPasses, observer);
    goOn(options.stop);
    const ScheduleOptions wanted{out.kept,
                                 out.threads,
                                 options.blockedLayout,
                                 options.planMemory,
                                 fixed,
                                 options.tf32,
                                 options.chains && options.memoryLimit == 0};
    const KernelSelector select = [&](const KernelRequest& request) {
        return options.chooser ? options.chooser->select(*out.kernels, request) : out.kernels->select(request);
    };
    if (options.memoryLimit > 0) {
        const KernelSelector known = remembering(select);
        recomputeWithin(out.graph, out.kept, options.memoryLimit, [&](const Graph& candidate) {
            goOn(options.stop);
            return makeSchedule(candidate, wanted, known).cost.peakBytes();
        });
    }
    out.schedule = makeSchedule(out.graph, wanted, select);
    return out;
}

PlanCost planCost(const Graph& graph, const CompileOptions& options) {
    return compileGraph(graph, options).schedule.cost;
}

}  // namespace tl
