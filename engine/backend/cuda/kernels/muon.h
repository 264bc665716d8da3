// What stands around the products of Muon's update.
#pragma once

#include <cstdint>

#include "engine/backend/step_context.h"

namespace tl::cuda {

// velocity = momentum * velocity + g, and the direction that is to be made orthogonal. Where weights stand still, so
// does the velocity.
struct MuonMomentum {
    const float *g, *velocity;
    float *velocityOut, *direction;
    uint32_t count;
    float momentum;
    bool nesterov, freezesOut;
    const StepContext* context;  // the device's
};

// w -= rate * (decay * w + length * direction), w being scaled first to `norm` where *own is its norm; or w stands
// still.
struct MuonMove {
    const float *w, *direction;
    const float* own;  // null: w stays as it is
    float* y;
    uint32_t count;
    float decay, length, norm;
    bool freezesOut;
    const StepContext* context;  // the device's
};

}  // namespace tl::cuda
