// The index is a hint that is held against the node it points at, so that an edited id needs no upkeep; what it does
// not know is looked for one by one only while an id may have been edited.
#include "engine/model/node_list.h"

#include <algorithm>

namespace tl {

int NodeList::indexOf(const std::string& id) const {
    const auto hint = index_->find(id);
    if (hint != index_->end() && static_cast<size_t>(hint->second) < nodes_.size() &&
        nodes_[static_cast<size_t>(hint->second)]->id == id)
        return hint->second;
    if (!renamed_) return -1;
    const auto found = std::find_if(begin(), end(), [&](const NodeSpec& node) { return node.id == id; });
    return found == end() ? -1 : static_cast<int>(found - begin());
}

NodeSpec& NodeList::edit(size_t index) {
    renamed_ = true;
    return nodes_[index].edit();
}

void NodeList::push_back(NodeSpec node) {
    index_.edit().emplace(node.id, static_cast<int>(nodes_.size()));
    nodes_.push_back(std::move(node));
}

void NodeList::insert(const_iterator before, NodeSpec node) {
    replace(static_cast<size_t>(before - begin()), 0, {CopyOnWrite<NodeSpec>(std::move(node))});
}

void NodeList::eraseIf(const std::function<bool(const NodeSpec&)>& gone) {
    if (std::erase_if(nodes_, [&](const CopyOnWrite<NodeSpec>& node) { return gone(*node); }) > 0) makeIndex();
}

void NodeList::replace(size_t at, size_t count, const Shared& with) {
    const auto first = nodes_.begin() + static_cast<std::ptrdiff_t>(at);
    const bool sameIds =
        count == with.size() &&
        std::equal(with.begin(), with.end(), first, [](const auto& a, const auto& b) { return a->id == b->id; });
    if (sameIds) {
        std::copy(with.begin(), with.end(), first);
        return;
    }
    nodes_.insert(nodes_.erase(first, first + static_cast<std::ptrdiff_t>(count)), with.begin(), with.end());
    makeIndex();
}

void NodeList::makeIndex() {
    Index index;
    index.reserve(nodes_.size());
    for (size_t i = 0; i < nodes_.size(); ++i) index.emplace(nodes_[i]->id, static_cast<int>(i));
    index_ = std::move(index);
    renamed_ = false;
}

}  // namespace tl
