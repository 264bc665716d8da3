// Look-ups and walks on a network as people edit it; none of them minds a wrong one.
#include "engine/model/network_spec.h"

#include <set>

namespace tl {

const NodeSpec* NetworkSpec::find(const std::string& id) const {
    for (const NodeSpec& node : nodes)
        if (node.id == id) return &node;
    return nullptr;
}

NodeSpec* NetworkSpec::find(const std::string& id) {
    return const_cast<NodeSpec*>(static_cast<const NetworkSpec*>(this)->find(id));
}

std::string NetworkSpec::freshId(const std::string& stem) const {
    // There is mostly one of these, and it needs no number.
    if ((stem == "input" || stem == "output") && !find(stem)) return stem;
    for (int number = 1;; ++number)
        if (std::string id = stem + "_" + std::to_string(number); !find(id)) return id;
}

bool NetworkSpec::reaches(const std::string& from, const std::string& to) const {
    std::set<std::string> seen = {from};
    std::vector<std::string> open = {from};
    while (!open.empty()) {
        const std::string node = open.back();
        open.pop_back();
        if (node == to) return true;
        for (const LinkSpec& link : links)
            if (link.from == node && seen.insert(link.to).second) open.push_back(link.to);
    }
    return false;
}

bool isFrozen(const NodeSpec& node) {
    const auto found = node.properties.find("trainable");
    const bool* trainable = found == node.properties.end() ? nullptr : std::get_if<bool>(&found->second);
    return trainable && !*trainable;
}

}  // namespace tl
