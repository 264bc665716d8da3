// See the header.
#include "engine/model/padding_check.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/layers/layer_type.h"

namespace tl {
namespace {

// Each trial walks through the network: others get theirs once these are mended.
constexpr size_t kMostMerges = 8;
constexpr size_t kMostTried = 8;  // layers of a merge, those nearest to it

class PaddingTrial {
public:
    PaddingTrial(const NetworkSpec& network, const Links& links, const DataFacts& data, const NetworkReport& report)
        : network_(network), links_(links), data_(data), report_(report) {}

    // Layers without padding on the way to some of the merge's inputs, not to all of them: the nearest first.
    std::vector<size_t> candidates(size_t merge) const {
        std::vector<size_t> inputsReached(network_.nodes.size(), 0), found;
        for (const Links::Wire& wire : links_.in[merge]) {
            const std::vector<bool> way = links_.leadingTo(wire.node);
            for (size_t i = 0; i < way.size(); ++i) inputsReached[i] += way[i];
        }
        for (auto at = links_.order.rbegin(); at != links_.order.rend() && found.size() < kMostTried; ++at) {
            const auto i = static_cast<size_t>(*at);
            if (inputsReached[i] > 0 && inputsReached[i] < links_.in[merge].size() && unpadded(network_.nodes[i]))
                found.push_back(i);
        }
        return found;
    }

    // Whether the merge has a result where the layer pads its input.
    bool fits(size_t merge, size_t padded) const {
        const std::vector<bool> before = links_.leadingTo(static_cast<int>(merge)),
                                behind = links_.reachedFrom(static_cast<int>(padded));
        std::vector<Shape> shapes(network_.nodes.size());
        for (const int at : links_.order) {
            const auto i = static_cast<size_t>(at);
            const NodeSpec& node = network_.nodes[i];
            if (!before[i]) continue;
            if (!behind[i]) {
                shapes[i] = report_.nodes.at(node.id).output;
                continue;
            }
            Properties properties = node.properties;
            if (i == padded) properties["padding"] = std::string("same");
            std::vector<Shape> inputs;
            for (const Links::Wire& wire : links_.in[i]) inputs.push_back(shapes[static_cast<size_t>(wire.node)]);
            try {
                const LayerType& type = *findLayer(node.type);
                ShapeResult result = type.shape({node.id,
                                                 inputs,
                                                 PropertyReader(type.properties, properties, node.id),
                                                 data_.shape,
                                                 data_.classes,
                                                 {},
                                                 data_.labels.numbers});
                if (!result.diagnostics.empty()) return false;
                shapes[i] = std::move(result.output);
            } catch (const Error&) {
                return false;
            }
        }
        return true;
    }

private:
    static bool unpadded(const NodeSpec& node) {
        const LayerType* type = findLayer(node.type);
        if (!type) return false;
        const auto padding = std::ranges::find(type->properties, "padding", &Property::key);
        if (padding == type->properties.end() || std::ranges::count(padding->choices, "same") == 0) return false;
        const auto set = node.properties.find("padding");
        return (set == node.properties.end() ? padding->defaultValue : set->second) ==
               PropertyValue(std::string("valid"));
    }

    const NetworkSpec& network_;
    const Links& links_;
    const DataFacts& data_;
    const NetworkReport& report_;
};

}  // namespace

void offerPadding(const NetworkSpec& network, const Links& links, const DataFacts& data, Check& check,
                  const std::stop_token& stop) {
    const PaddingTrial trial(network, links, data, check.report);
    size_t merges = 0;
    for (Diagnostic& diagnostic : check.report.diagnostics) {
        if (merges == kMostMerges || stop.stop_requested()) return;
        const int merge = diagnostic.inputPort < 0 ? -1 : links.indexOf(diagnostic.node);
        if (merge < 0) continue;
        const auto index = static_cast<size_t>(merge);
        const LayerType* type = findLayer(network.nodes[index].type);
        const NodeReport& report = check.report.nodes.at(diagnostic.node);
        const auto image = [](const Shape& input) { return input.rank() == 3; };
        if (!type || type->minInputs < 2 || report.outputKnown || report.inputs.size() < 2 ||
            !std::ranges::all_of(report.inputs, image))
            continue;
        ++merges;
        std::vector<Repair> repairs;
        for (const size_t padded : trial.candidates(index)) {
            if (!trial.fits(index, padded)) continue;
            const std::string key = "padding", value = "same", layer = network.nodes[padded].id;
            repairs.push_back({Repair::Kind::SetProperty,
                               Message("Set {property} of {layer} to {value}", key, layer, value),
                               {},
                               0,
                               key,
                               value,
                               layer});
        }
        diagnostic.repairs.insert(diagnostic.repairs.begin(), repairs.begin(), repairs.end());
    }
}

}  // namespace tl
