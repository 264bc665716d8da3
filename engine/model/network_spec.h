// A network as people edit it and files keep it: nodes, links and properties, nothing compiled. A plain value;
// an unfinished or wrong network is a normal one.
#pragma once

#include <string>
#include <vector>

#include "engine/core/property.h"

namespace tl {

struct NodeSpec {
    std::string id;    // unique, stable: "conv_1"; names its parameters
    std::string type;  // LayerType::id; an unknown one is kept as a placeholder
    int version = 1;
    Properties properties;    // only those set away from the default
    double x = 0, y = 0;      // canvas position of the top left corner, px
    std::string unknownJson;  // fields of an unknown type, kept word for word
    bool bypassed = false;    // kept in the picture, and left out of what is trained
    friend bool operator==(const NodeSpec&, const NodeSpec&) = default;
};

struct LinkSpec {
    std::string from, to;  // node ids
    int port = 0;          // input port of `to`; a merge's inputs are ordered
    friend bool operator==(const LinkSpec&, const LinkSpec&) = default;
};

struct NetworkSpec {
    std::vector<NodeSpec> nodes;
    std::vector<LinkSpec> links;

    const NodeSpec* find(const std::string& id) const;
    NodeSpec* find(const std::string& id);
    std::string freshId(const std::string& stem) const;  // "conv_3"; a first "input" or "output" has no number
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
