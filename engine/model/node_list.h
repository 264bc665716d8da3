// A network's nodes, in order. Copies share their nodes until one is edited, so that a copy of a large network, an edit
// of it and the comparison of the two cost what the edit touches; and an index finds a node by its id.
#pragma once

#include <functional>
#include <initializer_list>
#include <iterator>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/core/copy_on_write.h"
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

class NodeList {
public:
    using Shared = std::vector<CopyOnWrite<NodeSpec>>;
    class const_iterator;
    using iterator = const_iterator;  // nodes are changed through edit() only
    using value_type = NodeSpec;
    using const_reference = const NodeSpec&;

    NodeList() = default;
    NodeList(std::initializer_list<NodeSpec> nodes) {
        for (const NodeSpec& node : nodes) push_back(node);
    }

    size_t size() const { return nodes_.size(); }
    bool empty() const { return nodes_.empty(); }
    const NodeSpec& operator[](size_t index) const { return *nodes_[index]; }
    const NodeSpec& front() const { return *nodes_.front(); }
    const NodeSpec& back() const { return *nodes_.back(); }
    const_iterator begin() const;
    const_iterator end() const;

    int indexOf(const std::string& id) const;  // the first of the name; -1 = there is none
    NodeSpec& edit(size_t index);              // valid until the list is copied or changed
    void push_back(NodeSpec node);
    void insert(const_iterator before, NodeSpec node);
    void eraseIf(const std::function<bool(const NodeSpec&)>& gone);

    // The nodes as they are shared between copies, for telling and keeping differences.
    const Shared& shared() const { return nodes_; }
    void replace(size_t at, size_t count, const Shared& with);
    friend bool operator==(const NodeList& a, const NodeList& b) { return a.nodes_ == b.nodes_; }

private:
    void makeIndex();
    using Index = std::unordered_map<std::string, int>;
    Shared nodes_;
    CopyOnWrite<Index> index_;
    bool renamed_ = false;  // an id may have been edited: what the index does not know may be there all the same
};

class NodeList::const_iterator {
public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = NodeSpec;
    using difference_type = std::ptrdiff_t;
    using pointer = const NodeSpec*;
    using reference = const NodeSpec&;

    const_iterator() = default;
    explicit const_iterator(Shared::const_iterator at) : at_(at) {}
    reference operator*() const { return **at_; }
    pointer operator->() const { return &**at_; }
    reference operator[](difference_type n) const { return *at_[n]; }
    const_iterator& operator++() { return ++at_, *this; }
    const_iterator operator++(int) { return const_iterator(at_++); }
    const_iterator& operator--() { return --at_, *this; }
    const_iterator operator--(int) { return const_iterator(at_--); }
    const_iterator& operator+=(difference_type n) { return at_ += n, *this; }
    const_iterator& operator-=(difference_type n) { return at_ -= n, *this; }
    friend const_iterator operator+(const_iterator a, difference_type n) { return a += n; }
    friend const_iterator operator+(difference_type n, const_iterator a) { return a += n; }
    friend const_iterator operator-(const_iterator a, difference_type n) { return a -= n; }
    friend difference_type operator-(const const_iterator& a, const const_iterator& b) { return a.at_ - b.at_; }
    friend bool operator==(const const_iterator&, const const_iterator&) = default;
    friend auto operator<=>(const const_iterator& a, const const_iterator& b) { return a.at_ <=> b.at_; }

private:
    Shared::const_iterator at_;
};

inline NodeList::const_iterator NodeList::begin() const { return const_iterator(nodes_.begin()); }
inline NodeList::const_iterator NodeList::end() const { return const_iterator(nodes_.end()); }

}  // namespace tl
