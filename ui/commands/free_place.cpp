// Rings of growing size around the place that was asked for, until nothing is covered; cards are found by the cell of a
// coarse grid that they stand in, so that hundreds among thousands are placed at once.
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <vector>

#include "ui/commands/network_edits.h"
#include "widgets/canvas/graph_model.h"

namespace tl::edits {

namespace {

constexpr double kGap = 16, kStep = 24, kCell = 256;
constexpr double kWide = CanvasNode::kWidth + kGap, kHigh = CanvasNode::kHeight + kGap;
constexpr int kRings = 60;

class Cards {
public:
    explicit Cards(const NetworkSpec& network) {
        for (const NodeSpec& node : network.nodes) cells_[key(cell(node.x), cell(node.y))].push_back({node.x, node.y});
    }
    // Whether a card there would lie on one of them, or closer than the gap.
    bool covers(double x, double y) const {
        for (int64_t i = cell(x) - 1; i <= cell(x) + 1; ++i)
            for (int64_t j = cell(y) - 1; j <= cell(y) + 1; ++j)
                if (const auto found = cells_.find(key(i, j)); found != cells_.end())
                    for (const Point& at : found->second)
                        if (std::abs(at.x - x) < kWide && std::abs(at.y - y) < kHigh) return true;
        return false;
    }

private:
    static int64_t cell(double at) { return static_cast<int64_t>(std::floor(at / kCell)); }
    static int64_t key(int64_t i, int64_t j) { return i * 1000003 + j; }
    std::unordered_map<int64_t, std::vector<Point>> cells_;
};

}  // namespace

Point clearOf(const NetworkSpec& network, const NetworkSpec& piece, Point by) {
    const Cards cards(network);
    const auto free = [&](Point way) {
        return std::ranges::none_of(piece.nodes,
                                    [&](const NodeSpec& node) { return cards.covers(node.x + way.x, node.y + way.y); });
    };
    for (int ring = 0; ring <= kRings; ++ring) {
        Point best = by;
        double nearest = std::numeric_limits<double>::max();
        for (int i = -ring; i <= ring; ++i)
            for (int j = -ring; j <= ring; j += std::abs(i) == ring ? 1 : std::max(1, 2 * ring)) {
                const double far = std::hypot(i, j);
                const Point way{by.x + i * kStep, by.y + j * kStep};
                if (far >= nearest || !free(way)) continue;
                nearest = far;
                best = way;
            }
        if (nearest < std::numeric_limits<double>::max()) return best;
    }
    // All around is full: to the right of everything.
    double right = -std::numeric_limits<double>::max(), left = -right;
    for (const NodeSpec& node : network.nodes) right = std::max(right, node.x);
    for (const NodeSpec& node : piece.nodes) left = std::min(left, node.x);
    return {right + kWide - left, by.y};
}

}  // namespace tl::edits
