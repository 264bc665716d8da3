// See the header.
#include "engine/io/graphs/graph_stats.h"

#include <algorithm>
#include <unordered_map>

#include "engine/io/graphs/graph_def.h"
#include "engine/io/graphs/graph_maker.h"

namespace tl {

void addStats(GraphView& view, const RunMetadata& metadata) {
    std::unordered_map<std::string_view, size_t> nodes;
    for (size_t i = 0; i < view.nodes.size(); ++i) nodes.emplace(view.nodes[i].name, i);
    std::vector<char> ran(view.nodes.size());
    std::vector<double> allocated(view.nodes.size());
    bool memory = false;
    for (const DeviceStats& device : metadata.devices) {
        if (device.ofStream()) continue;
        for (const OpStats& op : device.ops) {
            ++view.stats.ran;
            const auto found = nodes.find(op.node);
            if (found == nodes.end()) continue;
            ++view.stats.known;
            GraphNode& node = view.nodes[found->second];
            ran[found->second] = 1;
            allocated[found->second] += op.allocated;
            memory = memory || op.allocated > 0;
            const double seconds = static_cast<double>(op.duration) * 1e-9;
            node.seconds = std::max(node.seconds, 0.0) + seconds;
            view.stepSeconds = std::max(view.stepSeconds, 0.0) + seconds;
            if (node.device.empty()) node.device = shortened(device.device);
            for (const OpStats::Output& output : op.outputs) {
                if (output.slot >= node.outputs.size()) continue;
                GraphTensor& tensor = view.tensors[static_cast<size_t>(node.outputs[output.slot])];
                tensor.shape = tensorflowShape(output.shape).shown();
                if (tensor.type.empty()) tensor.type = tensorflowType(output.type);
                if (output.bytes > 0) tensor.bytes = output.bytes;
            }
        }
    }
    // Without a word of memory the graph's own shapes are what there is.
    for (size_t i = 0; i < view.nodes.size() && memory; ++i) view.nodes[i].memory = ran[i] ? allocated[i] : 0;
}

}  // namespace tl
