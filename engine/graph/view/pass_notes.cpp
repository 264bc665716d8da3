// Passes tell nothing themselves; what they did is what differs between the graph before and after one.
#include <algorithm>
#include <functional>

#include "engine/graph/view/op_graph_view.h"

namespace tl {
namespace {

size_t at(int id) { return static_cast<size_t>(id); }

int64_t countOf(const Graph& graph, const std::function<bool(const Node&)>& which) {
    return std::count_if(graph.nodes.begin(), graph.nodes.end(), which);
}

int64_t ops(const Graph& graph, const std::string& op) {
    return countOf(graph, [&](const Node& node) { return node.op == op; });
}

int64_t activated(const Graph& graph, const std::string& op) {
    return countOf(graph, [&](const Node& node) {
        return (op.empty() ? node.op != "Activation" : node.op == op) &&
               node.attributes.text("activation", "linear") != "linear";
    });
}

Message noteOf(const std::string& pass, const Graph& before, const Graph& after) {
    const int64_t gone = static_cast<int64_t>(before.nodes.size()) - static_cast<int64_t>(after.nodes.size());
    const auto fewer = [&](const char* op) { return ops(before, op) - ops(after, op); };
    const auto more = [&](const char* op) { return ops(after, op) - ops(before, op); };
    const auto said = [](int64_t count, const Message& text) { return count > 0 ? text : Message(); };
    if (pass == "fold_constants") return said(gone, Message("{count} {count|op|ops} on constants folded", gone));
    if (pass == "eliminate_dead_code") return said(gone, Message("{count} unused {count|op|ops} left out", gone));
    if (pass == "eliminate_common_subexpressions")
        return said(gone, Message("{count} repeated {count|op|ops} made once", gone));
    if (pass == "fuse_batch_norm_relu") {
        const int64_t count = activated(after, "BatchNorm") - activated(before, "BatchNorm");
        return said(count, Message("{count} batch {count|norm|norms} took their ReLU in", count));
    }
    if (pass == "fuse_batch_norm_add")
        return said(fewer("Add"), Message("{count} {count|sum|sums} joined to their norm", fewer("Add")));
    if (pass == "fuse_bias")
        return said(fewer("BiasAdd"), Message("{count} {count|bias|biases} joined to their product", fewer("BiasAdd")));
    if (pass == "fuse_activation")
        return said(fewer("Activation"),
                    Message("{count} {count|activation|activations} joined to what feeds them", fewer("Activation")));
    if (pass == "fuse_kernel_bias_grad")
        return said(fewer("BiasGrad"),
                    Message("{count} bias {count|gradient|gradients} joined to their kernel's", fewer("BiasGrad")));
    if (pass == "fuse_product_update")
        return said(gone, Message("{count} {count|gradient is|gradients are} applied as soon as made", gone));
    if (pass == "fuse_rescale")
        return said(fewer("Rescale"),
                    Message("{count} {count|rescaling|rescalings} of bytes joined to what follows", fewer("Rescale")));
    if (pass == "fuse_updates") return said(gone, Message("{count} updates in one sweep", gone + 1));
    if (pass == "float8_products")
        return said(more("Float8MatMul"), Message("{count} {count|product|products} in 8 bits", more("Float8MatMul")));
    if (pass == "mixed_precision")
        return said(more("Cast"), Message("{count} {count|cast|casts} put in", more("Cast")));
    if (pass == "fuse_elementwise")
        return said(more("FusedElementwise"),
                    Message("{count} {count|chain|chains} of element-wise ops fused, {gone} ops less",
                            more("FusedElementwise"), gone));
    if (pass == "pool_before_relu") return {};
    return said(gone, Message("{pass}: {gone} {gone|op|ops} less", pass, gone));
}

}  // namespace

PassObserver PassNotes::observer() {
    return [this](const Pass& pass, const Graph& before, const Graph& after) {
        if (Message text = noteOf(pass.name, before, after); !text.empty()) notes_.push_back({std::move(text), true});
    };
}

std::vector<GraphNote> PassNotes::notes(const CompiledGraph& compiled) const {
    std::vector<GraphNote> all = notes_;
    const Schedule& schedule = compiled.schedule;
    struct Range {
        size_t begin, end;
    };
    std::vector<Range> ranges;
    for (size_t i = 0; i < schedule.buffers.size(); ++i)
        if (const int block = schedule.blockOf[i]; block >= 0 && schedule.buffers[i].bytes > 0) {
            const size_t begin = schedule.memory.offsets[at(block)];
            ranges.push_back({begin, begin + schedule.buffers[i].bytes});
        }
    std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
    size_t shared = 0, end = 0;
    for (size_t i = 0; i < ranges.size(); ++i) {
        const bool before = ranges[i].begin < end, after = i + 1 < ranges.size() && ranges[i + 1].begin < ranges[i].end;
        shared += before || after ? 1 : 0;
        end = std::max(end, ranges[i].end);
    }
    if (!ranges.empty())
        all.push_back(
            {Message("{percent} % of values share memory", (100 * shared + ranges.size() / 2) / ranges.size()),
             shared > 0});
    const auto reorders = std::count_if(schedule.steps.begin(), schedule.steps.end(),
                                        [](const ScheduledStep& step) { return step.node.op == "Reorder"; });
    all.push_back({Message("{count} {count|reorder is|reorders are} left", reorders), reorders == 0});
    return all;
}

}  // namespace tl
