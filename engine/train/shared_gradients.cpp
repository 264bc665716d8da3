// Buckets of gradients, as PyTorch's DistributedDataParallel has them (Li et al., VLDB 2020).
#include "engine/train/shared_gradients.h"

#include <algorithm>
#include <map>

#include "engine/graph/passes/pass.h"

namespace tl {
namespace {

// In the order in which nodes make them, each once.
std::vector<ValueId> inOrder(const Graph& graph, std::vector<ValueId> values) {
    const auto key = [&](ValueId id) { return std::pair(graph.value(id).producer, id); };
    std::ranges::sort(values, {}, key);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

std::vector<std::vector<ValueId>> bucketsOf(const Graph& graph, const std::vector<ValueId>& gradients, int64_t limit) {
    std::vector<std::vector<ValueId>> buckets;
    int64_t held = 0;
    for (const ValueId id : inOrder(graph, gradients)) {
        const int64_t bytes = graph.value(id).shape.elements() * static_cast<int64_t>(sizeof(float));
        if (buckets.empty() || held + bytes > limit) buckets.emplace_back(), held = 0;
        buckets.back().push_back(id);
        held += bytes;
    }
    return buckets;
}

// Moves nodes behind all others; they keep their order.
void moveToEnd(Graph& graph, const std::vector<bool>& moves) {
    std::vector<Node> nodes;
    for (const bool moving : {false, true})
        for (size_t i = 0; i < graph.nodes.size(); ++i)
            if ((i < moves.size() && moves[i]) == moving) nodes.push_back(graph.nodes[i]);
    graph.nodes = std::move(nodes);
    removeNodes(graph, std::vector<bool>(graph.nodes.size(), false));  // which renumbers
}

}  // namespace

BatchPart partOf(int64_t batch, int rank, int devices) {
    const int64_t each = batch / devices, more = batch % devices;
    const BatchPart part{rank * each + std::min<int64_t>(rank, more), each + (rank < more ? 1 : 0), 0};
    if (part.count == 0) return {0, 1, 0};
    return {part.first, part.count, static_cast<double>(part.count) / static_cast<double>(batch)};
}

ValueId shareGradients(Graph& graph, std::vector<ValueId>& gradients, ValueId loss, const Together& together) {
    std::vector<bool> averages(graph.nodes.size(), false);
    std::vector<ValueId> others{loss};
    for (size_t i = 0; i < graph.nodes.size(); ++i) {
        averages[i] = graph.nodes[i].op == "MovingAverage";
        if (averages[i]) others.push_back(graph.nodes[i].inputs[1]);
    }
    auto buckets = bucketsOf(graph, gradients, together.bucketBytes);
    for (const ValueId id : inOrder(graph, others)) buckets.back().push_back(id);
    const Attributes end{{"devices", together.devices}};
    std::vector<ValueId> started, all;
    for (size_t i = 0; i < buckets.size(); ++i) {
        Attributes attributes = end;
        attributes.set("rank", int64_t{together.rank});
        attributes.set("share", together.share);
        attributes.set("bucket", static_cast<int64_t>(i));
        const auto outputs = graph.addNode("AllReduceStart", "gradients/all_reduce_" + std::to_string(i + 1),
                                           buckets[i], attributes, "", Phase::Backward);
        all.insert(all.end(), buckets[i].begin(), buckets[i].end());
        started.insert(started.end(), outputs.begin(), outputs.end());
    }
    const auto summed = graph.addNode("AllReduceDone", "gradients/all_reduce", started, end, "", Phase::Backward);
    std::map<ValueId, ValueId> meanOf;
    for (size_t i = 0; i < all.size(); ++i) {
        meanOf[all[i]] = summed[i];
        graph.value(started[i]).name = graph.value(all[i]).name + "/sum";
        graph.value(summed[i]).name = graph.value(all[i]).name + "/mean";
    }
    for (ValueId& gradient : gradients) gradient = meanOf.at(gradient);
    for (size_t i = 0; i < averages.size(); ++i)
        if (averages[i]) graph.nodes[i].inputs[1] = meanOf.at(graph.nodes[i].inputs[1]);
    moveToEnd(graph, averages);
    return meanOf.at(loss);
}

void drawAsPart(Graph& graph, const BatchPart& part) {
    for (Node& node : graph.nodes)
        if (node.op == "Dropout" || node.op == "GaussianNoise")
            node.attributes.set("first", graph.value(node.inputs[0]).shape.elements() / part.count * part.first);
}

}  // namespace tl
