// What one layer of a trained network makes of given items of a source: the rows that a projection is made of.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/train/evaluate.h"

namespace tl {

struct LayerOutput {
    Shape shape;                 // of one item's
    std::vector<float> values;   // [items, shape]
    std::vector<int64_t> items;  // those that could be read, in the order of the source
    const float* row(size_t i) const { return values.data() + static_cast<int64_t>(i) * shape.elements(); }
};

// As evaluation computes it: averages of the weights where there are any, no dropout. Throws Error where the network
// has no such layer, where the data does not fit, for more than 2^30 numbers in all, and where it is stopped.
LayerOutput layerOutput(const Snapshot& model, const std::string& layer, const Source& source,
                        const std::vector<int64_t>& items, int threads = 0, std::stop_token stop = {},
                        const std::function<void(double)>& progress = {});

}  // namespace tl
