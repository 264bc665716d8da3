// Places boxes that are joined by arrows in rows from top to bottom (Sugiyama's method): arrows point down, few of them
// cross, the longest way runs straight. Pure geometry for one level; any thread. See decisions/0031 for why it is ours.
#pragma once

#include <QPointF>
#include <stop_token>
#include <vector>

namespace tl {

struct LevelItem {
    enum Pin { Free, Top, Bottom };
    double width = 0, height = 0;
    Pin pin = Free;      // in a row of its own above or below all others
    double before = -1;  // where its centre was from left, 0 to 1: neighbours keep their order; -1 = it is new
};

struct LevelEdge {
    int from = -1, to = -1;
    double fromX = 0, toX = 0;  // where it is attached, from the item's centre
};

struct LevelLayout {
    std::vector<QPointF> centres;             // of the items
    std::vector<std::vector<QPointF>> paths;  // of the edges, from start to end; empty where from == to
    double width = 0, height = 0;             // all within 0, 0 to these
};

// Items are best given earlier ones first. Edges that would go up are drawn from the lower to the upper end. A stopped
// layout means nothing.
LevelLayout layOutLevel(const std::vector<LevelItem>& items, const std::vector<LevelEdge>& edges,
                        const std::stop_token& stop = {});

}  // namespace tl
