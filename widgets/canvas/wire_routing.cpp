// How wires find their way. The direct curve where no card is in its way; else a lane in the nearest gap between the
// cards that it passes, beside the lanes of other outputs. Short detours are placed first, so that nested ones lie
// outside of each other.
#include <algorithm>
#include <cmath>

#include "widgets/canvas/canvas_scene.h"

namespace tl {

namespace {
constexpr double kClear = 14;       // px between a card's side and a lane
constexpr double kWireBetween = 9;  // px between two lanes
constexpr double kSideways = 1600;  // px to either side in which a gap is looked for
constexpr int kMostLanes = 24;
}  // namespace

void CanvasScene::unplace(int wire) {
    auto& item = wires_[wire];
    if (item.bounds.isNull()) return;
    wireIndex_.remove(wire, item.bounds);
    if (item.wire.lane) laneIndex_.remove(wire, item.wire.laneRect());
    item.bounds = {};
}

void CanvasScene::place(int wire) {
    unplace(wire);
    auto& item = wires_[wire];
    const Wire direct = Wire::between(outputPort(item.from), inputPort(item.to, item.data.port));
    item.wire = behindCards(item, direct) ? route(item, direct) : direct;
    item.bounds = item.wire.bounds();
    wireIndex_.insert(wire, item.bounds);
    if (item.wire.lane) laneIndex_.insert(wire, item.wire.laneRect());
}

double CanvasScene::heightOf(int wire) const {
    const auto& item = wires_[wire];
    return inputPort(item.to, item.data.port).y() - outputPort(item.from).y();
}

void CanvasScene::routeAll() {
    wireIndex_.clear();
    laneIndex_.clear();
    QVector<int> detours;
    for (int w = 0; w < wires_.size(); ++w) {
        auto& item = wires_[w];
        item.wire = Wire::between(outputPort(item.from), inputPort(item.to, item.data.port));
        item.bounds = {};
        if (behindCards(item, item.wire)) {
            detours.push_back(w);
        } else {
            item.bounds = item.wire.bounds();
            wireIndex_.insert(w, item.bounds);
        }
    }
    std::stable_sort(detours.begin(), detours.end(), [this](int a, int b) { return heightOf(a) < heightOf(b); });
    for (const int w : detours) place(w);
    unsettled_.clear();
    left_.clear();
}

// After moves: wires of the nodes that moved, those that pass where they are now, and those that passed where they
// were.
void CanvasScene::settle() {
    if (unsettled_.isEmpty()) return;
    constexpr int many = 200;
    if (unsettled_.size() > many) return routeAll();
    QSet<int> affected;
    for (const int i : unsettled_) {
        for (const int w : out_[i]) affected.insert(w);
        for (const int w : in_[i]) affected.insert(w);
        for (const int w : wiresIn(nodes_[i].rect)) affected.insert(w);
    }
    for (const QRectF& rect : left_)
        for (const int w : wireIndex_.near(rect.adjusted(-kClear * 4, 0, kClear * 4, 0)))
            if (wires_[w].wire.lane || wires_[w].bounds.adjusted(-2, -2, 2, 2).intersects(rect)) affected.insert(w);
    QVector<int> order(affected.begin(), affected.end());
    std::sort(order.begin(), order.end(),
              [this](int a, int b) { return std::pair(heightOf(a), a) < std::pair(heightOf(b), b); });
    for (const int w : order) unplace(w);
    for (const int w : order) place(w);
    unsettled_.clear();
    left_.clear();
}

bool CanvasScene::behindCards(const WireItem& item, const Wire& wire) const {
    if (wire.to.y() - wire.from.y() < 2 * Wire::kTurn) return false;  // goes up, or to the next row
    for (const int i : nodeIndex_.near(wire.bounds()))
        if (i != item.from && i != item.to && wire.meets(nodes_[i].rect)) return true;
    return false;
}

Wire CanvasScene::route(const WireItem& item, const Wire& direct) const {
    const double top = direct.from.y() + Wire::kTurn, bottom = direct.to.y() - Wire::kTurn;
    const auto [low, high] = std::minmax({direct.from.x(), direct.to.x()});
    // The stretches of x that cards take on the way down, joined where they leave no room.
    QVector<std::pair<double, double>> taken;
    for (const int i : nodeIndex_.near({low - kSideways, top, high - low + 2 * kSideways, bottom - top})) {
        const QRectF& card = nodes_[i].rect;
        if (card.bottom() > top && card.top() < bottom) taken.push_back({card.left() - kClear, card.right() + kClear});
    }
    std::sort(taken.begin(), taken.end());
    QVector<std::pair<double, double>> walls;
    for (const auto& one : taken) {
        if (!walls.isEmpty() && one.first <= walls.back().second)
            walls.back().second = std::max(walls.back().second, one.second);
        else
            walls.push_back(one);
    }
    // Beside each wall, outwards past the lanes of other outputs, until the next wall.
    double best = direct.from.x(), bestCost = 1e300;
    const auto offer = [&](double x, double step, double end) {
        for (int tries = 0; tries < kMostLanes; ++tries, x += step) {
            if (step > 0 ? x > end : x < end) return;
            const auto near = laneIndex_.near({x - kWireBetween, top, 2 * kWireBetween, bottom - top});
            const bool free = std::none_of(near.begin(), near.end(), [&](int w) {
                const auto& other = wires_[w];
                const QRectF lane = other.wire.laneRect();
                return other.from != item.from && std::abs(lane.x() - x) < kWireBetween - 0.5 && lane.bottom() > top &&
                       lane.top() < bottom;
            });
            if (!free) continue;
            const double cost = std::abs(x - direct.from.x()) + std::abs(x - direct.to.x()) + (step < 0 ? 1 : 0);
            if (cost < bestCost) {
                bestCost = cost;
                best = x;
            }
            return;
        }
    };
    if (walls.isEmpty()) offer(direct.to.x(), kWireBetween, 1e300);
    for (int i = 0; i < walls.size(); ++i) {
        offer(walls[i].second, kWireBetween, i + 1 < walls.size() ? walls[i + 1].first : 1e300);
        offer(walls[i].first, -kWireBetween, i > 0 ? walls[i - 1].second : -1e300);
    }
    return Wire::around(direct.from, direct.to, best);
}

}  // namespace tl
