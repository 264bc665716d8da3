// See the header.
#include "engine/graph/view/graph_view.h"
#include "engine/core/lower_case.h"

#include <algorithm>

namespace tl {
namespace {

size_t at(int id) { return static_cast<size_t>(id); }

}  // namespace

int GraphView::nodeDoing(const std::string& op) const {
    for (size_t i = 0; i < nodes.size(); ++i)
        if (std::find(nodes[i].ops.begin(), nodes[i].ops.end(), op) != nodes[i].ops.end()) return static_cast<int>(i);
    return -1;
}

std::string GraphView::phaseOf(const GraphNode& node) const {
    const std::vector<int> path = pathOf(node.group);
    return path.empty() || !groups[static_cast<size_t>(path[0])].closed ? std::string()
                                                                        : groups[static_cast<size_t>(path[0])].name;
}

std::vector<int> GraphView::pathOf(int group) const {
    std::vector<int> path;
    for (; group >= 0; group = groups[at(group)].parent) path.insert(path.begin(), group);
    return path;
}

std::string GraphView::Totals::category() const {
    const auto most = std::max_element(categories.begin(), categories.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == categories.end() ? std::string() : most->first;
}

std::vector<GraphView::Totals> GraphView::totals() const {
    std::vector<Totals> all(groups.size());
    const bool measured = stepSeconds >= 0;
    const bool costed = std::any_of(nodes.begin(), nodes.end(), [](const GraphNode& n) { return n.flops > 0; });
    for (const GraphNode& node : nodes)
        for (int group = node.group; group >= 0; group = groups[at(group)].parent) {
            Totals& sum = all[at(group)];
            sum.nodes += node.reorder ? 0 : 1;
            sum.seconds += std::max(node.seconds, 0.0);
            sum.flops += node.flops;
            sum.memory += node.memory;
            sum.bytes += node.bytesRead + node.bytesWritten;
            sum.categories[node.category] += measured ? std::max(node.seconds, 0.0) : costed ? node.flops : 1;
            if (!node.precision.empty()) ++sum.precisions[node.precision];
        }
    return all;
}

std::vector<int> GraphView::sharesWith(int tensor) const {
    std::vector<int> found;
    const int block = tensor < 0 ? -1 : tensors[at(tensor)].block;
    if (block < 0) return found;
    const GraphBlock& own = blocks[at(block)];
    for (size_t i = 0; i < tensors.size(); ++i) {
        const GraphTensor& other = tensors[i];
        if (static_cast<int>(i) == tensor || other.block < 0) continue;
        const GraphBlock& their = blocks[at(other.block)];
        if (own.offset < their.offset + their.bytes && their.offset < own.offset + own.bytes)
            found.push_back(static_cast<int>(i));
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](int a, int b) { return tensors[at(a)].first < tensors[at(b)].first; });
    return found;
}

std::vector<std::pair<std::string, double>> GraphView::holders(int step) const {
    std::map<std::string, double> bytes;
    for (const GraphBlock& block : blocks)
        if (block.first <= step && step <= block.last)
            bytes[block.layer.empty() ? block.name : block.layer] += block.bytes;
    std::vector<std::pair<std::string, double>> all(bytes.begin(), bytes.end());
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    return all;
}

std::string categoryOfOp(const std::string& op) {
    const std::string name = lowerCase(op);
    static const std::pair<const char*, const char*> words[] = {
        {"conv", "conv"},      {"pool", "pool"},       {"norm", "norm"},    {"lrn", "norm"},
        {"lstm", "sequence"},  {"gru", "sequence"},    {"rnn", "sequence"}, {"attention", "sequence"},
        {"embed", "sequence"}, {"gather", "sequence"}, {"dropout", "reg"},  {"noise", "reg"},
        {"relu", "act"},       {"sigmoid", "act"},     {"tanh", "act"},     {"softmax", "act"},
        {"elu", "act"},        {"swish", "act"},       {"erf", "act"},      {"activation", "act"},
        {"softplus", "act"},   {"clip", "act"},        {"concat", "merge"}, {"biasadd", "core"},
        {"placeholder", "io"}, {"input", "io"},        {"const", "io"},     {"variable", "io"},
        {"varhandle", "io"},   {"entropy", "io"},      {"loss", "io"},      {"identity", "io"},
        {"matmul", "core"},    {"gemm", "core"},       {"update", "reg"},   {"add", "merge"},
        {"sum", "merge"},      {"sub", "merge"},       {"mul", "merge"},    {"div", "merge"},
        {"max", "merge"},      {"min", "merge"}};
    for (const auto& [word, category] : words)
        if (name.find(word) != std::string::npos) return category;
    return "core";
}

int GraphGrouping::group(int parent, const std::string& name, const Message& title) {
    const auto [found, fresh] = known_.try_emplace({parent, name}, static_cast<int>(view_.groups.size()));
    if (!fresh) return found->second;
    GraphGroup made;
    made.name = parent < 0 ? name : view_.groups[at(parent)].name + "/" + name;
    made.title = title;
    made.parent = parent;
    view_.groups.push_back(std::move(made));
    return found->second;
}

}  // namespace tl
