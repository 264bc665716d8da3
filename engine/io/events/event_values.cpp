// Histograms of values, and the names of the kinds of values in event files.
#include "engine/io/events/event_values.h"

#include <algorithm>
#include <cmath>

namespace tl {

const char* nameOf(EventKind kind) {
    static constexpr const char* names[] = {"scalar",  "histogram", "image", "text", "graph",
                                            "hparams", "pr_curve",  "audio", "other"};
    return names[static_cast<int>(kind)];
}

EventHistogram histogramOf(const float* values, size_t count, int buckets) {
    EventHistogram histogram;
    double least = INFINITY, greatest = -INFINITY;
    for (size_t i = 0; i < count; ++i) {
        const double value = values[i];
        if (!std::isfinite(value)) continue;
        least = std::min(least, value);
        greatest = std::max(greatest, value);
        histogram.count += 1;
        histogram.sum += value;
        histogram.sumOfSquares += value * value;
    }
    if (histogram.count == 0) return histogram;
    histogram.min = least;
    histogram.max = greatest;
    if (least == greatest) {  // one bucket around the one value
        histogram.edges = {least, greatest};
        histogram.counts = {histogram.count};
        return histogram;
    }
    const double width = (greatest - least) / buckets;
    for (int i = 0; i < buckets; ++i) histogram.edges.push_back(least + i * width);
    histogram.edges.push_back(greatest);
    histogram.counts.assign(static_cast<size_t>(buckets), 0);
    for (size_t i = 0; i < count; ++i)
        if (std::isfinite(values[i]))
            ++histogram.counts[static_cast<size_t>(
                std::clamp<int>(static_cast<int>((values[i] - least) / width), 0, buckets - 1))];
    return histogram;
}

}  // namespace tl
