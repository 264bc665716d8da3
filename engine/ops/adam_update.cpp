// Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015) with both moments corrected for their start
// at zero, and AdamW (Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019), which shrinks the weight
// itself in place of adding to its gradient. `count` is the number of this step, counted from 1: Increment comes first.
// epsilon stands where the paper's section 2 ends and Keras has it, beside the root of the uncorrected moment; eps,
// where it is above 0, stands in its place beside the root of the corrected one, as PyTorch has it.
#include <cmath>

#include "engine/ops/update.h"

namespace tl::ops {
namespace {

ElementRule adamRule(const Attributes& attributes, double rate, double count) {
    const double beta1 = attributes.number("beta_1"), beta2 = attributes.number("beta_2");
    const double epsilon = attributes.number("epsilon"), eps = attributes.number("eps", 0);
    const double decay = attributes.number("weight_decay", 0);
    const double back = 1 - std::pow(beta1, count), correction = std::sqrt(1 - std::pow(beta2, count));
    return [=](double& weight, double gradient, Slots& slots) {
        gradient += decay * weight;
        slots[0] = beta1 * slots[0] + (1 - beta1) * gradient;
        slots[1] = beta2 * slots[1] + (1 - beta2) * gradient * gradient;
        if (eps > 0)
            weight -= rate * slots[0] / back / (std::sqrt(slots[1]) / correction + eps);
        else
            weight -= rate * correction / back * slots[0] / (std::sqrt(slots[1]) + epsilon);
    };
}

Attributes adamSettings(double beta1, double beta2, double epsilon, double decay, int64_t decoupled) {
    return {{"beta_1", beta1},
            {"beta_2", beta2},
            {"epsilon", epsilon},
            {"weight_decay", decay},
            {"decoupled_weight_decay", decoupled}};
}

}  // namespace

OpType adam_update() {
    OpType op = updateOp({"AdamUpdate",
                          "Moves a parameter by running means of its gradient and the gradient's square.",
                          2,
                          {},
                          true,
                          {"beta_1", "beta_2", "epsilon"},
                          14,
                          adamRule});
    const std::vector<std::pair<double, double>> nothing{{0, 1e-30}, {0, 1e-30}}, later{{-1, 1}, {0.01, 1}};
    op.cases = {updateCase("first step", 2, adamSettings(0.9, 0.999, 1e-7, 0, 0), nothing, 1),
                updateCase("seventh step", 2, adamSettings(0.9, 0.999, 1e-7, 0, 0), later, 7),
                updateCase("weight decay", 2, adamSettings(0.8, 0.99, 1e-3, 0.05, 0), later, 7),
                updateCase("eps", 2, adamSettings(0.8, 0.99, 1e-7, 0.05, 0), later, 7),
                updateCase("decoupled weight decay", 2, adamSettings(0.9, 0.999, 1e-7, 0.5, 1), later, 7)};
    op.cases[3].attributes.set("eps", 0.1);
    op.cases.push_back(op.cases.back());
    op.cases.back().name = "decoupled weight decay, lr_ratio";
    op.cases.back().attributes.set("lr_ratio", 0.25);
    op.cases.push_back(groupedCase(op.cases[2], 2));
    return op;
}

}  // namespace tl::ops
