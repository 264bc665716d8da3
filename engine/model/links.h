// The links of a network as indexes, made once per look at it: validation, layout and building all walk it.
// Links that name a missing node are left out here; validation reports them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/model/network_spec.h"

namespace tl {

struct Links {
    struct Wire {
        int node = -1;  // at the other end
        int port = 0;   // input port of the wire's target
        int link = -1;  // index into NetworkSpec::links
    };
    std::unordered_map<std::string, int> index;  // by id; the first of a name
    std::vector<std::vector<Wire>> in, out;      // per node; `in` sorted by port, then as linked
    std::vector<int> order;                      // topological, earlier nodes first; without nodes on or behind a cycle
    std::vector<std::vector<int>> cycles;        // each once, in the direction of its links

    explicit Links(const NetworkSpec& network);
    // Which nodes lead to `target`, and which `source` leads to; themselves included.
    std::vector<bool> leadingTo(int target) const;
    std::vector<bool> reachedFrom(int source) const;
    int indexOf(const std::string& id) const;  // -1 = not there
};

}  // namespace tl
