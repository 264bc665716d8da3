// What an event file holds for one tag at one step. Values: copied freely, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tl {

// The plugins of TensorBoard that such a value belongs to; Other is kept as it came.
enum class EventKind { Scalar, Histogram, Image, Text, Graph, HParams, PrCurve, Audio, Other };
const char* nameOf(EventKind kind);  // "scalar", "histogram", ...

// Counts between edges: bucket i spans edges[i] to edges[i + 1].
struct EventHistogram {
    double min = 0, max = 0, count = 0, sum = 0, sumOfSquares = 0;
    std::vector<double> edges, counts;
};

// `buckets` of equal width from the least value to the greatest; values that are not finite are left out of them all.
EventHistogram histogramOf(const float* values, size_t count, int buckets = 30);

struct EventImage {
    int width = 0, height = 0, channels = 0;  // channels: 1 grey, 3 RGB, 4 RGBA
    std::string png;                          // or what the writer encoded otherwise
};

// At each threshold, from 0 to 1: what a classifier that says yes from there on gets right and wrong.
struct EventPrCurve {
    std::vector<double> truePositives, falsePositives, trueNegatives, falseNegatives, precision, recall;
};

}  // namespace tl
