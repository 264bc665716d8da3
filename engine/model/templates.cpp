// The list of templates, simplest first, and property assignments as the command line writes them.
#include "engine/model/templates.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/nearest_name.h"
#include "engine/layers/layer_type.h"

namespace tl {
namespace templates {
std::vector<NetworkTemplate> makeAll();  // generated from the files of templates/
}

const std::vector<NetworkTemplate>& allTemplates() {
    static const std::vector<NetworkTemplate> list = [] {
        std::vector<std::pair<size_t, NetworkTemplate>> sized;
        for (NetworkTemplate& entry : templates::makeAll())
            sized.emplace_back(entry.make({{3, 32, 32}, 10}).nodes.size(), std::move(entry));
        std::stable_sort(sized.begin(), sized.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<NetworkTemplate> sorted;
        sorted.reserve(sized.size());
        for (auto& entry : sized) sorted.push_back(std::move(entry.second));
        return sorted;
    }();
    return list;
}

DataFacts templateFacts(const DataFacts& open) { return open.shape.rank() > 0 ? open : DataFacts{{1, 28, 28}, 10}; }

const NetworkTemplate& findTemplate(const std::string& id) {
    std::vector<std::string> known;
    for (const NetworkTemplate& entry : allTemplates()) {
        if (entry.id == id) return entry;
        known.push_back(entry.id);
    }
    throw Error(didYouMean(id, known, Message("There is no template \"{name}\". There are: {known}.", id, known)));
}

void setProperty(NetworkSpec& network, const std::string& assignment) {
    const size_t equals = assignment.find('=');
    const size_t dot = assignment.rfind('.', equals);
    if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals)
        throw Error(Message("\"{value}\"", assignment), "node.property=value, such as dense_1.units=256",
                    "no such form");
    const std::string id = assignment.substr(0, dot), key = assignment.substr(dot + 1, equals - dot - 1);
    NodeSpec* node = network.find(id);
    if (!node) {
        std::vector<std::string> known;
        for (const NodeSpec& other : network.nodes) known.push_back(other.id);
        throw Error(didYouMean(id, known, Message("The network has no layer \"{name}\". It has: {known}.", id, known)));
    }
    const LayerType* type = findLayer(node->type);
    if (!type)
        throw Error(Message("{name} is of the unknown type \"{type}\", so nothing of it can be set.", id, node->type));
    std::vector<std::string> known;
    for (const Property& property : type->properties) {
        if (property.key == key) {
            PropertyValue value;
            try {
                value = parseProperty(property, assignment.substr(equals + 1));
            } catch (const Error& error) {
                throw Error(Message("{layer}: {sentence}", id + " (" + type->title + ")", error.message()));
            }
            if (value == property.defaultValue)
                node->properties.erase(key);
            else
                node->properties[key] = value;
            return;
        }
        known.push_back(property.key);
    }
    throw Error(didYouMean(key, known,
                           Message("{name} ({title}) has no property \"{key}\". It has: {known}.", id, type->title, key,
                                   known.empty() ? Message::Argument("none") : Message::Argument(known))));
}

}  // namespace tl
