// Indexes, a stable topological order (Kahn, smallest index first) and cycles by depth-first search.
#include "engine/model/links.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace tl {
namespace {

// A depth-first search from every node outside the order; each edge back onto the path closes one cycle.
std::vector<std::vector<int>> findCycles(const Links& links, const std::vector<bool>& ordered) {
    struct Place {
        int node;
        size_t next = 0;  // of its wires
    };
    std::vector<std::vector<int>> cycles;
    std::vector<char> state(links.out.size(), 0);  // 1 = on the path, 2 = done
    std::vector<Place> path;
    const auto enter = [&](int node) {
        state[static_cast<size_t>(node)] = 1;
        path.push_back({node});
    };
    for (size_t start = 0; start < links.out.size(); ++start) {
        if (!ordered[start] && state[start] == 0) enter(static_cast<int>(start));
        while (!path.empty()) {
            Place& here = path.back();
            const auto& wires = links.out[static_cast<size_t>(here.node)];
            if (here.next == wires.size()) {
                state[static_cast<size_t>(here.node)] = 2;
                path.pop_back();
                continue;
            }
            const int node = wires[here.next++].node;
            const char seen = state[static_cast<size_t>(node)];
            if (seen == 1) {
                std::vector<int>& cycle = cycles.emplace_back();
                for (auto at = std::ranges::find(path, node, &Place::node); at != path.end(); ++at)
                    cycle.push_back(at->node);
            } else if (seen == 0 && !ordered[static_cast<size_t>(node)]) {
                enter(node);
            }
        }
    }
    return cycles;
}

// All that can be come to over `wires` from `start`.
std::vector<bool> walk(const std::vector<std::vector<Links::Wire>>& wires, int start) {
    std::vector<bool> met(wires.size(), false);
    std::vector<int> open = {start};
    met[static_cast<size_t>(start)] = true;
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        for (const Links::Wire& wire : wires[static_cast<size_t>(node)])
            if (!met[static_cast<size_t>(wire.node)]) {
                met[static_cast<size_t>(wire.node)] = true;
                open.push_back(wire.node);
            }
    }
    return met;
}

}  // namespace

Links::Links(const NetworkSpec& network) : in(network.nodes.size()), out(network.nodes.size()) {
    for (size_t i = 0; i < network.nodes.size(); ++i) index.emplace(network.nodes[i].id, static_cast<int>(i));
    for (size_t i = 0; i < network.links.size(); ++i) {
        const LinkSpec& link = network.links[i];
        const auto from = index.find(link.from), to = index.find(link.to);
        if (from == index.end() || to == index.end()) continue;
        out[static_cast<size_t>(from->second)].push_back({to->second, link.port, static_cast<int>(i)});
        in[static_cast<size_t>(to->second)].push_back({from->second, link.port, static_cast<int>(i)});
    }
    for (auto& wires : in)
        std::stable_sort(wires.begin(), wires.end(), [](const Wire& a, const Wire& b) { return a.port < b.port; });

    std::vector<size_t> waiting(in.size());
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (size_t i = 0; i < in.size(); ++i)
        if ((waiting[i] = in[i].size()) == 0) ready.push(static_cast<int>(i));
    std::vector<bool> ordered(in.size(), false);
    while (!ready.empty()) {
        const int node = ready.top();
        ready.pop();
        order.push_back(node);
        ordered[static_cast<size_t>(node)] = true;
        for (const Wire& wire : out[static_cast<size_t>(node)])
            if (--waiting[static_cast<size_t>(wire.node)] == 0) ready.push(wire.node);
    }
    if (order.size() < in.size()) cycles = findCycles(*this, ordered);
}

std::vector<bool> Links::leadingTo(int target) const { return walk(in, target); }

std::vector<bool> Links::reachedFrom(int source) const { return walk(out, source); }

int Links::indexOf(const std::string& id) const {
    const auto found = index.find(id);
    return found == index.end() ? -1 : found->second;
}

}  // namespace tl
