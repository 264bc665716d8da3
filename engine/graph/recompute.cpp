// Both strategies say which forward nodes run again; one function rewrites the graph so, and the real memory plan of
// the result decides.
#include "engine/graph/recompute.h"

#include <algorithm>
#include <map>

#include "engine/core/error.h"
#include "engine/graph/passes/pass.h"
#include "engine/ops/op.h"

namespace tl {
namespace {

using Choice = std::vector<bool>;  // by node: runs again in the backward pass

class Recomputer {
public:
    Recomputer(const Graph& graph, const std::set<ValueId>& kept) : graph_(graph), kept_(kept) {
        read_.assign(graph.values.size(), false);
        for (const Node& node : graph.nodes)
            if (node.phase == Phase::Backward)
                for (ValueId input : node.inputs) read_[index(input)] = true;
    }

    // Cheap nodes, more and more of them: those that save most bytes for their work come first.
    std::vector<Choice> cheapChoices() const {
        struct Candidate {
            size_t node;
            double price;
        };
        std::vector<Candidate> candidates;
        for (size_t i = 0; i < graph_.nodes.size(); ++i) {
            const Node& node = graph_.nodes[i];
            if (!mayRepeat(node) || findOp(node.op).precision == Precision::Compute) continue;
            bool kept = true;
            double saved = 0;
            for (ValueId input : node.inputs)
                kept &= graph_.value(input).kind != ValueKind::Computed || read_[index(input)];
            for (ValueId output : node.outputs)
                if (read_[index(output)]) saved += bytesOf(output);
            if (kept && saved > 0) candidates.push_back({i, workOf(node) / saved});
        }
        std::ranges::stable_sort(candidates, {}, &Candidate::price);
        std::vector<Choice> choices;
        constexpr size_t kSteps = 6;
        for (size_t step = 1; step <= kSteps && !candidates.empty(); ++step) {
            Choice choice(graph_.nodes.size(), false);
            for (size_t i = 0; i < (candidates.size() * step + kSteps - 1) / kSteps; ++i)
                choice[candidates[i].node] = true;
            choices.push_back(std::move(choice));
        }
        return choices;
    }

    // The forward pass in `count` stretches of about as many bytes; all but the last run again, from what crosses their
    // beginnings.
    Choice stretches(size_t count) const {
        std::vector<size_t> forward;
        double total = 0;
        for (size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (graph_.nodes[i].phase != Phase::Forward) continue;
            forward.push_back(i);
            total += keptBytes(graph_.nodes[i]);
        }
        if (total <= 0) return Choice(graph_.nodes.size(), false);  // nothing is kept
        std::vector<size_t> stretchOf(graph_.nodes.size(), 0);
        double sum = 0;
        for (size_t i : forward) {
            stretchOf[i] = std::min(count - 1, static_cast<size_t>(sum / total * static_cast<double>(count)));
            sum += keptBytes(graph_.nodes[i]);
        }
        // A node whose result a later stretch reads is kept: the later one begins from it.
        Choice choice(graph_.nodes.size(), false);
        for (size_t i : forward) choice[i] = mayRepeat(graph_.nodes[i]) && stretchOf[i] + 1 < count;
        for (size_t i : forward)
            for (ValueId input : graph_.nodes[i].inputs)
                if (const int producer = graph_.value(input).producer;
                    producer >= 0 && stretchOf[index(producer)] != stretchOf[i])
                    choice[index(producer)] = false;
        return choice;
    }

    Graph apply(Choice choice) const {
        // A reshaped value is its input's memory.
        for (size_t i = 0; i < graph_.nodes.size(); ++i)
            if (const Node& node = graph_.nodes[i]; node.op == "Reshape" && mayRepeat(node))
                if (const int producer = graph_.value(node.inputs[0]).producer; producer >= 0)
                    choice[i] = choice[index(producer)];
        Graph result = graph_;
        result.nodes.clear();
        std::map<ValueId, ValueId> again;
        for (Node node : graph_.nodes) {
            if (node.phase == Phase::Backward)
                for (ValueId& input : node.inputs) input = available(result, choice, again, input);
            result.nodes.push_back(std::move(node));
        }
        removeNodes(result, std::vector<bool>(result.nodes.size(), false));
        return result;
    }

private:
    static size_t index(int id) { return static_cast<size_t>(id); }

    double bytesOf(ValueId id) const {
        const Value& value = graph_.value(id);
        return static_cast<double>(value.shape.elements()) * static_cast<double>(sizeOf(value.dtype));
    }
    double keptBytes(const Node& node) const {
        double bytes = 0;
        for (ValueId output : node.outputs)
            if (read_[index(output)]) bytes += bytesOf(output);
        return bytes;
    }
    // In operations; a byte moved counts as eight.
    double workOf(const Node& node) const {
        std::vector<ValueType> types;
        double bytes = 0;
        for (ValueId id : node.inputs) {
            types.push_back({graph_.value(id).shape, graph_.value(id).dtype});
            bytes += bytesOf(id);
        }
        for (ValueId id : node.outputs) bytes += bytesOf(id);
        return findOp(node.op).flops(types, node.attributes) + 8 * bytes;
    }
    bool mayRepeat(const Node& node) const {
        bool kept = false;
        for (ValueId output : node.outputs) kept |= kept_.count(output) != 0;
        return node.phase == Phase::Forward && findOp(node.op).updates.empty() && !kept;
    }

    // The value to read in its place in the backward pass; puts in what makes it.
    ValueId available(Graph& result, const Choice& choice, std::map<ValueId, ValueId>& again, ValueId id) const {
        const int producer = graph_.value(id).producer;
        if (producer < 0 || !choice[index(producer)]) return id;
        if (const auto found = again.find(id); found != again.end()) return found->second;
        Node node = graph_.nodes[index(producer)];
        node.name += "/again";
        node.phase = Phase::Backward;
        for (ValueId& input : node.inputs) input = available(result, choice, again, input);
        for (ValueId& output : node.outputs) {
            Value copy = graph_.value(output);
            copy.name += "/again";
            result.values.push_back(std::move(copy));
            output = again[output] = static_cast<ValueId>(result.values.size()) - 1;
        }
        result.nodes.push_back(std::move(node));
        return again.at(id);
    }

    const Graph& graph_;
    const std::set<ValueId>& kept_;
    std::vector<bool> read_;  // by value: in the backward pass
};

std::string mebibytes(size_t bytes) { return std::to_string((bytes + (size_t{1} << 20) - 1) >> 20) + " MiB"; }

}  // namespace

void recomputeWithin(Graph& graph, const std::set<ValueId>& kept, size_t limit, const PeakOf& peakOf) {
    const size_t whole = peakOf(graph);
    if (whole <= limit) return;
    const Recomputer recomputer(graph, kept);
    std::vector<Choice> choices = recomputer.cheapChoices();
    for (size_t count = 2; count <= 16; ++count) choices.push_back(recomputer.stretches(count));
    size_t least = whole;
    for (const Choice& choice : choices) {
        Graph smaller = recomputer.apply(choice);
        const size_t peak = peakOf(smaller);
        least = std::min(least, peak);
        if (peak > limit) continue;
        graph = std::move(smaller);
        return;
    }
    throw Error("memory limit", Message("{least} or more for this network and batch", mebibytes(least)),
                mebibytes(limit), "Raise the limit, choose a smaller batch or keep values in bfloat16.");
}

}  // namespace tl
