// Auto-layout: layers from top to bottom, as in Sugiyama's method, but with the network's trunk kept
// straight. The trunk is the shortest way from input to output, so a shortcut runs straight down and the
// blocks stand beside it, which keeps its wire in sight. All other nodes form chains, each in a column of its
// own beside the one it leaves. Parts that no wire joins are laid out each by itself, and stand side by side in rows.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/model/links.h"
#include "engine/model/templates.h"

namespace tl {
namespace {

constexpr double kColumn = 240, kRow = 82;
constexpr int kFar = std::numeric_limits<int>::max() / 2;

class Arranger {
public:
    explicit Arranger(const NetworkSpec& network) : links_(network), size_(network.nodes.size()) {
        order_ = links_.order;
        std::vector<bool> ordered(size_, false);
        for (int node : order_) ordered[at(node)] = true;
        for (size_t i = 0; i < size_; ++i)  // what is on or behind a cycle, in any order
            if (!ordered[i]) order_.push_back(static_cast<int>(i));
        findParts();
        place_.resize(size_);
        for (size_t i = 0; i < order_.size(); ++i) place_[at(order_[i])] = static_cast<int>(i);
        rank();
        chain();
        arrange();
    }

    void write(NetworkSpec& network) const {
        const std::vector<Place> places = placesOfParts();
        for (size_t i = 0; i < size_; ++i) {
            const Place& place = places[part_[i]];
            NodeSpec& node = network.nodes.edit(i);
            node.x = place.x + (column_[i] - place.left) * kColumn;
            node.y = place.y + std::round(row_[i] * kRow);
        }
    }

private:
    struct Chain {
        std::vector<int> nodes;
        int top = 0, bottom = 0;     // rows that it takes, its wires included
        int above = -1, below = -1;  // nodes it hangs between; -1 = none
        int belowPort = 0;
    };

    struct Place {
        int left = kFar, right = -kFar;  // columns
        double bottom = 0;               // rows
        double x = 0, y = 0;
    };

    // As wide as a screen to their height, in the order in which they are in the network.
    std::vector<Place> placesOfParts() const {
        constexpr double kAspect = 1.6;
        std::vector<Place> places(parts_);
        for (size_t i = 0; i < size_; ++i) {
            Place& place = places[part_[i]];
            place.left = std::min(place.left, column_[i]);
            place.right = std::max(place.right, column_[i]);
            place.bottom = std::max(place.bottom, row_[i]);
        }
        const auto width = [](const Place& place) { return (place.right - place.left + 2) * kColumn; };
        const auto height = [](const Place& place) { return (place.bottom + 2) * kRow; };
        double area = 0;
        for (const Place& place : places) area += width(place) * height(place);
        double x = 0, y = 0, highest = 0;
        for (Place& place : places) {
            if (x > 0 && x + width(place) > std::sqrt(kAspect * area)) {
                x = 0;
                y += std::round(highest);
                highest = 0;
            }
            place.x = x;
            place.y = y;
            x += width(place);
            highest = std::max(highest, height(place));
        }
        return places;
    }

    void findParts() {
        constexpr size_t kNone = std::numeric_limits<size_t>::max();
        part_.assign(size_, kNone);
        std::vector<int> reached;
        for (size_t i = 0; i < size_; ++i) {
            if (part_[i] != kNone) continue;
            part_[i] = parts_;
            reached.assign(1, static_cast<int>(i));
            while (!reached.empty()) {
                const size_t node = at(reached.back());
                reached.pop_back();
                for (const auto* wires : {&links_.in[node], &links_.out[node]})
                    for (const auto& wire : *wires)
                        if (part_[at(wire.node)] == kNone) {
                            part_[at(wire.node)] = parts_;
                            reached.push_back(wire.node);
                        }
            }
            ++parts_;
        }
    }

    static size_t at(int index) { return static_cast<size_t>(index); }
    bool forward(int from, int to) const { return place_[at(from)] < place_[at(to)]; }

    // Longest ways from the top give rows; half of a chain's slack goes above it.
    void rank() {
        early_.assign(size_, 0);
        hopsDown_.assign(size_, kFar);
        for (int node : order_)
            for (const auto& wire : links_.out[at(node)])
                if (forward(node, wire.node))
                    early_[at(wire.node)] = std::max(early_[at(wire.node)], early_[at(node)] + 1);
        const int lowest = early_.empty() ? 0 : *std::max_element(early_.begin(), early_.end());
        std::vector<int> late = early_;
        for (size_t i = order_.size(); i-- > 0;) {
            const int node = order_[i];
            int latest = kFar, hops = kFar;
            for (const auto& wire : links_.out[at(node)]) {
                if (!forward(node, wire.node)) continue;
                latest = std::min(latest, late[at(wire.node)] - 1);
                hops = std::min(hops, hopsDown_[at(wire.node)] + 1);
            }
            const bool end = latest == kFar;
            late[at(node)] = end ? early_[at(node)] : latest;
            // A dead end is no way to the output, however short.
            hopsDown_[at(node)] = end ? (early_[at(node)] == lowest ? 0 : static_cast<int>(size_)) : hops;
        }
        row_.resize(size_);
        for (size_t i = 0; i < size_; ++i) row_[i] = (early_[i] + late[i]) / 2.0;
    }

    // Each node is carried on by the successor with the shortest way down, and takes up the predecessor that
    // carries on to it with the shortest way up.
    void chain() {
        std::vector<int> heir(size_, -1), hopsUp(size_, 0), above(size_, -1);
        for (size_t i = 0; i < size_; ++i) {
            int best = kFar;
            for (const auto& wire : links_.out[i])
                if (forward(static_cast<int>(i), wire.node) && hopsDown_[at(wire.node)] < best) {
                    best = hopsDown_[at(wire.node)];
                    heir[i] = wire.node;
                }
        }
        for (int node : order_) {
            int best = kFar;
            for (const auto& wire : links_.in[at(node)]) {
                if (!forward(wire.node, node)) continue;
                if (heir[at(wire.node)] == node && hopsUp[at(wire.node)] < best) {
                    best = hopsUp[at(wire.node)];
                    above[at(node)] = wire.node;
                }
            }
            int hops = kFar;
            for (const auto& wire : links_.in[at(node)])
                if (forward(wire.node, node)) hops = std::min(hops, hopsUp[at(wire.node)] + 1);
            hopsUp[at(node)] = hops == kFar ? 0 : hops;
        }
        std::vector<int> below(size_, -1);
        for (size_t i = 0; i < size_; ++i)
            if (above[i] >= 0) below[at(above[i])] = static_cast<int>(i);
        for (int node : order_) {
            if (above[at(node)] >= 0) continue;
            Chain chain;
            for (int next = node; next >= 0; next = below[at(next)]) chain.nodes.push_back(next);
            const int first = chain.nodes.front(), last = chain.nodes.back();
            chain.top = early_[at(first)];
            chain.bottom = early_[at(last)];
            for (const auto& wire : links_.in[at(first)])
                if (forward(wire.node, first) && chain.above < 0) {
                    chain.above = wire.node;
                    chain.top = early_[at(wire.node)] + 1;
                }
            for (const auto& wire : links_.out[at(last)])
                if (forward(last, wire.node) && chain.below < 0) {
                    chain.below = wire.node;
                    chain.belowPort = wire.port;
                    chain.bottom = std::max(chain.bottom, early_[at(wire.node)] - 1);
                }
            chains_.push_back(std::move(chain));
        }
    }

    // The longest slot is the trunk's. Of chains between the same two nodes the one with fewer nodes stands
    // further in, so that no wire of an outer chain runs behind an inner one.
    void arrange() {
        column_.assign(size_, 0);
        std::vector<std::vector<size_t>> parts(parts_);
        for (size_t i = 0; i < chains_.size(); ++i) parts[part_[at(chains_[i].nodes.front())]].push_back(i);
        for (std::vector<size_t>& chains : parts) arrange(chains);
    }

    void arrange(std::vector<size_t>& waiting) {
        taken_.clear();
        std::stable_sort(waiting.begin(), waiting.end(), [&](size_t a, size_t b) {
            const Chain &x = chains_[a], &y = chains_[b];
            if (x.bottom - x.top != y.bottom - y.top) return x.bottom - x.top > y.bottom - y.top;
            return x.nodes.size() < y.nodes.size();
        });
        std::vector<bool> placed(size_, false);
        while (!waiting.empty()) {
            // Next is the longest chain that hangs on a placed one, or the longest at all.
            auto next = std::find_if(waiting.begin(), waiting.end(), [&](size_t i) {
                const Chain& chain = chains_[i];
                return (chain.above >= 0 && placed[at(chain.above)]) || (chain.below >= 0 && placed[at(chain.below)]);
            });
            if (next == waiting.end()) next = waiting.begin();
            const Chain& chain = chains_[*next];
            waiting.erase(next);
            const int column = freeColumn(chain, placed);
            for (int row = chain.top; row <= chain.bottom; ++row) taken_.push_back({column, row});
            for (int node : chain.nodes) {
                column_[at(node)] = column;
                placed[at(node)] = true;
            }
        }
    }

    int freeColumn(const Chain& chain, const std::vector<bool>& placed) const {
        int home = 0;
        if (chain.above >= 0 && placed[at(chain.above)])
            home = column_[at(chain.above)];
        else if (chain.below >= 0 && placed[at(chain.below)])
            home = column_[at(chain.below)];
        // At a merge, the side is that of its port beside the wire that comes down the home column.
        int side = 0;
        if (chain.below >= 0)
            for (const auto& wire : links_.in[at(chain.below)])
                if (wire.node != chain.nodes.back() && column_[at(wire.node)] == home && placed[at(wire.node)])
                    side = wire.port < chain.belowPort ? 1 : -1;
        const auto free = [&](int column) {
            return std::none_of(taken_.begin(), taken_.end(), [&](const Cell& cell) {
                return cell.column == column && cell.row >= chain.top && cell.row <= chain.bottom;
            });
        };
        for (int away = 0;; ++away) {
            if (side >= 0 && free(home + away)) return home + away;
            if (side <= 0 && free(home - away)) return home - away;
        }
    }

    struct Cell {
        int column, row;
    };

    Links links_;
    size_t size_, parts_ = 0;
    std::vector<size_t> part_;
    std::vector<int> order_, place_, early_, hopsDown_, column_;
    std::vector<double> row_;
    std::vector<Chain> chains_;
    std::vector<Cell> taken_;
};

}  // namespace

void autoLayout(NetworkSpec& network) { Arranger(network).write(network); }

}  // namespace tl
