// How weights start, and what their layer's properties say of them beside that: penalties in the loss, a constraint
// after each update.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "engine/core/attributes.h"
#include "engine/core/property.h"
#include "engine/core/rng.h"
#include "engine/core/shape.h"

namespace tl {

using Initializer = std::function<void(std::span<float>, const Shape&, Rng&)>;

// What a layer's properties say of one of its weights beside its initialiser; of its output, "activity", the rates.
struct WeightRules {
    double l1 = 0, l2 = 0;  // rates of what the loss gets for it
    Attributes constraint;  // of the Constrain op that follows each update; empty = none
};

// Initialisers by Keras's names ("glorot_uniform", "he_normal", "zeros", ...); fans are of the shape [out, in, ...].
// Throws Error for an unknown name.
Initializer initializer(const std::string& name);
// As the layer's properties say of the weight; throws Error for a shape that the initialiser cannot fill.
Initializer initializerOf(const PropertyReader& properties, const std::string& weight, const Shape& shape);
WeightRules rulesOf(const PropertyReader& properties, const std::string& weight);

}  // namespace tl
