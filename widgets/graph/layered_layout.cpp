// Rows by the longest way to each item; edges that pass rows get a bend in each, which is ordered like an item; rows
// are sorted by the mean place of their neighbours, to and fro; at last each row moves as near to its neighbours'
// places as its order allows, which is a regression with an ordering constraint. Edges over very many rows are left out
// of all this and drawn beside the rest: their bends would be far more than the items.
#include "widgets/graph/layered_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tl {

namespace {

constexpr double kGapX = 36, kBendGap = 20, kGapY = 30, kPortGap = 12, kLane = 7;
constexpr double kTrunk = 1000;  // its straightness goes before all else
constexpr int kLanes = 10;

size_t slot(int id) { return static_cast<size_t>(id); }

struct Vertex {
    int item = -1;  // -1: a bend
    int row = 0;
    double width = 0, x = 0, hint = -1;
};

struct Piece {  // of an edge, from one row to the next
    int other = -1;
    double here = 0, there = 0;  // attached at, from the centres
    double weight = 1;
};

class Level {
public:
    Level(const std::vector<LevelItem>& items, const std::vector<LevelEdge>& edges, const std::stop_token& stop)
        : items_(items), edges_(edges), stop_(stop) {}

    LevelLayout make() {
        direct();
        rank();
        build();
        order();
        place();
        return finish();
    }

private:
    struct Arc {
        int from, to;
        bool turned;
    };

    // Every edge downwards: those that close a circle are turned around.
    void direct() {
        const size_t count = items_.size();
        std::vector<std::vector<int>> out(count);
        for (size_t e = 0; e < edges_.size(); ++e)
            if (edges_[e].from != edges_[e].to) out[slot(edges_[e].from)].push_back(static_cast<int>(e));
        arcs_.assign(edges_.size(), {-1, -1, false});
        std::vector<char> state(count, 0);  // 1: on the way, 2: done
        std::vector<std::pair<int, size_t>> way;
        for (size_t root = 0; root < count; ++root) {
            if (state[root]) continue;
            way.emplace_back(static_cast<int>(root), 0);
            state[root] = 1;
            while (!way.empty()) {
                const int node = way.back().first;
                if (way.back().second == out[slot(node)].size()) {
                    state[slot(node)] = 2;
                    way.pop_back();
                    continue;
                }
                const int edge = out[slot(node)][way.back().second++];
                const int to = edges_[slot(edge)].to;
                const bool upwards = state[slot(to)] == 1 || items_[slot(to)].pin == LevelItem::Top ||
                                     items_[slot(node)].pin == LevelItem::Bottom;
                arcs_[slot(edge)] = upwards ? Arc{to, node, true} : Arc{node, to, false};
                if (state[slot(to)] == 0) {
                    state[slot(to)] = 1;
                    way.emplace_back(to, 0);
                }
            }
        }
    }

    void rank() {
        const size_t count = items_.size();
        std::vector<std::vector<int>> out(count), in(count);
        for (size_t e = 0; e < arcs_.size(); ++e) {
            if (arcs_[e].from < 0) continue;
            out[slot(arcs_[e].from)].push_back(arcs_[e].to);
            in[slot(arcs_[e].to)].push_back(arcs_[e].from);
        }
        const bool tops =
            std::any_of(items_.begin(), items_.end(), [](const LevelItem& i) { return i.pin == LevelItem::Top; });
        row_.assign(count, 0);
        std::vector<int> waits(count), sorted;
        for (size_t i = 0; i < count; ++i) {
            waits[i] = static_cast<int>(in[i].size());
            if (waits[i] == 0) sorted.push_back(static_cast<int>(i));
            row_[i] = tops && items_[i].pin != LevelItem::Top ? 1 : 0;
        }
        for (size_t next = 0; next < sorted.size(); ++next)
            for (int to : out[slot(sorted[next])]) {
                row_[slot(to)] = std::max(row_[slot(to)], row_[slot(sorted[next])] + 1);
                if (--waits[slot(to)] == 0) sorted.push_back(to);
            }
        // What feeds more than it is fed stands near what it feeds.
        for (size_t i = sorted.size(); i-- > 0;) {
            const int node = sorted[i];
            if (items_[slot(node)].pin != LevelItem::Free || out[slot(node)].size() <= in[slot(node)].size()) continue;
            int lowest = std::numeric_limits<int>::max();
            for (int to : out[slot(node)]) lowest = std::min(lowest, row_[slot(to)] - 1);
            row_[slot(node)] = std::max(row_[slot(node)], lowest);
        }
        rows_ = 0;
        for (size_t i = 0; i < count; ++i)
            if (items_[i].pin != LevelItem::Bottom) rows_ = std::max(rows_, row_[i] + 1);
        bool bottoms = false;
        for (size_t i = 0; i < count; ++i)
            if (items_[i].pin == LevelItem::Bottom) {
                row_[i] = rows_;
                bottoms = true;
            }
        rows_ += bottoms ? 1 : 0;
        findTrunk(out, in, sorted);
    }

    // The longest way: an edge that is its start's main way on and its end's main way back.
    void findTrunk(const std::vector<std::vector<int>>& out, const std::vector<std::vector<int>>& in,
                   const std::vector<int>& sorted) {
        std::vector<int> up(items_.size(), 0), down(items_.size(), 0);
        mainOut_.assign(items_.size(), -1);
        mainIn_.assign(items_.size(), -1);
        for (int node : sorted)
            for (int from : in[slot(node)])
                if (up[slot(from)] + 1 > up[slot(node)]) {
                    up[slot(node)] = up[slot(from)] + 1;
                    mainIn_[slot(node)] = from;
                }
        for (size_t i = sorted.size(); i-- > 0;)
            for (int to : out[slot(sorted[i])])
                if (down[slot(to)] + 1 > down[slot(sorted[i])]) {
                    down[slot(sorted[i])] = down[slot(to)] + 1;
                    mainOut_[slot(sorted[i])] = to;
                }
    }

    void build() {
        for (size_t i = 0; i < items_.size(); ++i)
            vertices_.push_back({static_cast<int>(i), row_[i], items_[i].width, 0, items_[i].before});
        up_.resize(vertices_.size());
        down_.resize(vertices_.size());
        bends_.resize(edges_.size());
        far_.assign(edges_.size(), false);
        std::vector<int> byLength;
        for (size_t e = 0; e < arcs_.size(); ++e)
            if (arcs_[e].from >= 0) byLength.push_back(static_cast<int>(e));
        const auto length = [&](int e) { return row_[slot(arcs_[slot(e)].to)] - row_[slot(arcs_[slot(e)].from)]; };
        std::stable_sort(byLength.begin(), byLength.end(), [&](int a, int b) { return length(a) < length(b); });
        size_t budget = 6 * items_.size() + 4000;
        for (int e : byLength) {
            const size_t needed = static_cast<size_t>(std::max(length(e) - 1, 0));
            if (needed > budget) {
                far_[slot(e)] = true;
                continue;
            }
            budget -= needed;
            thread(e);
        }
        layers_.resize(slot(rows_));
        for (size_t v = 0; v < vertices_.size(); ++v) layers_[slot(vertices_[v].row)].push_back(static_cast<int>(v));
    }

    void thread(int e) {
        const Arc& arc = arcs_[slot(e)];
        const LevelEdge& edge = edges_[slot(e)];
        const double start = arc.turned ? edge.toX : edge.fromX, end = arc.turned ? edge.fromX : edge.toX;
        const bool trunk = mainOut_[slot(arc.from)] == arc.to && mainIn_[slot(arc.to)] == arc.from;
        const double a = items_[slot(arc.from)].before, b = items_[slot(arc.to)].before;
        int last = arc.from;
        double offset = start;
        for (int row = row_[slot(arc.from)] + 1; row < row_[slot(arc.to)]; ++row) {
            const int bend = static_cast<int>(vertices_.size());
            vertices_.push_back({-1, row, 0, 0, a >= 0 && b >= 0 ? (a + b) / 2 : -1});
            up_.emplace_back();
            down_.emplace_back();
            bends_[slot(e)].push_back(bend);
            join(last, bend, offset, 0, last == arc.from ? 2 : 8);
            last = bend;
            offset = 0;
        }
        join(last, arc.to, offset, end, trunk ? kTrunk : 1);
    }

    void join(int from, int to, double fromX, double toX, double weight) {
        down_[slot(from)].push_back({to, fromX, toX, weight});
        up_[slot(to)].push_back({from, toX, fromX, weight});
    }

    // --- order within rows
    void order() {
        for (std::vector<int>& layer : layers_)
            std::stable_sort(layer.begin(), layer.end(), [&](int a, int b) {
                const double x = vertices_[slot(a)].hint, y = vertices_[slot(b)].hint;
                return x >= 0 && y >= 0 && x < y;
            });
        number();
        std::vector<std::vector<int>> best = layers_;
        int64_t least = crossings();
        const int sweeps = vertices_.size() < 4000 ? 12 : 6;
        for (int sweep = 0; sweep < sweeps && least > 0 && !stop_.stop_requested(); ++sweep) {
            const bool downwards = sweep % 2 == 0;
            for (int i = 1; i < rows_; ++i) sortRow(downwards ? i : rows_ - 1 - i, downwards ? up_ : down_);
            const int64_t now = crossings();
            if (now >= least) continue;
            least = now;
            best = layers_;
        }
        layers_ = std::move(best);
        number();
    }

    void number() {
        place_.assign(vertices_.size(), 0);
        for (const std::vector<int>& layer : layers_)
            for (size_t i = 0; i < layer.size(); ++i) place_[slot(layer[i])] = static_cast<int>(i);
    }

    void sortRow(int row, const std::vector<std::vector<Piece>>& neighbours) {
        std::vector<int>& layer = layers_[slot(row)];
        std::vector<std::pair<double, int>> keys;
        for (int v : layer) {
            double sum = 0, weight = 0;
            for (const Piece& piece : neighbours[slot(v)]) {
                // What is attached left of a box's middle comes before what is attached right of it.
                const double width = std::max(vertices_[slot(piece.other)].width, 1.0);
                sum += place_[slot(piece.other)] + piece.there / width;
                weight += 1;
            }
            keys.emplace_back(weight > 0 ? sum / weight : place_[slot(v)], v);
        }
        std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (size_t i = 0; i < layer.size(); ++i) {
            layer[i] = keys[i].second;
            place_[slot(layer[i])] = static_cast<int>(i);
        }
    }

    // Pairs of edges between neighbouring rows that cross, counted with a tree of sums (Barth, Juenger, Mutzel 2002).
    int64_t crossings() const {
        int64_t total = 0;
        std::vector<int64_t> tree;
        std::vector<int> ends;
        for (int row = 0; row + 1 < rows_; ++row) {
            const size_t width = layers_[slot(row + 1)].size();
            tree.assign(width + 1, 0);
            int64_t seen = 0;
            for (int v : layers_[slot(row)]) {
                ends.clear();
                for (const Piece& piece : down_[slot(v)]) ends.push_back(place_[slot(piece.other)]);
                for (int end : ends) {
                    int64_t before = 0;
                    for (size_t i = slot(end) + 1; i > 0; i -= i & (~i + 1)) before += tree[i];
                    total += seen - before;
                }
                for (int end : ends) {
                    for (size_t i = slot(end) + 1; i <= width; i += i & (~i + 1)) ++tree[i];
                    ++seen;
                }
            }
        }
        return total;
    }

    // --- coordinates
    double gap(int left, int right) const {
        const Vertex &a = vertices_[slot(left)], &b = vertices_[slot(right)];
        return (a.width + b.width) / 2 + (a.item < 0 || b.item < 0 ? kBendGap : kGapX);
    }

    void place() {
        for (const std::vector<int>& layer : layers_) {
            double x = 0;
            for (size_t i = 0; i < layer.size(); ++i) {
                x += i > 0 ? gap(layer[i - 1], layer[i]) : 0;
                vertices_[slot(layer[i])].x = x;
            }
            for (int v : layer) vertices_[slot(v)].x -= x / 2;
        }
        constexpr int kSweeps = 14;
        for (int sweep = 0; sweep < kSweeps && !stop_.stop_requested(); ++sweep) {
            const bool downwards = sweep % 2 == 0;
            for (int i = 0; i < rows_; ++i) settleRow(downwards ? i : rows_ - 1 - i, downwards, sweep + 2 >= kSweeps);
        }
    }

    void settleRow(int row, bool downwards, bool both) {
        const std::vector<int>& layer = layers_[slot(row)];
        struct Pool {
            double sum, weight;  // of wanted places, less what the items before it take
            size_t count;
            double mean() const { return sum / weight; }
        };
        std::vector<Pool> pools;
        double taken = 0;
        std::vector<double> takes;
        for (size_t i = 0; i < layer.size(); ++i) {
            taken += i > 0 ? gap(layer[i - 1], layer[i]) : 0;
            takes.push_back(taken);
            const auto [wanted, weight] = wantedBy(layer[i], downwards, both);
            pools.push_back({(wanted - taken) * weight, weight, 1});
            while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
                Pool& left = pools[pools.size() - 2];
                left.sum += pools.back().sum;
                left.weight += pools.back().weight;
                left.count += pools.back().count;
                pools.pop_back();
            }
        }
        size_t i = 0;
        for (const Pool& pool : pools)
            for (size_t k = 0; k < pool.count; ++k, ++i) vertices_[slot(layer[i])].x = pool.mean() + takes[i];
    }

    // The weighted median of where its neighbours would have it, so that one of them is met exactly.
    std::pair<double, double> wantedBy(int v, bool downwards, bool both) {
        wishes_.clear();
        double total = 0;
        const auto take = [&](const std::vector<Piece>& pieces) {
            for (const Piece& piece : pieces) {
                wishes_.emplace_back(vertices_[slot(piece.other)].x + piece.there - piece.here, piece.weight);
                total += piece.weight;
            }
        };
        if (downwards || both) take(up_[slot(v)]);
        if (!downwards || both) take(down_[slot(v)]);
        if (wishes_.empty()) return {vertices_[slot(v)].x, 0.01};
        std::sort(wishes_.begin(), wishes_.end());
        double half = 0;
        for (const auto& [x, weight] : wishes_) {
            half += weight;
            if (half * 2 >= total) return {x, total};
        }
        return {wishes_.back().first, total};
    }

    LevelLayout finish() const {
        LevelLayout out;
        std::vector<double> top(slot(rows_) + 1, 0), bottom(slot(rows_) + 1, 0);
        std::vector<double> height(slot(rows_), 0);
        for (size_t i = 0; i < items_.size(); ++i)
            height[slot(row_[i])] = std::max(height[slot(row_[i])], items_[i].height);
        double y = 0;
        for (int row = 0; row < rows_; ++row) {
            top[slot(row)] = y;
            bottom[slot(row)] = y + height[slot(row)];
            const bool ports = height[slot(row)] == 0 || (row + 1 < rows_ && height[slot(row + 1)] == 0);
            y = bottom[slot(row)] + (ports ? kPortGap : kGapY);
        }
        out.height = rows_ > 0 ? bottom[slot(rows_ - 1)] : 0;
        double left = std::numeric_limits<double>::max(), right = std::numeric_limits<double>::lowest();
        for (const Vertex& vertex : vertices_) {
            left = std::min(left, vertex.x - vertex.width / 2);
            right = std::max(right, vertex.x + vertex.width / 2);
        }
        if (vertices_.empty()) left = right = 0;
        for (size_t i = 0; i < items_.size(); ++i)
            out.centres.emplace_back(vertices_[i].x - left, (top[slot(row_[i])] + bottom[slot(row_[i])]) / 2);
        out.width = right - left;
        int lanes = 0;
        for (size_t e = 0; e < edges_.size(); ++e) {
            out.paths.emplace_back();
            if (arcs_[e].from < 0) continue;
            std::vector<QPointF>& path = out.paths.back();
            const Arc& arc = arcs_[e];
            const LevelEdge& edge = edges_[e];
            const QPointF a = out.centres[slot(arc.from)], b = out.centres[slot(arc.to)];
            path.emplace_back(a.x() + (arc.turned ? edge.toX : edge.fromX), a.y() + items_[slot(arc.from)].height / 2);
            if (far_[e]) {
                const double lane = right - left + kGapX + (lanes++ % kLanes) * kLane;
                out.width = std::max(out.width, lane);
                path.emplace_back(lane, bottom[slot(row_[slot(arc.from)])] + kGapY);
                path.emplace_back(lane, top[slot(row_[slot(arc.to)])] - kGapY);
            } else {
                for (int bend : bends_[e]) {
                    const Vertex& vertex = vertices_[slot(bend)];
                    path.emplace_back(vertex.x - left, top[slot(vertex.row)]);
                    path.emplace_back(vertex.x - left, bottom[slot(vertex.row)]);
                }
            }
            path.emplace_back(b.x() + (arc.turned ? edge.fromX : edge.toX), b.y() - items_[slot(arc.to)].height / 2);
            if (arc.turned) std::reverse(path.begin(), path.end());
        }
        return out;
    }

    const std::vector<LevelItem>& items_;
    const std::vector<LevelEdge>& edges_;
    const std::stop_token& stop_;
    std::vector<Arc> arcs_;
    std::vector<int> row_, mainOut_, mainIn_;
    int rows_ = 0;
    std::vector<Vertex> vertices_;  // items, then bends
    std::vector<std::vector<Piece>> up_, down_;
    std::vector<std::vector<int>> bends_;  // by edge
    std::vector<bool> far_;
    std::vector<std::vector<int>> layers_;
    std::vector<int> place_;
    std::vector<std::pair<double, double>> wishes_;
};

}  // namespace

LevelLayout layOutLevel(const std::vector<LevelItem>& items, const std::vector<LevelEdge>& edges,
                        const std::stop_token& stop) {
    return Level(items, edges, stop).make();
}

}  // namespace tl
