// What all readers of foreign graphs share: nodes by name, groups from the scopes in names, edges from what inputs are
// called. Bounds what a file can make of itself in memory by the file's own size.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/graph/view/graph_view.h"

namespace tl {

class GraphMaker {
public:
    GraphMaker(std::string file, size_t bytes);

    // In `group`, and in those of its name's scopes ("a/b/c" stands in a, then b). Throws Error where there are more
    // nodes than so many bytes can tell of.
    int node(const std::string& name, const std::string& op, int group = -1);
    GraphNode& at(int node) { return view_.nodes[static_cast<size_t>(node)]; }
    void attribute(int node, std::string_view key, std::string value);
    int group(int parent, std::string_view name);

    // Values are known by name within a graph or function, which `scope` numbers.
    int tensor(int scope, std::string_view name);
    int known(int scope, std::string_view name) const;  // -1: nobody spoke of it so far
    GraphTensor& tensorAt(int tensor) { return view_.tensors[static_cast<size_t>(tensor)]; }
    void makes(int node, int tensor);
    void reads(int node, int tensor);
    int producerOf(int tensor) const { return producer_[static_cast<size_t>(tensor)]; }

    // Edges are made here, when every node is known. Unread memory that a value would take is not counted.
    GraphView finish(Message title);

private:
    static std::string keyOf(int scope, std::string_view name);

    std::string file_;
    size_t most_;
    GraphView view_;
    GraphGrouping grouping_{view_};
    std::unordered_map<std::string, int> tensors_;
    std::vector<int> producer_;
};

// A shape and how many values it has; sizes below 0 are not known.
struct ForeignShape {
    std::string text;     // "1×3×224×224", "?×10"
    double elements = 1;  // 0 where not known
    void add(int64_t extent, std::string_view name = {});
    std::string shown() const { return text.empty() ? "scalar" : text; }
};

std::string shortened(std::string_view text);  // for what may be a novel

}  // namespace tl
