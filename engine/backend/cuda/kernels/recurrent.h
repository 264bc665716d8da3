// The cells of recurrent layers, a step at a time; the products with the recurrent kernel stand between two steps.
#pragma once

#include <cstdint>

#include "engine/core/act.h"

namespace tl::cuda {

// Sequences are [batch, steps, ...]. Gates whose products are made at once are a part: a product's buffers hold one
// part after the other, each row-major with the part's gates side by side. A mask [batch, gates, units] multiplies the
// state ahead of each gate's product, so that every gate is a part by itself.
struct RecurrentStep {
    static constexpr int kGates = 4;
    int batch, steps, units, gates;
    int step, read;  // of the results, and of the input
    int parts;
    int first[kGates];               // gate of each part
    int head[kGates], wide[kGates];  // by gate: its part's first gate, and how many that part has
    Act activation, gateActivation;
    float alpha, gateAlpha;
    bool ofResult, gateOfResult;  // what the slopes are found from
    const float* mask;            // or null
};

struct LstmCell {
    RecurrentStep s;
    const float *x, *product;         // product: null in the first step
    float *y, *gates, *cells, *sums;  // sums: where slopes want them, or null
    float* state;                     // for the next products: [parts, batch, units]
};

// Gates are update, reset, candidate; `gates` holds a fourth part, what the gradient needs of the reset.
struct GruCell {
    RecurrentStep s;
    const float *x, *product, *bias;  // bias or null
    float *y, *gates, *sums, *state;
    bool afterwards;     // the reset meets the candidate's product; else the state ahead of it,
    bool opens, closes;  // which makes two launches: update and reset, then the rest
};

// Backwards. Rows of `flow` and `state` are those of all steps, step by step: they become the recurrent kernel's
// gradient in one product.
struct LstmCellGrad {
    RecurrentStep s;
    const float *dy, *y, *gates, *cells, *sums;
    const float* through;  // what the step after it says of the state: [parts, batch, units]; null in the last step
    float* dcell;          // [batch, units], from step to step
    float *dx, *flow, *state;
};

struct GruCellGrad {
    RecurrentStep s;
    const float *dy, *y, *gates, *sums, *through;
    float* carried;  // the state's gradient past the products: [batch, units]
    float *dx, *flow, *state;
    bool afterwards, opens, closes;
};

}  // namespace tl::cuda
