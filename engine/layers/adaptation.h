// What a layer learns from its input over the training data before the first step of a run, not by gradient:
// Normalization's mean and variance, PatchWhitening's filters.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/core/tensor.h"

namespace tl {

class Adaptation {
public:
    virtual ~Adaptation() = default;
    // What reaches the layer of a batch, float32, the batch first.
    virtual void add(const Tensor& x) = 0;
    // How many values each number of the result rests on; 0 before the first.
    virtual double count() const = 0;
    // The layer's states as BuildContext::adapt() was given them, row-major.
    virtual std::vector<std::vector<double>> found() const = 0;
};

using AdaptationMaker = std::function<std::unique_ptr<Adaptation>()>;

}  // namespace tl
