// Adagrad (Duchi, Hazan and Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization",
// 2011). The slot is the sum of squares without its initial value, which is an attribute: slots start at zero. epsilon
// stands under the root, as in Keras; eps, where it is above 0, beside it, as in PyTorch.
#include <cmath>

#include "engine/ops/update.h"

namespace tl::ops {
namespace {

ElementRule adagradRule(const Attributes& attributes, double rate, double) {
    const double start = attributes.number("initial_accumulator_value", 0);
    const double eps = attributes.number("eps", 0), epsilon = eps > 0 ? 0 : attributes.number("epsilon");
    const double decay = attributes.number("weight_decay", 0);
    return [=](double& weight, double gradient, Slots& slots) {
        gradient += decay * weight;
        slots[0] += gradient * gradient;
        weight -= rate * gradient / (std::sqrt(slots[0] + start + epsilon) + eps);
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
    op.cases.push_back(op.cases[1]);
    op.cases.back().name = "eps";
    op.cases.back().attributes.set("eps", 0.1);
    return op;
}

}  // namespace tl::ops
