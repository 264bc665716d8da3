// See the header.
#include "engine/io/graphs/graph_maker.h"

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"

namespace tl {
namespace {

constexpr size_t kFewNodes = 1000, kBytesPerNode = 16, kDeepest = 24, kLongName = 512, kLongText = 160;

}  // namespace

std::string shortened(std::string_view text) {
    std::string out(text.substr(0, kLongText));
    for (char& c : out)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return text.size() > kLongText ? out + "…" : out;
}

void ForeignShape::add(int64_t extent, std::string_view name) {
    if (!text.empty()) text += "×";
    if (text.size() > kLongText) return;
    text += extent >= 0 ? std::to_string(extent) : name.empty() ? "?" : shortened(name);
    elements *= extent >= 0 ? static_cast<double>(extent) : 0;
}

GraphMaker::GraphMaker(std::string file, size_t bytes)
    : file_(std::move(file)), most_(kFewNodes + bytes / kBytesPerNode) {
    view_.kind = GraphKind::Foreign;
}

int GraphMaker::node(const std::string& name, const std::string& op, int group) {
    if (view_.nodes.size() >= most_)
        throw Error(Message(file_), "a graph", "more nodes than a file of its size can tell of",
                    "It is damaged, or no graph.");
    GraphNode made;
    made.name = shortened(name);
    made.op = shortened(op);
    made.title = Message(std::string(made.name));
    made.detail = Message(std::string(made.op));
    made.category = categoryOfOp(made.op);
    made.group = group;
    if (name.size() <= kLongName) {
        size_t begin = 0, depth = 0;
        for (size_t slash = name.find('/'); slash != std::string::npos && depth < kDeepest;
             slash = name.find('/', begin)) {
            if (slash > begin) {
                made.group = this->group(made.group, std::string_view(name).substr(begin, slash - begin));
                ++depth;
            }
            begin = slash + 1;
        }
        if (begin > 0 && begin < name.size()) made.title = Message(name.substr(begin));
    }
    view_.nodes.push_back(std::move(made));
    return static_cast<int>(view_.nodes.size()) - 1;
}

void GraphMaker::attribute(int node, std::string_view key, std::string value) {
    at(node).attributes.emplace_back(shortened(key), std::move(value));
}

int GraphMaker::group(int parent, std::string_view name) {
    const std::string own(name.substr(0, kLongName));
    if (parent >= 0 && view_.groups[static_cast<size_t>(parent)].name.size() > kLongName) return parent;
    return grouping_.group(parent, own, Message(std::string(own)));
}

std::string GraphMaker::keyOf(int scope, std::string_view name) {
    return std::to_string(scope) + '\n' + std::string(name);
}

int GraphMaker::known(int scope, std::string_view name) const {
    const auto found = tensors_.find(keyOf(scope, name));
    return found == tensors_.end() ? -1 : found->second;
}

int GraphMaker::tensor(int scope, std::string_view name) {
    const auto [found, fresh] = tensors_.try_emplace(keyOf(scope, name), static_cast<int>(view_.tensors.size()));
    if (fresh) {
        GraphTensor made;
        made.name = shortened(name);
        view_.tensors.push_back(std::move(made));
        producer_.push_back(-1);
    }
    return found->second;
}

void GraphMaker::makes(int node, int tensor) {
    at(node).outputs.push_back(tensor);
    producer_[static_cast<size_t>(tensor)] = node;
}

void GraphMaker::reads(int node, int tensor) { at(node).inputs.push_back(tensor); }

GraphView GraphMaker::finish(Message title) {
    for (size_t i = 0; i < view_.nodes.size(); ++i) {
        GraphNode& node = view_.nodes[i];
        for (int tensor : node.inputs) {
            node.bytesRead += tensorAt(tensor).bytes;
            if (const int from = producerOf(tensor); from >= 0 && from != static_cast<int>(i))
                view_.edges.push_back({from, static_cast<int>(i), tensor});
        }
        for (int tensor : node.outputs) {
            node.memory += tensorAt(tensor).bytes;
            if (node.precision.empty()) node.precision = tensorAt(tensor).type;
        }
        node.bytesWritten = node.memory;
    }
    // Where everything stands in one scope, that says nothing.
    view_.title = std::move(title);
    for (GraphGroup& group : view_.groups) {
        int beside = 0;
        for (const GraphGroup& other : view_.groups) beside += other.parent < 0 ? 1 : 0;
        const bool alone = group.parent < 0 && beside == 1;
        group.open = alone;
        if (!alone) break;
    }
    return std::move(view_);
}

}  // namespace tl
