// Look-ups and walks on a network as people edit it; none of them minds a wrong one.
#include "engine/model/network_spec.h"

#include <unordered_map>
#include <unordered_set>

#include "engine/model/links.h"

namespace tl {

const NodeSpec* NetworkSpec::find(const std::string& id) const {
    const int index = nodes.indexOf(id);
    return index < 0 ? nullptr : &nodes[static_cast<size_t>(index)];
}

NodeSpec* NetworkSpec::find(const std::string& id) {
    const int index = nodes.indexOf(id);
    return index < 0 ? nullptr : &nodes.edit(static_cast<size_t>(index));
}

std::string NetworkSpec::freshId(const std::string& stem, int* last) const {
    // There is mostly one of these, and it needs no number.
    if ((stem == "input" || stem == "output") && !find(stem)) return stem;
    int number = last ? *last : 0;
    std::string id;
    do id = stem + "_" + std::to_string(++number);
    while (find(id));
    if (last) *last = number;
    return id;
}

bool NetworkSpec::reaches(const std::string& from, const std::string& to) const {
    if (from == to) return true;
    const Links wiring(*this);
    const int start = wiring.indexOf(from), end = wiring.indexOf(to);
    return start >= 0 && end >= 0 && wiring.reachedFrom(start)[static_cast<size_t>(end)];
}

void NetworkSpec::remove(const std::vector<std::string>& ids, bool reconnect) {
    const std::unordered_set<std::string> gone(ids.begin(), ids.end());
    std::unordered_map<std::string, const LinkSpec*> feeds;  // of those that go: the first of their inputs with a wire
    for (const LinkSpec& link : links)
        if (gone.count(link.to))
            if (const LinkSpec*& first = feeds[link.to]; !first || link.port < first->port) first = &link;
    // What stays and leads to a node that goes; nothing where no such is, or they go round in a circle.
    const auto source = [&](std::string id) {
        for (size_t steps = 0; gone.count(id); ++steps) {
            const auto feed = feeds.find(id);
            if (feed == feeds.end() || steps > gone.size()) return std::string();
            id = feed->second->from;
        }
        return id;
    };
    std::vector<LinkSpec> kept;
    kept.reserve(links.size());
    for (LinkSpec& link : links) {
        if (gone.count(link.to)) continue;
        if (gone.count(link.from)) {
            if (!reconnect) continue;
            link.from = source(link.from);
            if (link.from.empty()) continue;
        }
        kept.push_back(std::move(link));
    }
    links = std::move(kept);
    nodes.eraseIf([&](const NodeSpec& node) { return gone.count(node.id) != 0; });
}

NetworkSpec NetworkSpec::withoutBypassed() const {
    std::vector<std::string> ids;
    for (const NodeSpec& node : nodes)
        if (node.bypassed) ids.push_back(node.id);
    NetworkSpec effective = *this;
    if (!ids.empty()) effective.remove(ids, true);
    return effective;
}

bool isFrozen(const NodeSpec& node) {
    const auto found = node.properties.find("trainable");
    const bool* trainable = found == node.properties.end() ? nullptr : std::get_if<bool>(&found->second);
    return trainable && !*trainable;
}

}  // namespace tl
