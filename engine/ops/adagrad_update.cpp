// Adagrad (Duchi, Hazan and Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization",
// 2011). The slot is the sum of squares without its initial value, which is an attribute: slots start at zero.
#include <cmath>

#include "engine/ops/update.h"

namespace tl::ops {
namespace {

ElementRule adagradRule(const Attributes& attributes, double rate, double) {
    const double start = attributes.number("initial_accumulator_value", 0);
    const double epsilon = attributes.number("epsilon"), decay = attributes.number("weight_decay", 0);
    return [=](double& weight, double gradient, Slots& slots) {
        gradient += decay * weight;
        slots[0] += gradient * gradient;
        weight -= rate * gradient / (std::sqrt(slots[0] + start) + epsilon);
    };
}

Attributes adagradSettings(double start, double decay) {
    return {{"initial_accumulator_value", start}, {"epsilon", 1e-7}, {"weight_decay", decay}};
}

}  // namespace

OpType adagrad_update() {
    OpType op = updateOp({"AdagradUpdate",
                          "Moves a parameter by its gradient over the root of the sum of its squares.",
                          1,
                          {},
                          false,
                          {"epsilon"},
                          9,
                          adagradRule});
    op.cases = {updateCase("first step", 1, adagradSettings(0.1, 0), {{0, 1e-30}}),
                updateCase("later", 1, adagradSettings(0, 0), {{0.01, 4}}),
                updateCase("weight decay", 1, adagradSettings(0.1, 0.1), {{0.01, 4}})};
    return op;
}

}  // namespace tl::ops
