// See the header.
#include "widgets/graph/graph_layout.h"

#include <algorithm>
#include <map>

#include "widgets/graph/layered_layout.h"

namespace tl {

namespace {

constexpr double kDiamondRoom = 190;  // a diamond with its words beside it, and as much on its other side

size_t at(int id) { return static_cast<size_t>(id); }

class Layouter {
public:
    Layouter(const GraphContent& content, const std::vector<bool>& open, const GraphLayout* before,
             const std::stop_token& stop, double letters)
        : content_(content), before_(before), stop_(stop) {
        out_.letters = letters;
        out_.open = open;
        out_.open.resize(static_cast<size_t>(content.boxes.size()), false);
        out_.cards.resize(static_cast<size_t>(content.cards.size()));
        out_.boxes.resize(static_cast<size_t>(content.boxes.size()));
        if (before_ && (before_->cards.size() != out_.cards.size() || before_->boxes.size() != out_.boxes.size()))
            before_ = nullptr;
    }

    GraphLayout make() {
        findChildren();
        gatherWires();
        thread();
        levels_.resize(out_.boxes.size() + 1);
        for (int box = static_cast<int>(out_.boxes.size()) - 1; box >= -1; --box)  // the inside first
            if (box < 0 || (visible_[at(box)] && out_.open[at(box)])) layOut(box);
        if (stop_.stop_requested()) return std::move(out_);
        settle(-1, QPointF());
        out_.bounds = QRectF(0, 0, level(-1).layout.width, level(-1).layout.height);
        return std::move(out_);
    }

private:
    struct EdgeData {
        std::vector<int> wires;
        bool first = false;
    };
    struct LevelData {
        std::vector<GraphItem> children;
        std::vector<LevelItem> items;  // children, then ports
        std::vector<LevelEdge> edges;
        std::vector<EdgeData> data;
        std::map<std::pair<int, int>, int> edgeOf;
        std::map<GraphItem, int> entries, exits;  // ports by the item that the wires come from
        LevelLayout layout;
    };
    LevelData& level(int box) { return levels_[at(box + 1)]; }

    int parentOf(GraphItem item) const {
        return isBox(item) ? content_.boxes[boxOf(item)].parent : content_.cards[item].box;
    }

    void findChildren() {
        levels_.resize(out_.boxes.size() + 1);
        visible_.assign(out_.boxes.size(), false);
        index_.assign(out_.cards.size() + out_.boxes.size(), -1);
        const auto add = [&](GraphItem item, int parent) {
            index_[out_.slot(item)] = static_cast<int>(level(parent).children.size());
            level(parent).children.push_back(item);
        };
        const auto seenIn = [&](int parent) { return parent < 0 || (visible_[at(parent)] && out_.open[at(parent)]); };
        for (int box = 0; box < static_cast<int>(out_.boxes.size()); ++box)
            visible_[at(box)] = seenIn(content_.boxes[box].parent);
        // Children in the order of the first card in them: the way things flow.
        std::vector<bool> added(out_.boxes.size(), false);
        for (int card = 0; card < static_cast<int>(out_.cards.size()); ++card) {
            std::vector<int> path;
            for (int box = content_.cards[card].box; box >= 0; box = content_.boxes[box].parent) path.push_back(box);
            for (auto box = path.rbegin(); box != path.rend(); ++box)
                if (visible_[at(*box)] && !added[at(*box)]) {
                    added[at(*box)] = true;
                    add(boxItem(*box), content_.boxes[*box].parent);
                }
            if (seenIn(content_.cards[card].box)) add(card, content_.cards[card].box);
        }
        for (LevelData& one : levels_)
            for (GraphItem item : one.children) one.items.push_back(sizeOf(item));
    }

    LevelItem sizeOf(GraphItem item) const {
        LevelItem size{GraphCard::kWidth * out_.letters, GraphCard::kHeight * out_.letters, LevelItem::Free, -1};
        if (!isBox(item) && content_.cards[item].diamond) size = {kDiamondRoom * out_.letters, GraphCard::kDiamond};
        if (before_)
            if (const QRectF rect = before_->rect(item); !rect.isEmpty())
                size.before = rect.center().x() / std::max(before_->bounds.width(), 1.0);
        return size;
    }

    // The open boxes around a card, from the outside, and what of it is seen: itself or a folded box.
    std::vector<int> pathOf(int card, GraphItem& seen) const {
        std::vector<int> path;
        for (int box = content_.cards[card].box; box >= 0; box = content_.boxes[box].parent) path.push_back(box);
        std::reverse(path.begin(), path.end());
        seen = card;
        for (size_t i = 0; i < path.size(); ++i)
            if (!out_.open[at(path[i])]) {
                seen = boxItem(path[i]);
                path.resize(i);
            }
        return path;
    }

    void gatherWires() {
        std::map<std::pair<GraphItem, GraphItem>, int> known;
        for (int w = 0; w < static_cast<int>(content_.wires.size()); ++w) {
            const GraphWire& wire = content_.wires[w];
            GraphItem from = kNoItem, to = kNoItem;
            const std::vector<int> a = pathOf(wire.from, from), b = pathOf(wire.to, to);
            size_t common = 0;
            while (common < a.size() && common < b.size() && a[common] == b[common]) ++common;
            for (size_t i = a.size(); i-- > common;)
                if (content_.boxes[a[i]].closed) from = boxItem(a[i]);
            for (size_t i = b.size(); i-- > common;)
                if (content_.boxes[b[i]].closed) to = boxItem(b[i]);
            if (from == to) continue;
            const auto [found, fresh] = known.try_emplace({from, to}, static_cast<int>(out_.wires.size()));
            if (fresh) out_.wires.push_back({from, to, 0, -1, 0});
            SeenWire& seen = out_.wires[at(found->second)];
            ++seen.count;
            if (seen.label >= 0 && wire.bytes <= seen.bytes) continue;
            seen.bytes = wire.bytes;
            seen.label = w;
        }
        out_.out.resize(index_.size());
        out_.in.resize(index_.size());
        for (size_t i = 0; i < out_.wires.size(); ++i) {
            out_.out[out_.slot(out_.wires[i].from)].push_back(static_cast<int>(i));
            out_.in[out_.slot(out_.wires[i].to)].push_back(static_cast<int>(i));
        }
    }

    std::vector<int> around(GraphItem item) const {
        std::vector<int> path;
        for (int box = parentOf(item); box >= 0; box = content_.boxes[box].parent) path.insert(path.begin(), box);
        return path;
    }

    int port(LevelData& one, std::map<GraphItem, int>& ports, GraphItem source, LevelItem::Pin pin) {
        const auto [found, fresh] = ports.try_emplace(source, static_cast<int>(one.items.size()));
        if (fresh) one.items.push_back({0, 0, pin, -1});
        return found->second;
    }

    int edge(LevelData& one, int from, int to, int wire, bool first) {
        const auto [found, fresh] = one.edgeOf.try_emplace({from, to}, static_cast<int>(one.edges.size()));
        if (fresh) {
            one.edges.push_back({from, to, 0, 0});
            one.data.push_back({{}, first});
        }
        one.data[at(found->second)].wires.push_back(wire);
        return found->second;
    }

    // Parts each wire into pieces: out of the boxes around its start, across, and into those around its end.
    void thread() {
        for (int w = 0; w < static_cast<int>(out_.wires.size()); ++w) {
            const GraphItem from = out_.wires[at(w)].from, to = out_.wires[at(w)].to;
            const std::vector<int> a = around(from), b = around(to);
            size_t common = 0;
            while (common < a.size() && common < b.size() && a[common] == b[common]) ++common;
            GraphItem start = from;
            bool first = true;
            for (size_t i = a.size(); i-- > common;) {
                if (boxItem(a[i]) == to) break;
                LevelData& one = level(a[i]);
                const int exit = port(one, one.exits, from, LevelItem::Bottom);
                edge(one, index_[out_.slot(start)], exit, w, first);
                first = false;
                start = boxItem(a[i]);
            }
            const GraphItem goal = common < b.size() ? boxItem(b[common]) : to;
            const int across = common > 0 ? a[common - 1] : -1;
            if (start != goal) {
                const int made = edge(level(across), index_[out_.slot(start)], index_[out_.slot(goal)], w, first);
                crossing_.push_back({across, made, start == from ? kNoItem : from, goal == to ? kNoItem : from});
            }
            for (size_t i = common; i < b.size(); ++i) {
                LevelData& one = level(b[i]);
                const int entry = port(one, one.entries, from, LevelItem::Top);
                const GraphItem next = i + 1 < b.size() ? boxItem(b[i + 1]) : to;
                const int made = edge(one, entry, index_[out_.slot(next)], w, false);
                if (next != to) crossing_.push_back({b[i], made, kNoItem, from});
            }
            for (size_t i = a.size(); i-- > common + 1;)  // the ways out of boxes within boxes start at inner ports
                if (boxItem(a[i - 1]) != to) {
                    LevelData& one = level(a[i - 1]);
                    const auto found = one.edgeOf.find({index_[out_.slot(boxItem(a[i]))], one.exits.at(from)});
                    if (found != one.edgeOf.end()) crossing_.push_back({a[i - 1], found->second, from, kNoItem});
                }
        }
        for (const Crossing& one : crossing_) byLevel_[one.box].push_back(one);
    }

    void layOut(int box) {
        LevelData& one = level(box);
        if (stop_.stop_requested()) return;
        // Where the ports of the boxes within are is known by now.
        for (const Crossing& crossing : byLevel_[box]) {
            LevelEdge& edge = one.edges[at(crossing.edge)];
            if (crossing.exit != kNoItem) edge.fromX = portX(one.children[at(edge.from)], crossing.exit, false);
            if (crossing.entry != kNoItem) edge.toX = portX(one.children[at(edge.to)], crossing.entry, true);
        }
        one.layout = layOutLevel(one.items, one.edges, stop_);
        if (box < 0) return;
        LevelData& parent = level(content_.boxes[box].parent);
        LevelItem& own = parent.items[at(index_[out_.slot(boxItem(box))])];
        own.width = std::max(one.layout.width + 2 * GraphLayout::kPad,
                             GraphCard::kWidth * out_.letters + 2 * GraphLayout::kPad);
        own.height = one.layout.height + GraphLayout::kTitle * out_.letters + GraphLayout::kFoot;
    }

    double inset(int box) {
        const LevelItem& own = level(content_.boxes[box].parent).items[at(index_[out_.slot(boxItem(box))])];
        return (own.width - level(box).layout.width) / 2;
    }

    double portX(GraphItem item, GraphItem source, bool entry) {
        if (!isBox(item)) return 0;
        const int box = boxOf(item);
        LevelData& inner = level(box);
        const auto& ports = entry ? inner.entries : inner.exits;
        const auto found = ports.find(source);
        if (found == ports.end() || inner.layout.centres.empty()) return 0;
        const double width = level(content_.boxes[box].parent).items[at(index_[out_.slot(item)])].width;
        return inset(box) + inner.layout.centres[at(found->second)].x() - width / 2;
    }

    // From places within boxes to places in the picture.
    void settle(int box, QPointF origin) {
        const LevelData& one = level(box);
        for (size_t i = 0; i < one.children.size(); ++i) {
            const GraphItem item = one.children[i];
            const LevelItem& size = one.items[i];
            QSizeF extent(size.width, size.height);
            if (!isBox(item) && content_.cards[item].diamond) extent = {GraphCard::kDiamond, GraphCard::kDiamond};
            QRectF rect(QPointF(), extent);
            rect.moveCenter(origin + one.layout.centres[i]);
            (isBox(item) ? out_.boxes[at(boxOf(item))] : out_.cards[at(item)]) = rect;
            out_.items.push_back(item);
            if (isBox(item) && out_.open[at(boxOf(item))])
                settle(boxOf(item), rect.topLeft() + QPointF(inset(boxOf(item)), GraphLayout::kTitle * out_.letters));
        }
        const double top = box >= 0 ? -GraphLayout::kTitle * out_.letters : 0;
        const double bottom = one.layout.height + (box >= 0 ? GraphLayout::kFoot : 0);
        for (size_t e = 0; e < one.edges.size(); ++e) {
            WirePiece piece;
            piece.wires = one.data[e].wires;
            piece.first = one.data[e].first;
            for (const QPointF& point : one.layout.paths[e]) piece.path.push_back(origin + point);
            if (piece.path.empty()) continue;
            // Ports lie on the border, and the border is a little way off.
            if (one.items[at(one.edges[e].from)].pin == LevelItem::Top)
                piece.path.insert(piece.path.begin(), QPointF(piece.path.front().x(), origin.y() + top));
            if (one.items[at(one.edges[e].to)].pin == LevelItem::Bottom)
                piece.path.push_back(QPointF(piece.path.back().x(), origin.y() + bottom));
            double left = piece.path[0].x(), right = left, up = piece.path[0].y(), down = up;
            for (const QPointF& point : piece.path) {
                left = std::min(left, point.x());
                right = std::max(right, point.x());
                up = std::min(up, point.y());
                down = std::max(down, point.y());
            }
            piece.bounds = QRectF(QPointF(left, up), QPointF(right, down)).adjusted(-2, -2, 2, 2);
            out_.pieces.push_back(std::move(piece));
        }
    }

    // An edge of a level that meets a box's port.
    struct Crossing {
        int box, edge;
        GraphItem exit, entry;  // the port at its start or its end, by the item that the wires come from
    };

    const GraphContent& content_;
    const GraphLayout* before_;
    const std::stop_token& stop_;
    GraphLayout out_;
    std::vector<LevelData> levels_;  // by box, the outermost first
    std::vector<bool> visible_;
    std::vector<int> index_;  // of an item among its level's children
    std::vector<Crossing> crossing_;
    std::map<int, std::vector<Crossing>> byLevel_;
};

}  // namespace

QRectF GraphLayout::rect(GraphItem item) const {
    if (item == kNoItem) return {};
    const std::vector<QRectF>& all = isBox(item) ? boxes : cards;
    const size_t index = at(isBox(item) ? boxOf(item) : item);
    return index < all.size() ? all[index] : QRectF();
}

GraphItem GraphLayout::shown(const GraphContent& content, GraphItem item) const {
    GraphItem found = item;
    for (int box = isBox(item) ? content.boxes[boxOf(item)].parent : content.cards[item].box; box >= 0;
         box = content.boxes[box].parent)
        if (!open[at(box)]) found = boxItem(box);
    return found;
}

GraphLayout layOutGraph(const GraphContent& content, const std::vector<bool>& open, const GraphLayout* before,
                        const std::stop_token& stop, double letters) {
    return Layouter(content, open, before, stop, letters).make();
}

}  // namespace tl
