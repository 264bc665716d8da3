// See the header.
#include "widgets/canvas/grid_index.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tl {

GridIndex::Span GridIndex::span(const QRectF& rect) {
    const auto cell = [](double value) { return qint64(std::floor(std::clamp(value / kCell, -1e9, 1e9))); };
    return {cell(rect.left()), cell(rect.top()), cell(rect.right()), cell(rect.bottom())};
}

void GridIndex::clear() {
    cells_.clear();
    long_.clear();
}

void GridIndex::insert(int id, const QRectF& rect) {
    const Span s = span(rect);
    if (s.cells() > kMostCells) {
        long_.push_back(id);
        return;
    }
    for (qint64 y = s.top; y <= s.bottom; ++y)
        for (qint64 x = s.left; x <= s.right; ++x) cells_[key(x, y)].push_back(id);
}

void GridIndex::remove(int id, const QRectF& rect) {
    const Span s = span(rect);
    if (s.cells() > kMostCells) {
        long_.removeOne(id);
        return;
    }
    for (qint64 y = s.top; y <= s.bottom; ++y)
        for (qint64 x = s.left; x <= s.right; ++x) {
            const auto found = cells_.find(key(x, y));
            if (found == cells_.end()) continue;
            found->removeOne(id);
            if (found->isEmpty()) cells_.erase(found);
        }
}

QVector<int> GridIndex::near(const QRectF& rect) const {
    const Span s = span(rect);
    QVector<int> found = long_;
    if (s.cells() > cells_.size()) {
        for (const auto& cell : cells_) found += cell;
    } else {
        for (qint64 y = s.top; y <= s.bottom; ++y)
            for (qint64 x = s.left; x <= s.right; ++x)
                if (const auto cell = cells_.constFind(key(x, y)); cell != cells_.constEnd()) found += *cell;
    }
    if (found.isEmpty()) return found;
    // Ids are indices, and most cells name their neighbours' once more: marking them costs less than sorting them.
    std::vector<bool> named(size_t(*std::max_element(found.begin(), found.end())) + 1, false);
    for (const int id : found) named[size_t(id)] = true;
    found.clear();
    for (size_t id = 0; id < named.size(); ++id)
        if (named[id]) found.push_back(int(id));
    return found;
}

}  // namespace tl
