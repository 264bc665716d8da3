// See the header.
#include "engine/model/rescaling_check.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/brief.h"
#include "engine/layers/layer_type.h"

namespace tl {
namespace {

// Pixels are spread over 1 or 2 when they are rescaled, and little is learned from values that lie this close together.
constexpr double kSqueezed = 0.1;
// And the first steps are far too long where they lie this far apart.
constexpr double kRaw = 10;

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

// What hands values on as large as they come.
bool keepsSize(const LayerType& type) {
    static const std::set<std::string> kMovers{"Flatten",       "Reshape",    "Permute",     "Resizing",
                                               "ZeroPadding2D", "Cropping2D", "UpSampling2D"};
    return type.category == Category::Pool || type.category == Category::Reg || kMovers.contains(type.id);
}

// Multiplies by weights that are drawn for values of about 1; PatchWhitening measures its own.
bool drawsKernel(const LayerType& type) {
    return std::ranges::any_of(type.properties, [](const Property& property) {
        return property.key == "kernel_initializer" || property.key == "depthwise_initializer";
    });
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

std::vector<Diagnostic> checkRawPixels(const NetworkSpec& drawn, double least, double most) {
    std::vector<Diagnostic> found;
    if (!(most - least > kRaw)) return found;
    const NetworkSpec network = drawn.withoutBypassed();
    std::multimap<std::string_view, const LinkSpec*> leaving;  // asked with every edit
    for (const LinkSpec& link : network.links) leaving.emplace(link.from, &link);
    std::vector<std::pair<const NodeSpec*, const LinkSpec*>> way;  // who gets them, by which of the Input's wires
    std::set<std::string> seen;
    const auto follow = [&](const std::string& from, const LinkSpec* first) {
        for (auto [link, end] = leaving.equal_range(from); link != end; ++link)
            if (const NodeSpec* to = network.find(link->second->to); to && seen.insert(to->id).second)
                way.emplace_back(to, first ? first : link->second);
    };
    // Their mean and deviation are taken out again.
    const auto isNormalised = [&](const NodeSpec& node) {
        const auto [begin, end] = leaving.equal_range(node.id);
        return std::any_of(begin, end, [&](const auto& link) {
            const NodeSpec* to = network.find(link.second->to);
            const LayerType* type = to ? findLayer(to->type) : nullptr;
            return type && type->category == Category::Norm;
        });
    };
    for (const NodeSpec& node : network.nodes)
        if (node.type == "Input") follow(node.id, nullptr);
    for (size_t i = 0; i < way.size(); ++i) {
        const NodeSpec& node = *way[i].first;
        const LinkSpec& first = *way[i].second;
        const LayerType* type = findLayer(node.type);
        if (type && keepsSize(*type)) follow(node.id, &first);
        if (!type || !drawsKernel(*type) || isFrozen(node) || isNormalised(node)) continue;
        Diagnostic raw;
        raw.severity = Diagnostic::Severity::Warning;
        raw.node = node.id;
        raw.message =
            Message("It gets the data's values as they are, from {least} to {most}", brief(least), brief(most));
        raw.detail = "Its weights are made for values of about 1: with such large ones a training begins with a huge "
                     "loss, and may learn little.";
        raw.repairs = {{Repair::Kind::InsertBefore,
                        Message("Insert {layer}", std::string("Rescaling")),
                        "Rescaling",
                        first.port,
                        {},
                        {},
                        first.to}};
        found.push_back(std::move(raw));
    }
    return found;
}

}  // namespace tl
