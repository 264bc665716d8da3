// A network as people edit it and files keep it: nodes, links and properties, nothing compiled. A plain value;
// an unfinished or wrong network is a normal one.
#pragma once

#include <string>
#include <vector>

#include "engine/model/node_list.h"

namespace tl {

struct LinkSpec {
    std::string from, to;  // node ids
    int port = 0;          // input port of `to`; a merge's inputs are ordered
    friend bool operator==(const LinkSpec&, const LinkSpec&) = default;
};

struct NetworkSpec {
    NodeList nodes;
    std::vector<LinkSpec> links;

    const NodeSpec* find(const std::string& id) const;
    NodeSpec* find(const std::string& id);  // to change it: see NodeList::edit
    // "conv_3"; a first "input" or "output" has no number. `last`: the number to go on after, for many in a row.
    std::string freshId(const std::string& stem, int* last = nullptr) const;
    bool reaches(const std::string& from, const std::string& to) const;  // along links; a node reaches itself
    // Takes the nodes and their links out. With reconnect, what fed one's first input feeds those that it fed.
    void remove(const std::vector<std::string>& ids, bool reconnect);
    // What is built and trained: without the bypassed nodes, each of which hands its first input on.
    NetworkSpec withoutBypassed() const;
    friend bool operator==(const NetworkSpec&, const NetworkSpec&) = default;
};

// Whether the layer's weights stay as they are: its property `trainable` is off.
bool isFrozen(const NodeSpec& node);

}  // namespace tl
