// What is picked, searched and coloured by in the graph.
#include <algorithm>

#include "ui/models/op_graph_model.h"
#include "ui/models/text.h"

namespace tl {

void OpGraphModel::setColour(Colour colour) {
    if (colour == colour_) return;
    colour_ = colour;
    emit colourChanged();
}

const GraphNode* OpGraphModel::pickedNode() const {
    const bool there = pick_.node >= 0 && pick_.node < static_cast<int>(view_->nodes.size());
    return there ? &view_->nodes[static_cast<size_t>(pick_.node)] : nullptr;
}

void OpGraphModel::setPick(const GraphPick& pick) {
    if (pick == pick_) return;
    pick_ = pick;
    emit pickChanged();
}

void OpGraphModel::reveal(const GraphPick& pick) {
    setPick(pick);
    emit revealRequested(pick);
}

void OpGraphModel::revealLayers(const QStringList& layers, const QString& op, const QString& phase) {
    if (kind_ == GraphKind::Foreign) show(GraphKind::Compiled);
    if (stale_ || state_ == State::Loading) {
        wanted_ = {layers, op, phase};
        return;
    }
    wanted_ = {};
    const QSet<int> ops = nodesOf(layers);
    QSet<int> meant;
    for (const int id : ops) {
        const GraphNode& node = view_->nodes[static_cast<size_t>(id)];
        if (!op.isEmpty() && q(node.op) == op && (phase.isEmpty() || q(view_->phaseOf(node)) == phase))
            meant.insert(id);
    }
    if (!ops.isEmpty()) reveal({mainOf(meant.isEmpty() ? ops : meant), -1});
}

void OpGraphModel::setSearch(const QString& words) {
    if (words == search_) return;
    search_ = words;
    find();
    emit searchChanged();
}

void OpGraphModel::find() {
    matches_.clear();
    if (search_.isEmpty()) return;
    const auto holds = [&](const std::string& text) { return q(text).contains(search_, Qt::CaseInsensitive); };
    for (size_t i = 0; i < view_->nodes.size(); ++i) {
        const GraphNode& node = view_->nodes[i];
        bool found = holds(node.name) || holds(node.op) || holds(node.layer) || holds(node.kernel) ||
                     q(node.title).contains(search_, Qt::CaseInsensitive);
        for (size_t k = 0; k < node.inputs.size() && !found; ++k)
            found = view_->tensors[static_cast<size_t>(node.inputs[k])].weights &&
                    holds(view_->tensors[static_cast<size_t>(node.inputs[k])].name);
        for (size_t k = 0; k < node.outputs.size() && !found; ++k)
            found = holds(view_->tensors[static_cast<size_t>(node.outputs[k])].name);
        if (found) matches_.insert(static_cast<int>(i));
    }
}

void OpGraphModel::nextMatch() {
    if (matches_.isEmpty()) return;
    QList<int> sorted(matches_.begin(), matches_.end());
    std::sort(sorted.begin(), sorted.end());
    const auto next = std::upper_bound(sorted.begin(), sorted.end(), pick_.node);
    reveal({next == sorted.end() ? sorted.front() : *next, -1});
}

QSet<int> OpGraphModel::nodesOf(const QStringList& layers) const {
    QSet<int> found;
    const QSet<QString> wanted(layers.begin(), layers.end());
    for (size_t i = 0; i < view_->nodes.size() && !wanted.isEmpty(); ++i)
        if (!view_->nodes[i].layer.empty() && wanted.contains(q(view_->nodes[i].layer)))
            found.insert(static_cast<int>(i));
    return found;
}

int OpGraphModel::mainOf(const QSet<int>& nodes) const {
    if (nodes.isEmpty()) return -1;
    const auto node = [&](int id) -> const GraphNode& { return view_->nodes[static_cast<size_t>(id)]; };
    const auto phase = [&](int id) {
        const std::vector<int> path = view_->pathOf(node(id).group);
        return !path.empty() && view_->groups[static_cast<size_t>(path[0])].closed ? path[0] : -1;
    };
    QList<int> sorted(nodes.begin(), nodes.end());
    std::sort(sorted.begin(), sorted.end());
    int best = sorted.front();
    const int first = phase(best);
    for (const int id : sorted)
        if (phase(id) == first && (node(id).flops > node(best).flops || (node(best).reorder && !node(id).reorder)))
            best = id;
    return best;
}

}  // namespace tl
