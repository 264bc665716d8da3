// What is known of a data set's labels before training; also what decides how a loss makes its targets.
#pragma once

#include <cstdint>
#include <vector>

namespace tl {

// What the data set gives as labels: a class a sample, the classes of two mixed images, or a number.
struct LabelFacts {
    std::vector<int64_t> counts = {};  // training images of each class, for balanced weights; empty = unknown
    bool mixed = false;                // training batches bring two classes a sample, and the first one's share
    bool numbers = false;              // no classes: each sample has a number
    friend bool operator==(const LabelFacts&, const LabelFacts&) = default;
};

}  // namespace tl
