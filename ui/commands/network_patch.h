// The difference between two networks, small and exactly invertible: what undo commands keep instead of copies of
// the whole network. A sequence's difference is one replaced stretch, since an edit touches neighbours or few.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/model/network_spec.h"

namespace tl {

template <typename T>
struct SequencePatch {
    size_t at = 0;
    std::vector<T> before, after;

    static SequencePatch between(const std::vector<T>& from, const std::vector<T>& to) {
        const auto start = std::mismatch(from.begin(), from.end(), to.begin(), to.end());
        auto fromEnd = from.end();
        auto toEnd = to.end();
        while (fromEnd != start.first && toEnd != start.second && *(fromEnd - 1) == *(toEnd - 1)) --fromEnd, --toEnd;
        return {static_cast<size_t>(start.first - from.begin()), {start.first, fromEnd}, {start.second, toEnd}};
    }
    bool empty() const { return before.empty() && after.empty(); }
};

struct NetworkPatch {
    SequencePatch<CopyOnWrite<NodeSpec>> nodes;  // shared with the networks they are of
    SequencePatch<LinkSpec> links;

    static NetworkPatch between(const NetworkSpec& from, const NetworkSpec& to) {
        return {SequencePatch<CopyOnWrite<NodeSpec>>::between(from.nodes.shared(), to.nodes.shared()),
                SequencePatch<LinkSpec>::between(from.links, to.links)};
    }
    bool empty() const { return nodes.empty() && links.empty(); }
    NetworkSpec applied(NetworkSpec spec) const {
        spec.nodes.replace(nodes.at, nodes.before.size(), nodes.after);
        replaceLinks(spec.links, links.before.size(), links.after);
        return spec;
    }
    NetworkSpec reverted(NetworkSpec spec) const {
        spec.nodes.replace(nodes.at, nodes.after.size(), nodes.before);
        replaceLinks(spec.links, links.after.size(), links.before);
        return spec;
    }

private:
    void replaceLinks(std::vector<LinkSpec>& values, size_t count, const std::vector<LinkSpec>& with) const {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(links.at);
        values.insert(values.erase(first, first + static_cast<std::ptrdiff_t>(count)), with.begin(), with.end());
    }
};

}  // namespace tl
