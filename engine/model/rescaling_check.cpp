// See the header.
#include "engine/model/rescaling_check.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "engine/core/brief.h"
#include "engine/layers/layer_type.h"

namespace tl {
namespace {

// Pixels are spread over 1 or 2 when they are rescaled, and little is learned from values that lie this close together.
constexpr double kSqueezed = 0.1;

struct Values {
    double least = 0, most = 0;
    double spread() const { return most - least; }
};

// Of what a Rescaling makes; none where a property is wrong, which is said already.
std::optional<Values> rescaled(const NodeSpec& node, const Values& from) try {
    const PropertyReader properties(findLayer(node.type)->properties, node.properties, node.id);
    const double scale = properties.number("scale"), offset = properties.number("offset");
    const double a = from.least * scale + offset, b = from.most * scale + offset;
    return Values{std::min(a, b), std::max(a, b)};
} catch (const std::exception&) {
    return std::nullopt;
}

}  // namespace

std::vector<Diagnostic> checkRescaling(const NetworkSpec& drawn, double least, double most) {
    std::vector<Diagnostic> found;
    if (std::ranges::count(drawn.nodes, "Rescaling", &NodeSpec::type) == 0) return found;  // asked with every edit
    const NetworkSpec network = drawn.withoutBypassed();
    const auto feeds = [&](const NodeSpec& node) {  // null: nothing does
        const auto wire = std::ranges::find(network.links, node.id, &LinkSpec::to);
        return wire == network.links.end() ? nullptr : network.find(wire->from);
    };
    const std::function<std::optional<Values>(const NodeSpec&, int)> valuesOf = [&](const NodeSpec& node, int depth) {
        if (node.type == "Input") return std::optional(Values{least, most});
        const NodeSpec* before = feeds(node);
        if (node.type != "Rescaling" || !before || depth == 0) return std::optional<Values>();
        const auto from = valuesOf(*before, depth - 1);
        return from ? rescaled(node, *from) : from;
    };
    constexpr int kMost = 4;  // in a row
    for (const NodeSpec& node : network.nodes) {
        if (node.type != "Rescaling") continue;
        const NodeSpec* before = feeds(node);
        const auto from = before ? valuesOf(*before, kMost) : std::nullopt, made = from ? rescaled(node, *from) : from;
        if (!made || !(made->spread() < kSqueezed) || from->spread() < kSqueezed) continue;
        Diagnostic squeezed;
        squeezed.severity = Diagnostic::Severity::Warning;
        squeezed.node = node.id;
        squeezed.message =
            before->type == "Input"
                ? Message("It is meant for pixels of 0 to 255, and the data's values are from {least} to {most}",
                          brief(from->least), brief(from->most))
                : Message("The values that “{layer}” makes are from {least} to {most}, and it rescales them once more",
                          before->id, brief(from->least), brief(from->most));
        squeezed.detail = Message("It brings them so close together ({spread} from end to end) that little is learned.",
                                  brief(made->spread()));
        squeezed.repairs = {{Repair::Kind::Remove, Message("Remove {layer}", node.id), {}, 0, {}, {}, {}}};
        found.push_back(std::move(squeezed));
    }
    return found;
}

}  // namespace tl
