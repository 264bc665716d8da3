// See the header.
#include "engine/train/monitored.h"

#include <algorithm>

#include "engine/layers/layer_type.h"
#include "engine/model/network_spec.h"
#include "engine/train/callback.h"

namespace tl {

std::vector<std::string> epochValues(const NetworkSpec& network, bool validated) {
    std::vector<std::string> names{"loss"};
    for (const NodeSpec& node : network.nodes) {
        if (node.type != "Output") continue;
        const PropertyReader properties(findLayer(node.type)->properties, node.properties, node.id);
        for (const std::string& metric : properties.choices("metrics")) names.push_back(metric);
    }
    const size_t own = validated ? names.size() : 0;
    for (size_t i = 0; i < own; ++i) names.push_back("val_" + names[i]);
    return names;
}

Message watchesNothing(const TypedProperties& callback, const std::vector<std::string>& values) {
    const CallbackType& type = findCallback(callback.type);
    const auto monitor = std::ranges::find(type.properties, "monitor", &Property::key);
    if (monitor == type.properties.end() || !isVisible(*monitor, type.properties, callback.properties)) return {};
    const std::string watched = PropertyReader(type.properties, callback.properties, type.title).text("monitor");
    if (std::ranges::count(values, watched) > 0) return {};
    std::string known;
    for (const std::string& name : values) known += (known.empty() ? "" : ", ") + name;
    return Message("{callback} watches \"{value}\", which this run does not have. It has {known}.", type.title, watched,
                   known);
}

}  // namespace tl
