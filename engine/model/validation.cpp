// Looks a network over: the check says what is wrong, then every node whose shape is known is built for one
// image, for its counts, so that numbers stay while something else is wrong.
#include "engine/model/validation.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/model/check.h"
#include "engine/model/network_builder.h"
#include "engine/ops/op.h"

namespace tl {
namespace {

double flopsOf(const Graph& graph, const Node& node) {
    const OpType& op = findOp(node.op);
    if (!op.flops) return 0;
    std::vector<ValueType> inputs;
    for (ValueId id : node.inputs)
        inputs.push_back(id == kNoValue ? ValueType{} : ValueType{graph.value(id).shape, graph.value(id).dtype});
    return op.flops(inputs, node.attributes);
}

// Counts of every node that can be built, for one image.
void measureNodes(const NetworkSpec& network, const Links& links, const std::stop_token& stop, Check& check) {
    NetworkBuilder builder(1, false, check.dataShape, DType::UInt8);
    for (int index : links.order) {
        if (stop.stop_requested()) return;
        const NodeSpec& node = network.nodes[static_cast<size_t>(index)];
        NodeReport& report = check.report.nodes[node.id];
        const BuiltNetwork& built = builder.result();
        const auto& wires = links.in[static_cast<size_t>(index)];
        // Behind a layer that could not be built nothing is known, and nothing wrong of its own.
        report.outputKnown = report.outputKnown && std::ranges::all_of(wires, [&](const Links::Wire& wire) {
                                 return built.outputs.count(network.nodes[static_cast<size_t>(wire.node)].id) > 0;
                             });
        if (!report.outputKnown) continue;
        const size_t parameters = built.parameters.size(), states = built.states.size();
        const size_t nodes = built.graph.nodes.size();
        try {
            std::vector<ValueId> inputs;
            for (const Links::Wire& wire : wires)
                inputs.push_back(built.outputs.at(network.nodes[static_cast<size_t>(wire.node)].id));
            // Parked ends may hold a second Output, whose loss the graph would not take.
            if (!findLayer(node.type)->hasOutput && index != check.output) continue;
            builder.add(*findLayer(node.type), node.id, node.properties, std::move(inputs));
        } catch (const std::exception& error) {
            Diagnostic diagnostic;
            diagnostic.node = node.id;
            diagnostic.severity = check.leadsToOutput[static_cast<size_t>(index)] ? Diagnostic::Severity::Error
                                                                                  : Diagnostic::Severity::Warning;
            diagnostic.message = messageOf(error);
            check.report.diagnostics.push_back(std::move(diagnostic));
            report.outputKnown = false;
            continue;
        }
        for (size_t i = parameters; i < built.parameters.size(); ++i) {
            const int64_t count = built.graph.value(built.parameters[i].value).shape.elements();
            report.parameters += count;
            if (built.parameters[i].trainable) report.trainableParameters += count;
        }
        for (size_t i = states; i < built.states.size(); ++i)
            report.parameters += built.graph.value(built.states[i].value).shape.elements();
        for (size_t i = nodes; i < built.graph.nodes.size(); ++i)
            report.forwardFlops += flopsOf(built.graph, built.graph.nodes[i]);
        if (const auto output = built.outputs.find(node.id); output != built.outputs.end()) {
            const Value& value = built.graph.value(output->second);
            report.activationBytes = value.shape.elements() * static_cast<int64_t>(sizeOf(value.dtype));
        }
        if (check.leadsToOutput[static_cast<size_t>(index)]) {
            check.report.parameters += report.parameters;
            check.report.trainableParameters += report.trainableParameters;
        }
    }
}

// Behind a fault nothing leads to the Output: what is known is told.
void countAll(NetworkReport& report) {
    report.parameters = report.trainableParameters = 0;
    for (const auto& [id, node] : report.nodes) {
        report.parameters += node.parameters;
        report.trainableParameters += node.trainableParameters;
    }
}

// A bypassed node gives what feeds it.
void describeBypassed(const NetworkSpec& drawn, NetworkReport& report) {
    if (std::none_of(drawn.nodes.begin(), drawn.nodes.end(), [](const NodeSpec& node) { return node.bypassed; }))
        return;
    const Links wiring(drawn);
    for (const NodeSpec& node : drawn.nodes) {
        if (!node.bypassed) continue;
        int source = wiring.indexOf(node.id);
        for (size_t steps = 0; source >= 0 && steps <= drawn.nodes.size(); ++steps) {
            if (!drawn.nodes[static_cast<size_t>(source)].bypassed) break;
            const auto& feeds = wiring.in[static_cast<size_t>(source)];
            source = feeds.empty() || feeds[0].port != 0 ? -1 : feeds[0].node;
        }
        NodeReport& bypassed = report.nodes[node.id];
        if (source < 0 || drawn.nodes[static_cast<size_t>(source)].bypassed) continue;
        const NodeReport& feed = report.nodes[drawn.nodes[static_cast<size_t>(source)].id];
        bypassed.output = feed.output;
        bypassed.outputKnown = feed.outputKnown;
    }
}

}  // namespace

bool NetworkReport::ok() const {
    return std::none_of(diagnostics.begin(), diagnostics.end(),
                        [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error; });
}

NetworkReport validate(const NetworkSpec& drawn, const DataFacts& data, const std::stop_token& stop) {
    const NetworkSpec network = drawn.withoutBypassed();
    const Links links(network);
    Check check = checkNetwork(network, links, data, stop);
    measureNodes(network, links, stop, check);
    if (!check.report.ok()) countAll(check.report);
    describeBypassed(drawn, check.report);
    return std::move(check.report);
}

}  // namespace tl
