// What an event file holds for one tag at one step. Values: copied freely, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/histogram.h"

namespace tl {

// The plugins of TensorBoard that such a value belongs to; Other is kept as it came.
enum class EventKind { Scalar, Histogram, Image, Text, Graph, HParams, PrCurve, Audio, Other };
const char* nameOf(EventKind kind);  // "scalar", "histogram", ...

using EventHistogram = Histogram;

struct EventImage {
    int width = 0, height = 0, channels = 0;  // channels: 1 grey, 3 RGB, 4 RGBA
    std::string png;                          // or what the writer encoded otherwise
};

// At each threshold, from 0 to 1: what a classifier that says yes from there on gets right and wrong.
struct EventPrCurve {
    std::vector<double> truePositives, falsePositives, trueNegatives, falseNegatives, precision, recall;
};

}  // namespace tl
