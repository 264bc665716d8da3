// Update rules of parameters, several tensors a launch.
#pragma once

#include <cstdint>

#include "engine/backend/step_context.h"

namespace tl::cuda {

enum class UpdateRule : int { Sgd, Momentum, Adam, Adamax, Lion, Adagrad, Adadelta, RmsProp };

struct UpdateTensor {
    const float *p, *g, *slot[3];
    float *pOut, *slotOut[3];
    uint32_t count;
    uint32_t firstBlock;  // of the launch
};

// What does not change from step to step; the kernel finds the rest from the context and the count of steps.
struct UpdateSettings {
    UpdateRule rule{};
    double ratio = 1;  // of the learning rate
    double beta1 = 0, beta2 = 0;
    double decoupledDecay = 0, fading = 0;  // fading: Nadam's momentum_decay
    float decay = 0;                        // added to the gradient
    float epsilon = 0, under = 0;           // beside the root, and under it
    bool eps = false;                       // PyTorch's places
    bool freezesOut = false;
    bool buffer = false;  // momentum gathers gradients, as PyTorch's
    bool nesterov = false, nadam = false;
    bool centered = false, momentum = false;  // RMSprop's slots
};

struct Update {
    static constexpr int kTensors = 16;
    UpdateTensor tensor[kTensors];
    int tensors;
    UpdateSettings settings;
    const StepContext* context;  // the device's
    const float* count;          // of steps, this one included; or null
};

// One thread.
struct LossScale {
    const float *scale, *good, *finite;
    float *scaleOut, *goodOut;
    float interval;
};

// One thread: whether this step may move anything. Where the loss is scaled, gradients that overflow pass a step over
// and the scale comes down, as long as it can.
struct StepVerdict {
    const float *loss, *finite;
    const float* scale;  // before it is changed; null: none
    StepGate* gate;
};

// mean = total / steps, and 0 in total's place.
struct AccumulatedMean {
    const float* total;
    float *emptied, *mean;
    uint32_t count;
    float steps;
};

// A row of w each block: brought to the norm that it must keep to.
struct Constrain {
    const float* w;
    float* y;
    uint32_t size;
    float least, most, rate;  // unit norm: 1, 1, 1
    bool nonNegative;         // instead
};

}  // namespace tl::cuda
