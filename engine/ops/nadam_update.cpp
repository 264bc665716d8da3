// Nadam (Dozat, "Incorporating Nesterov Momentum into Adam", 2016): Adam that looks one momentum step ahead, with a
// momentum that warms up as beta_1 * (1 - 0.96^(step * momentum_decay) / 2). Keras's momentum_decay is 1, PyTorch's
// 0.004.
#include <cmath>

#include "engine/ops/update.h"

namespace tl::ops {
namespace {

ElementRule nadamRule(const Attributes& attributes, double rate, double count) {
    const double beta1 = attributes.number("beta_1"), beta2 = attributes.number("beta_2");
    const double epsilon = attributes.number("epsilon"), decay = attributes.number("weight_decay", 0);
    const double fading = attributes.number("momentum_decay");
    const auto momentum = [=](double step) { return beta1 * (1 - 0.5 * std::pow(0.96, step * fading)); };
    double product = 1;
    for (double step = 1; step <= count; ++step) product *= momentum(step);
    const double now = momentum(count), next = momentum(count + 1);
    return [=](double& weight, double gradient, Slots& slots) {
        gradient += decay * weight;
        slots[0] = beta1 * slots[0] + (1 - beta1) * gradient;
        slots[1] = beta2 * slots[1] + (1 - beta2) * gradient * gradient;
        const double ahead = next * slots[0] / (1 - product * next) + (1 - now) * gradient / (1 - product);
        weight -= rate * ahead / (std::sqrt(slots[1] / (1 - std::pow(beta2, count))) + epsilon);
    };
}

Attributes nadamSettings(double beta1, double decay, double fading) {
    return {
        {"beta_1", beta1}, {"beta_2", 0.999}, {"epsilon", 1e-7}, {"weight_decay", decay}, {"momentum_decay", fading}};
}

}  // namespace

OpType nadam_update() {
    OpType op = updateOp({"NadamUpdate",
                          "Moves a parameter as AdamUpdate does, one momentum step ahead.",
                          2,
                          {},
                          true,
                          {"beta_1", "beta_2", "epsilon", "momentum_decay"},
                          16,
                          nadamRule});
    op.cases = {updateCase("first step", 2, nadamSettings(0.9, 0, 1), {{0, 1e-30}, {0, 1e-30}}, 1),
                updateCase("seventh step", 2, nadamSettings(0.9, 0, 0.004), {{-1, 1}, {0.01, 1}}, 7),
                updateCase("a late step", 2, nadamSettings(0.9, 0, 1), {{-1, 1}, {0.01, 1}}, 5000),
                updateCase("weight decay", 2, nadamSettings(0.8, 0.1, 1), {{-1, 1}, {0.01, 1}}, 7)};
    return op;
}

}  // namespace tl::ops
