// Elementwise work as a chain of steps over one flow of values: what every op of that kind becomes, alone or fused.
#pragma once

#include <cstdint>

#include "engine/backend/cuda/kernels/element.h"
#include "engine/core/act.h"

namespace tl::cuda {

constexpr int kChainEach = 8;  // elements of a thread

enum class ChainOp : int {
    Activate,  // act(v); a is alpha, b is threshold's value
    Slope,     // v * the slope of act at the operand
    Add,
    Sub,
    Mul,
    Div,
    Max,
    Min,
    Rescale,    // v * a + b
    Clip,       // to [-a, a]
    ClipNorm,   // v * a / max(the one number of the operand, a)
    Mix,        // v * a + operand * b
    Penalty,    // of the weight v, l1 = a and l2 = b: its gradient times the one number of the operand
    Average,    // towards the operand by a; all the way in the first step (the one number of `second`)
    Overwrite,  // by the operand where the one number of `second` is a multiple of a
    Count       // v + 1, and b less from a on
};

struct ChainStep {
    ChainOp op = ChainOp::Activate;
    Act act = Act::Linear;
    float a = 0, b = 0;
    int operand = -1, second = -1;
};

struct ChainOperand {
    const void* data = nullptr;
    Element type{};
    bool single = false;  // one number for all elements
};

struct Chain {
    static constexpr int kOperands = 8, kSteps = 12;
    ChainOperand x;
    void* y = nullptr;
    Element yType{};
    uint32_t count = 0;
    int steps = 0;
    ChainStep step[kSteps];
    ChainOperand operand[kOperands];
};

// Both gradients of max(a, b).
struct MaxGrad {
    const float *a, *b, *dy;
    float *da, *db;
    uint32_t count;
};

// y = x + bias along the channels: element i belongs to channel i / inner % channels.
struct ChannelAdd {
    const void* x;
    const float* bias;
    void* y;
    Element type{};
    uint32_t count, channels, inner;
};

}  // namespace tl::cuda
