// See the header.
#include "widgets/plot/distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tl {

double Distribution::total() const { return std::accumulate(counts.begin(), counts.end(), 0.0); }

double Distribution::mean() const {
    double sum = 0, all = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        sum += counts[i] * (edges[i] + edges[i + 1]) / 2;
        all += counts[i];
    }
    return all > 0 ? sum / all : std::numeric_limits<double>::quiet_NaN();
}

double Distribution::percentile(double share) const {
    const double wanted = share * total();
    double below = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] <= 0) continue;
        if (below + counts[i] >= wanted)
            return edges[i] + (edges[i + 1] - edges[i]) * std::clamp((wanted - below) / counts[i], 0.0, 1.0);
        below += counts[i];
    }
    return counts.empty() || below <= 0 ? std::numeric_limits<double>::quiet_NaN() : edges.back();
}

std::vector<double> Distribution::resampled(double from, double to, int bins) const {
    std::vector<double> result(static_cast<size_t>(std::max(bins, 0)), 0.0);
    if (bins < 1 || !(to > from)) return result;
    const double width = (to - from) / bins;
    const auto binOf = [&](double value) {
        return std::clamp(static_cast<int>(std::floor((value - from) / width)), 0, bins - 1);
    };
    for (size_t i = 0; i < counts.size(); ++i) {
        const double left = edges[i], right = edges[i + 1];
        if (counts[i] == 0 || right < from || left > to || !std::isfinite(right - left)) continue;
        if (!(right - left > width * 1e-9)) {  // all in one value
            result[static_cast<size_t>(binOf(left))] += counts[i];
            continue;
        }
        for (int bin = binOf(left); bin <= binOf(right); ++bin) {
            const double overlap = std::min(right, from + (bin + 1) * width) - std::max(left, from + bin * width);
            if (overlap > 0) result[static_cast<size_t>(bin)] += counts[i] * overlap / (right - left);
        }
    }
    return result;
}

std::vector<Reach> reachesOf(const std::vector<Distribution>& slices) {
    constexpr double kGap = 5;             // intervals that a watch chooses grow by 2 or 2.5 at a time
    const auto distance = [&](size_t i) {  // from the one before to this one
        return i > 0 && i < slices.size() ? slices[i].step - slices[i - 1].step : 0;
    };
    std::vector<Reach> reaches;
    for (const Distribution& each : slices) reaches.push_back({each.step, each.step});
    for (size_t i = 1; i < slices.size(); ++i) {
        const double here = distance(i), usual = std::max(distance(i - 1), distance(i + 1));
        Reach& before = reaches[i - 1];
        before.gap = usual > 0 && here > kGap * usual;
        before.to += (before.gap ? usual : here) / 2;
        reaches[i].from -= (before.gap ? usual : here) / 2;
    }
    return reaches;
}

std::vector<std::span<const Distribution>> piecesOf(const std::vector<Distribution>& slices) {
    const std::vector<Reach> reaches = reachesOf(slices);
    std::vector<std::span<const Distribution>> pieces;
    for (size_t first = 0, i = 0; i < slices.size(); ++i) {
        if (!reaches[i].gap && i + 1 < slices.size()) continue;
        pieces.push_back(std::span(slices).subspan(first, i + 1 - first));
        first = i + 1;
    }
    return pieces;
}

}  // namespace tl
