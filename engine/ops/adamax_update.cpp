// Adamax (Kingma and Ba, 2015, section 7.1): Adam with the largest recent gradient in place of the root of the mean
// square. epsilon is added to the divisor, as in Keras; eps, where it is above 0, to the gradient's size, as in
// PyTorch.
#include <algorithm>
#include <cmath>

#include "engine/ops/update.h"

namespace tl::ops {
namespace {

ElementRule adamaxRule(const Attributes& attributes, double rate, double count) {
    const double beta1 = attributes.number("beta_1"), beta2 = attributes.number("beta_2");
    const double eps = attributes.number("eps", 0), epsilon = eps > 0 ? 0 : attributes.number("epsilon");
    const double decay = attributes.number("weight_decay", 0);
    return [=](double& weight, double gradient, Slots& slots) {
        gradient += decay * weight;
        slots[0] = beta1 * slots[0] + (1 - beta1) * gradient;
        slots[1] = std::max(beta2 * slots[1], std::abs(gradient) + eps);
        weight -= rate / (1 - std::pow(beta1, count)) * slots[0] / (slots[1] + epsilon);
    };
}

Attributes adamaxSettings(double beta1, double beta2, double decay) {
    return {{"beta_1", beta1}, {"beta_2", beta2}, {"epsilon", 1e-7}, {"weight_decay", decay}};
}

}  // namespace

OpType adamax_update() {
    OpType op = updateOp({"AdamaxUpdate",
                          "Moves a parameter by the mean of its gradient over the largest recent one.",
                          2,
                          {},
                          true,
                          {"beta_1", "beta_2", "epsilon"},
                          10,
                          adamaxRule});
    op.cases = {updateCase("first step", 2, adamaxSettings(0.9, 0.999, 0), {{0, 1e-30}, {0, 1e-30}}, 1),
                updateCase("seventh step", 2, adamaxSettings(0.9, 0.999, 0), {{-1, 1}, {0.01, 1}}, 7),
                updateCase("weight decay", 2, adamaxSettings(0.8, 0.9, 0.1), {{-1, 1}, {0.01, 1}}, 7)};
    op.cases.push_back(op.cases[1]);
    op.cases.back().name = "eps";
    op.cases.back().attributes.set("eps", 0.1);
    return op;
}

}  // namespace tl::ops
