// A small example of a layer, for the parameterised tests and `tensorloom verify`.
#pragma once

#include <string>
#include <vector>

#include "engine/core/property.h"
#include "engine/core/shape.h"

namespace tl {

struct LayerCase {
    std::string name;
    std::vector<Shape> inputs;  // without batch
    Properties properties;
    int64_t indices = 0;  // inputs are whole numbers below this, and get no gradient; 0 = any floats
    double low = -1;      // inputs and weights are drawn from [low, 1)
};

}  // namespace tl
