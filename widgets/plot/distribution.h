// Counts of values between edges, at one step, and what can be told from them: percentiles, the mean, and the same
// counts over other bins. Plain values.
#pragma once

#include <span>
#include <vector>

namespace tl {

struct Distribution {
    double step = 0;
    std::vector<double> edges, counts;  // bin i spans edges[i] to edges[i + 1]; edges do not fall

    bool empty() const { return counts.empty(); }
    double least() const { return edges.empty() ? 0 : edges.front(); }
    double greatest() const { return edges.empty() ? 0 : edges.back(); }
    double total() const;
    double mean() const;  // by the bins' middles; NaN where there is nothing
    // The value below which a share (0 to 1) lies, even within a bin; NaN where there is nothing.
    double percentile(double share) const;
    // Over `bins` of equal width from `from` to `to`: a bin's counts go to those that it covers, by their overlap.
    std::vector<double> resampled(double from, double to, int bins) const;
};

// The steps that one of several distributions stands for.
struct Reach {
    double from = 0, to = 0;
    bool gap = false;  // before the next one: nobody looked for much longer than on either side of it
};
// Half-way to its neighbours, and into a gap as far as half the usual distance. By rising step.
std::vector<Reach> reachesOf(const std::vector<Distribution>& slices);
// Those between two gaps, which live as long as the slices.
std::vector<std::span<const Distribution>> piecesOf(const std::vector<Distribution>& slices);

}  // namespace tl
