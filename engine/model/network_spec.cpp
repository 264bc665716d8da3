// Look-ups and walks on a network as people edit it; none of them minds a wrong one.
#include "engine/model/network_spec.h"

#include <algorithm>
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

void NetworkSpec::remove(const std::vector<std::string>& ids, bool reconnect) {
    for (const std::string& id : ids) {
        const auto feed = std::find_if(links.begin(), links.end(),
                                       [&](const LinkSpec& link) { return link.to == id && link.port == 0; });
        if (reconnect && feed != links.end()) {
            const std::string source = feed->from;
            for (LinkSpec& link : links)
                if (link.from == id) link.from = source;
        }
        std::erase_if(links, [&](const LinkSpec& link) { return link.from == id || link.to == id; });
        std::erase_if(nodes, [&](const NodeSpec& node) { return node.id == id; });
    }
}

NetworkSpec NetworkSpec::withoutBypassed() const {
    std::vector<std::string> ids;
    for (const NodeSpec& node : nodes)
        if (node.bypassed) ids.push_back(node.id);
    NetworkSpec effective = *this;
    effective.remove(ids, true);
    return effective;
}

bool isFrozen(const NodeSpec& node) {
    const auto found = node.properties.find("trainable");
    const bool* trainable = found == node.properties.end() ? nullptr : std::get_if<bool>(&found->second);
    return trainable && !*trainable;
}

}  // namespace tl
