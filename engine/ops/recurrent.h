// What the recurrent ops share: their sizes, the order in which steps are read, and the products with the recurrent
// kernel [gates * units, units]. Sequences are [N, T, ...]; step t of the results reads step read(t) of the input.
#pragma once

#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {

struct Recurrence {
    int64_t batch, steps, units, gates;
    bool backwards;
    Act activation, recurrentActivation;
    // `sequence` holds `parts` (default: gates) times `units` values a step. Throws Error where the shapes do not fit.
    Recurrence(const char* op, const Shape& sequence, const Shape& kernel, const Attributes& attributes, int64_t gates,
               int64_t parts = 0);

    Shape sequence(int64_t parts) const { return {batch, steps, parts * units}; }
    int64_t read(int64_t t) const { return backwards ? steps - 1 - t : t; }
    size_t at(int64_t n, int64_t t, int64_t parts, int64_t part, int64_t unit) const {
        return static_cast<size_t>(((n * steps + t) * parts + part) * units + unit);
    }
    double activate(double x) const { return tl::activate(activation, 1, x); }
    double open(double x) const { return tl::activate(recurrentActivation, 1, x); }
    double slope(double y) const { return activationSlope(activation, 1, 0, y); }
    double openSlope(double y) const { return activationSlope(recurrentActivation, 1, 0, y); }

    // Row `unit` of gate `gate` times the state.
    double product(const std::vector<double>& kernel, int64_t gate, int64_t unit, const double* state) const;
    // From the gradient of `count` gates' products, the first being `gate`: adds to the state's and the kernel's.
    void productGradient(const std::vector<double>& kernel, const double* state, const double* gradient, int64_t gate,
                         int64_t count, std::vector<double>& dstate, std::vector<double>& dkernel) const;
};

void expectGradientOfFirst(const char* op, GradientContext& context);
Attributes recurrentCase(const std::string& activation = "tanh", const std::string& recurrentActivation = "sigmoid",
                         bool backwards = false);

}  // namespace tl::ops
