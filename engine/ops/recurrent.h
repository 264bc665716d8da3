// What the recurrent ops share: their sizes, the order in which steps are read, and the products with the recurrent
// kernel [gates * units, units]. Sequences are [N, T, ...]; step t of the results reads step read(t) of the input.
// With the attribute recurrent_mask the last input, [N, gates * units], multiplies the state before each gate's
// product, the same at every step: Keras's recurrent_dropout. Where a slope does not follow from an activation's
// result, the gates' sums are one more output, and an input of the gradient before the mask.
#pragma once

#include <algorithm>
#include <span>

#include "engine/ops/support.h"

namespace tl::ops {

struct Recurrence {
    int64_t batch, steps, units, gates;
    bool backwards;
    const ActivationKind *activation, *recurrentActivation;
    std::span<const double> mask = {};  // [batch, gates, units]; empty = none
    // `sequence` holds `parts` (default: gates) times `units` values a step. Throws Error where the shapes do not fit.
    Recurrence(const char* op, const Shape& sequence, const Shape& kernel, const Attributes& attributes, int64_t gates,
               int64_t parts = 0);

    Shape sequence(int64_t parts) const { return {batch, steps, parts * units}; }
    int64_t read(int64_t t) const { return backwards ? steps - 1 - t : t; }
    size_t at(int64_t n, int64_t t, int64_t parts, int64_t part, int64_t unit) const {
        return static_cast<size_t>(((n * steps + t) * parts + part) * units + unit);
    }
    double activate(double x) const { return tl::activate(activation->act, activation->kerasAlpha, x); }
    double open(double x) const { return tl::activate(recurrentActivation->act, recurrentActivation->kerasAlpha, x); }
    // From the sum x and the result y of it.
    double slope(double x, double y) const { return activationSlope(activation->act, activation->kerasAlpha, x, y); }
    double openSlope(double x, double y) const {
        return activationSlope(recurrentActivation->act, recurrentActivation->kerasAlpha, x, y);
    }
    bool keepsSums() const { return !activation->fromResult || !recurrentActivation->fromResult; }

    // Row `unit` of gate `gate` times sample n's state.
    double product(const std::vector<double>& kernel, int64_t n, int64_t gate, int64_t unit, const double* state) const;
    // From the gradient of `count` gates' products, the first being `gate`: adds to the state's and the kernel's.
    void productGradient(const std::vector<double>& kernel, int64_t n, const double* state, const double* gradient,
                         int64_t gate, int64_t count, std::vector<double>& dstate, std::vector<double>& dkernel) const;

private:
    double kept(int64_t n, int64_t gate, int64_t unit) const {
        return mask.empty() ? 1 : mask[static_cast<size_t>((n * gates + gate) * units + unit)];
    }
};

bool hasRecurrentMask(const Attributes& attributes);
// The inputs are `minimum` to `maximum` and those that the attributes ask for: the sums, where `sums`, and the mask.
void expectRecurrent(const char* op, Types inputs, const Attributes& attributes, const Recurrence& r, size_t minimum,
                     size_t maximum, bool sums);
// Those inputs of a forward op, for its gradient: the output with the sums, and the mask.
std::vector<int> recurrentRest(GradientContext& context, int sums, int inputs);

void expectGradientOfFirst(const char* op, GradientContext& context);
Attributes recurrentCase(const std::string& activation = "tanh", const std::string& recurrentActivation = "sigmoid",
                         bool backwards = false, bool masked = false);

}  // namespace tl::ops
