// The activation functions that work element by element, by Keras's names, in one list: ops, kernels, passes and layers
// all read it. The functions here are the float64 definitions; each backend has its own.
#pragma once

#include <span>
#include <string>

#include "engine/core/act.h"

namespace tl {

struct ActivationKind {
    const char* name;  // Keras's: "leaky_relu"
    Act act;
    // The slope follows from the result alone, so x need not be kept once the result is there; of the others x is read.
    bool fromResult;
    // f(0) = 0, so that zeros which pad a blocked layout stay zeros.
    bool zeroAtZero;
    double alpha;  // what the attribute `alpha` is where it is not given; of kinds without one, 0
    // Smallest alpha for which the rule for the slope holds.
    double minimumAlpha = -1e300;
    // Keras's own default of alpha, where the attribute's differs.
    double kerasAlpha = alpha;

    // Can be an attribute of the op that makes x, instead of an op.
    bool fuses() const { return act <= Act::Tanh; }
};

std::span<const ActivationKind> activationKinds();
// Throws Error with the known names for one that is not there.
const ActivationKind& activationKind(const std::string& name);

// y = f(x). `value` is what threshold puts in the place of what does not pass it.
double activate(Act act, double alpha, double x, double value = 0);
// dy / dx, from x or from y as the kind's fromResult says.
double activationSlope(Act act, double alpha, double x, double y);

}  // namespace tl
