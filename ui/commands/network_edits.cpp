// See the header. Nothing here asks whether the result is a valid network: validation does, after the edit.
#include "ui/commands/network_edits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "engine/layers/layer_type.h"
#include "engine/model/links.h"
#include "widgets/canvas/graph_model.h"

namespace tl::edits {

namespace {

constexpr double kWidth = CanvasNode::kWidth, kHeight = CanvasNode::kHeight;

bool isMerge(const NetworkSpec& network, const std::string& id) {
    const NodeSpec* node = network.find(id);
    const LayerType* type = node ? findLayer(node->type) : nullptr;
    return type && type->maxInputs < 0;
}

// The ports of these merges stay 0, 1, 2, ... when some of their wires go.
void closeGaps(NetworkSpec& network, const std::set<std::string>& ids) {
    std::map<std::string, std::vector<LinkSpec*>> wires;
    for (LinkSpec& link : network.links)
        if (ids.count(link.to)) wires[link.to].push_back(&link);
    for (auto& [id, ordered] : wires) {
        if (!isMerge(network, id)) continue;
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const LinkSpec* a, const LinkSpec* b) { return a->port < b->port; });
        for (size_t i = 0; i < ordered.size(); ++i) ordered[i]->port = static_cast<int>(i);
    }
}

void eraseLinks(NetworkSpec& network, const std::function<bool(const LinkSpec&)>& wanted) {
    std::set<std::string> touched;
    std::erase_if(network.links, [&](const LinkSpec& link) {
        if (!wanted(link)) return false;
        touched.insert(link.to);
        return true;
    });
    if (!touched.empty()) closeGaps(network, touched);
}

bool overlaps(const NetworkSpec& network, const std::string& ignore, double x, double y) {
    return std::any_of(network.nodes.begin(), network.nodes.end(), [&](const NodeSpec& node) {
        return node.id != ignore && std::abs(node.x - x) < kWidth && std::abs(node.y - y) < kHeight;
    });
}

std::string stemOf(const std::string& id) {
    const size_t end = id.find_last_not_of("0123456789");
    if (end == std::string::npos || end + 1 == id.size() || id[end] != '_') return id;
    return id.substr(0, end);
}

}  // namespace

std::string typeOf(const std::string& type) { return type.substr(0, type.find('?')); }

std::string addLayer(NetworkSpec& network, const std::string& type, Point at) {
    NodeSpec node;
    const LayerType* layer = findLayer(typeOf(type));
    node.id = network.freshId(layer ? layer->idStem : "layer");
    node.type = typeOf(type);
    node.version = layer ? layer->version : 1;
    node.x = at.x;
    node.y = at.y;
    network.nodes.push_back(node);
    if (const size_t key = type.find('?'), value = type.find('='); value != std::string::npos)
        setProperty(network, node.id, type.substr(key + 1, value - key - 1), type.substr(value + 1));
    return node.id;
}

void connect(NetworkSpec& network, const std::string& from, const std::string& to, int port) {
    std::erase_if(network.links, [&](const LinkSpec& link) { return link.to == to && link.port == port; });
    network.links.push_back({from, to, port});
}

void disconnect(NetworkSpec& network, const std::vector<LinkSpec>& links) {
    std::set<std::tuple<std::string, std::string, int>> wanted;
    for (const LinkSpec& link : links) wanted.emplace(link.from, link.to, link.port);
    if (!wanted.empty())
        eraseLinks(network, [&](const LinkSpec& link) { return wanted.count({link.from, link.to, link.port}) != 0; });
}

int reconnect(NetworkSpec& network, const LinkSpec& wire, const std::string& to, int port) {
    std::vector<LinkSpec>& links = network.links;
    const auto moved = std::ranges::find(links, wire);
    if (moved == links.end()) return port;
    const auto index = static_cast<size_t>(moved - links.begin());
    const auto there =
        std::ranges::find_if(links, [&](const LinkSpec& link) { return link.to == to && link.port == port; });
    const LinkSpec before = std::exchange(*moved, {wire.from, to, port});
    const bool same = to == before.to;
    if (there != links.end() && there != moved) {
        if (same)
            there->port = before.port;
        else
            links.erase(there);
    }
    closeGaps(network, {before.to});
    return same ? links[index].port : port;
}

void removeLayers(NetworkSpec& network, const std::vector<std::string>& ids, bool reconnect) {
    const std::unordered_set<std::string> gone(ids.begin(), ids.end());
    std::set<std::string> fed;
    for (const LinkSpec& link : network.links)
        if (gone.count(link.from)) fed.insert(link.to);
    network.remove(ids, reconnect);
    closeGaps(network, fed);
}

bool toggleBypass(NetworkSpec& network, const std::vector<std::string>& ids) {
    std::vector<NodeSpec*> nodes;
    for (const std::string& id : ids) {
        NodeSpec* node = network.find(id);
        const LayerType* type = node ? findLayer(node->type) : nullptr;
        if (node && !(type && type->category == Category::Io)) nodes.push_back(node);
    }
    const bool bypass = std::any_of(nodes.begin(), nodes.end(), [](const NodeSpec* node) { return !node->bypassed; });
    for (NodeSpec* node : nodes) node->bypassed = bypass;
    return bypass;
}

void move(NetworkSpec& network, const std::vector<std::string>& ids, Point by) {
    for (const std::string& id : ids) {
        if (NodeSpec* node = network.find(id)) {
            node->x += by.x;
            node->y += by.y;
        }
    }
}

Message refusesName(const NetworkSpec& network, const std::string& id, const std::string& name) {
    if (name.empty()) return "A layer needs a name.";
    if (name.find_first_of("/. \t\n=") != std::string::npos)
        return "A layer's name cannot hold spaces, dots, slashes or equals signs, as it names weights and properties.";
    if (name != id && network.find(name)) return Message("There is already a layer called {name}.", name);
    return {};
}

void rename(NetworkSpec& network, const std::string& id, const std::string& name) {
    NodeSpec* node = network.find(id);
    if (!node) return;
    node->id = name;
    for (LinkSpec& link : network.links) {
        if (link.from == id) link.from = name;
        if (link.to == id) link.to = name;
    }
}

void setProperty(NetworkSpec& network, const std::string& id, const std::string& key, const PropertyValue& value) {
    NodeSpec* node = network.find(id);
    if (!node) return;
    const LayerType* type = findLayer(node->type);
    if (type) {
        for (const Property& property : type->properties) {
            if (property.key == key && property.defaultValue == value) {
                node->properties.erase(key);
                return;
            }
        }
    }
    node->properties[key] = value;
}

bool canFreeze(const NodeSpec& node) {
    const LayerType* type = findLayer(node.type);
    return type && std::any_of(type->properties.begin(), type->properties.end(),
                               [](const Property& property) { return property.key == "trainable"; });
}

void splice(NetworkSpec& network, const std::string& id, const LinkSpec& wire) {
    for (LinkSpec& link : network.links)
        if (link == wire) link.from = id;
    connect(network, wire.from, id, 0);
}

std::string insertOnWire(NetworkSpec& network, const std::string& type, const LinkSpec& wire) {
    const NodeSpec* from = std::as_const(network).find(wire.from);
    const NodeSpec* to = std::as_const(network).find(wire.to);
    if (!from || !to) return {};
    const Point at{from->x, from->y + kRowStep};
    // What follows moves down just enough for one more row.
    const double room = at.y + kRowStep;
    if (to->y > from->y && to->y < room) {
        const double by = room - to->y;
        const double line = to->y;
        const std::string start = wire.to;
        const Links wiring(network);
        const std::vector<bool> follows = wiring.reachedFrom(wiring.indexOf(start));
        for (size_t i = 0; i < follows.size(); ++i)
            if (follows[i] && network.nodes[i].y >= line) network.nodes.edit(i).y += by;
    }
    std::string id = addLayer(network, type, at);
    splice(network, id, wire);
    return id;
}

std::string addAfter(NetworkSpec& network, const std::string& type, const std::vector<std::string>& after) {
    const LayerType* layer = findLayer(typeOf(type));
    std::vector<std::string> feeders;
    for (const std::string& id : after) {
        const NodeSpec* node = std::as_const(network).find(id);
        const LayerType* known = node ? findLayer(node->type) : nullptr;
        if (node && (!known || known->hasOutput)) feeders.push_back(id);
    }
    if (feeders.empty() || !layer || layer->maxInputs == 0) {
        Point at;
        for (const NodeSpec& other : network.nodes)
            if (&other == &network.nodes.front() || other.y + kRowStep > at.y) at = {other.x, other.y + kRowStep};
        return addLayer(network, type, at);
    }
    const std::string& last = feeders.back();
    const bool merges = layer->maxInputs != 1 && feeders.size() > 1;
    std::vector<LinkSpec> out;
    std::copy_if(network.links.begin(), network.links.end(), std::back_inserter(out),
                 [&](const LinkSpec& link) { return link.from == last; });
    if (!merges && out.size() == 1 && layer->hasOutput) return insertOnWire(network, type, out.front());
    const NodeSpec* node = std::as_const(network).find(last);
    Point at{node->x, node->y + kRowStep};
    while (overlaps(network, {}, at.x, at.y)) at.x += kColumnStep;
    std::string id = addLayer(network, type, at);
    if (!merges) feeders = {last};
    for (size_t port = 0; port < feeders.size(); ++port)
        if (layer->maxInputs < 0 || static_cast<int>(port) < layer->maxInputs)
            connect(network, feeders[port], id, static_cast<int>(port));
    return id;
}

namespace {

// The first input without a wire; a merge always has one more. -1 = none.
int freePort(const LayerType* type, const std::vector<Links::Wire>& wires) {
    int port = 0;
    for (const Links::Wire& wire : wires)  // sorted by port
        if (wire.port == port) ++port;
    const int ports = !type ? 1 : type->maxInputs;
    if (ports < 0 || port < ports) return port;
    return ports == 1 ? 0 : -1;  // a single input changes its wire
}

}  // namespace

int connectAll(NetworkSpec& network, const std::vector<std::string>& ids) {
    int made = 0;
    Links wiring(network);  // goes along with each wire that is made
    const auto typeAt = [&network](int node) { return findLayer(network.nodes[static_cast<size_t>(node)].type); };
    const auto wire = [&](const std::string& from, const std::string& to) {
        const int source = wiring.indexOf(from), target = wiring.indexOf(to);
        if (source < 0 || target < 0) return;
        auto& into = wiring.in[static_cast<size_t>(target)];
        const LayerType* type = typeAt(source);
        const bool there = std::ranges::find(into, source, &Links::Wire::node) != into.end();
        const int port = freePort(typeAt(target), into);
        if (there || port < 0 || (type && !type->hasOutput) || wiring.reachedFrom(target)[static_cast<size_t>(source)])
            return;
        connect(network, from, to, port);
        std::erase_if(into, [&](const Links::Wire& old) {
            if (old.port != port) return false;
            auto& out = wiring.out[static_cast<size_t>(old.node)];
            out.erase(std::ranges::find_if(
                out, [&](const Links::Wire& one) { return one.node == target && one.port == port; }));
            return true;
        });
        into.insert(std::ranges::upper_bound(into, port, {}, &Links::Wire::port), {source, port});
        wiring.out[static_cast<size_t>(source)].push_back({target, port});
        ++made;
    };
    const bool gather = ids.size() > 2 && isMerge(network, ids.back());
    for (size_t i = 0; i + 1 < ids.size(); ++i) wire(ids[i], gather ? ids.back() : ids[i + 1]);
    return made;
}

namespace {

// The layer takes the place of `above`, which feeds it: on the canvas, too. Whom either fed gets what both make.
void moveAbove(NetworkSpec& network, const std::string& id, const std::string& above) {
    const auto into =
        std::ranges::find_if(network.links, [&](const LinkSpec& link) { return link.to == above && link.port == 0; });
    NodeSpec *lower = network.find(id), *upper = network.find(above);
    if (into == network.links.end() || !lower || !upper) return;
    const std::string source = std::exchange(into->from, id);
    for (LinkSpec& link : network.links)
        if (link.from == above && link.to == id)
            link.from = source;
        else if (link.from == id && link.to != above)
            link.from = above;
    std::swap(lower->x, upper->x);
    std::swap(lower->y, upper->y);
}

}  // namespace

void applyRepair(NetworkSpec& network, const std::string& diagnosed, const Repair& repair) {
    const std::string node = repair.node.empty() ? diagnosed : repair.node;
    switch (repair.kind) {
    case Repair::Kind::InsertBefore: {
        const auto wire = std::ranges::find_if(
            network.links, [&](const LinkSpec& link) { return link.to == node && link.port == repair.port; });
        std::string id;
        if (wire != network.links.end()) {
            id = insertOnWire(network, repair.layerType, LinkSpec(*wire));
        } else if (const NodeSpec* target = std::as_const(network).find(node)) {
            id = addLayer(network, repair.layerType, {target->x, target->y - kRowStep});
            connect(network, id, node, repair.port);
            if (!repair.from.empty()) connect(network, repair.from, id, 0);
        }
        if (!repair.key.empty() && !id.empty()) setProperty(network, id, repair.key, repair.value);
        for (const auto& [key, value] : repair.more) setProperty(network, id, key, value);
        return;
    }
    case Repair::Kind::ChangeType: changeType(network, node, repair.layerType); return;
    case Repair::Kind::MoveAbove:
        moveAbove(network, node, repair.from);
        if (!repair.layerType.empty()) changeType(network, node, repair.layerType);
        return;
    case Repair::Kind::Connect: connect(network, repair.from, node, repair.port); return;
    case Repair::Kind::SetProperty: setProperty(network, node, repair.key, repair.value); return;
    case Repair::Kind::Remove: removeLayers(network, {node}, true); return;
    case Repair::Kind::Disconnect: {
        const LinkSpec named{repair.from, node, repair.port};
        if (std::ranges::find(network.links, named) != network.links.end()) return disconnect(network, {named});
        // A bypassed layer stands between.
        eraseLinks(network, [&](const LinkSpec& link) { return link.to == node && link.port == repair.port; });
        return;
    }
    case Repair::Kind::SetData: return;  // no edit of the network
    }
}

std::string changeType(NetworkSpec& network, const std::string& id, const std::string& type) {
    NodeSpec* node = network.find(id);
    const LayerType* layer = findLayer(type);
    if (!node || !layer) return id;
    const LayerType* before = findLayer(node->type);
    const bool automatic = before && before != layer && stemOf(id) == before->idStem;
    Properties kept;
    for (const Property& property : layer->properties) {
        const auto old = node->properties.find(property.key);
        if (old != node->properties.end() && old->second.index() == property.defaultValue.index() &&
            checkProperty(property, old->second).empty() && old->second != property.defaultValue)
            kept.insert(*old);
    }
    node->type = type;
    node->version = layer->version;
    node->properties = std::move(kept);
    node->unknownJson.clear();
    eraseLinks(network, [&](const LinkSpec& link) {
        return (link.to == id && layer->maxInputs >= 0 && link.port >= layer->maxInputs) ||
               (link.from == id && !layer->hasOutput);
    });
    closeGaps(network, {id});
    if (!automatic) return id;
    std::string name = network.freshId(layer->idStem);
    rename(network, id, name);
    return name;
}

NetworkSpec extract(const NetworkSpec& network, const std::vector<std::string>& ids) {
    const std::set<std::string> wanted(ids.begin(), ids.end());
    NetworkSpec piece = network;
    piece.nodes.eraseIf([&](const NodeSpec& node) { return wanted.count(node.id) == 0; });
    std::erase_if(piece.links,
                  [&](const LinkSpec& link) { return !wanted.count(link.from) || !wanted.count(link.to); });
    return piece;
}

std::vector<LinkSpec> incoming(const NetworkSpec& network, const std::vector<std::string>& ids) {
    const std::set<std::string> wanted(ids.begin(), ids.end());
    std::vector<LinkSpec> result;
    std::copy_if(network.links.begin(), network.links.end(), std::back_inserter(result),
                 [&](const LinkSpec& link) { return wanted.count(link.to) && !wanted.count(link.from); });
    return result;
}

std::vector<std::string> paste(NetworkSpec& network, const NetworkSpec& piece, Point by,
                               const std::vector<LinkSpec>& incoming) {
    std::map<std::string, std::string> names;
    std::map<std::string, int> numbers;  // the last of each stem
    std::vector<std::string> ids;
    for (NodeSpec node : piece.nodes) {
        const std::string old = node.id;
        if (std::as_const(network).find(old)) {
            const std::string stem = stemOf(old);
            node.id = network.freshId(stem, &numbers[stem]);
        }
        node.x += by.x;
        node.y += by.y;
        names[old] = node.id;
        ids.push_back(node.id);
        network.nodes.push_back(std::move(node));
    }
    for (const LinkSpec& link : piece.links)
        if (names.count(link.from) && names.count(link.to))
            network.links.push_back({names[link.from], names[link.to], link.port});
    for (const LinkSpec& link : incoming)
        if (names.count(link.to) && std::as_const(network).find(link.from))
            connect(network, link.from, names[link.to], link.port);
    closeGaps(network, {ids.begin(), ids.end()});
    return ids;
}

}  // namespace tl::edits
