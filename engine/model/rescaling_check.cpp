// See the header.
#include "engine/model/rescaling_check.h"

#include <algorithm>
#include <cmath>

#include "engine/core/brief.h"
#include "engine/layers/layer_type.h"

namespace tl {
namespace {

// Pixels are spread over 1 or 2 when they are rescaled, and little is learned from values that lie this close together.
constexpr double kSqueezed = 0.1;

}  // namespace

std::vector<Diagnostic> checkRescaling(const NetworkSpec& drawn, double least, double most) {
    std::vector<Diagnostic> found;
    if (std::ranges::count(drawn.nodes, "Rescaling", &NodeSpec::type) == 0) return found;  // asked with every edit
    const NetworkSpec network = drawn.withoutBypassed();
    for (const NodeSpec& node : network.nodes) {
        if (node.type != "Rescaling") continue;
        const auto wire = std::ranges::find(network.links, node.id, &LinkSpec::to);
        const NodeSpec* before = wire == network.links.end() ? nullptr : network.find(wire->from);
        if (!before || before->type != "Input") continue;
        double scale = 0;
        try {
            scale = PropertyReader(findLayer(node.type)->properties, node.properties, node.id).number("scale");
        } catch (const std::exception&) {
            continue;  // what is wrong with the property is said already
        }
        const double spread = std::abs(scale) * (most - least);
        if (!(spread < kSqueezed) || most - least < kSqueezed) continue;
        Diagnostic squeezed;
        squeezed.severity = Diagnostic::Severity::Warning;
        squeezed.node = node.id;
        squeezed.message =
            Message("It is meant for pixels of 0 to 255, and the data's values are from {least} to {most}",
                    brief(least), brief(most));
        squeezed.detail = Message("It brings them so close together ({spread} from end to end) that little is learned.",
                                  brief(spread));
        squeezed.repairs = {{Repair::Kind::Remove, Message("Remove {layer}", node.id), {}, 0, {}, {}, {}}};
        found.push_back(std::move(squeezed));
    }
    return found;
}

}  // namespace tl
