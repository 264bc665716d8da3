// RMSprop (Tieleman and Hinton, lecture 6.5 of "Neural Networks for Machine Learning", 2012), by Keras's rule: epsilon
// stands under the root, and momentum gathers steps, the rate in them. As in PyTorch, eps (where it is above 0) stands
// beside the root instead, and with momentum_buffer momentum gathers scaled gradients before the rate. Centred, the
// gradient is divided by its deviation in place of its root mean square.
#include <algorithm>
#include <cmath>

#include "engine/ops/update.h"

namespace tl::ops {
namespace {

// Slots: mean square, mean where centred, velocity where there is momentum.
int rmsPropSlotCount(const Attributes& attributes) {
    return 1 + (attributes.integer("centered", 0) != 0) + (attributes.number("momentum", 0) != 0);
}

ElementRule rmsPropRule(const Attributes& attributes, double rate, double) {
    const double eps = attributes.number("eps", 0), epsilon = eps > 0 ? 0 : attributes.number("epsilon");
    const double rho = attributes.number("rho");
    const double momentum = attributes.number("momentum", 0), decay = attributes.number("weight_decay", 0);
    const bool centered = attributes.integer("centered", 0) != 0;
    const bool buffer = attributes.integer("momentum_buffer", 0) != 0;
    const double before = momentum != 0 && buffer ? 1 : rate, after = momentum != 0 && buffer ? rate : 1;
    return [=](double& weight, double gradient, Slots& slots) {
        gradient += decay * weight;
        slots[0] = rho * slots[0] + (1 - rho) * gradient * gradient;
        double square = slots[0];
        if (centered) {
            slots[1] = rho * slots[1] + (1 - rho) * gradient;
            square = std::max(square - slots[1] * slots[1], 0.0);
        }
        double step = before * gradient / (std::sqrt(square + epsilon) + eps);
        if (momentum != 0) {
            double& velocity = slots[centered ? 2 : 1];
            step = velocity = momentum * velocity + step;
        }
        weight -= after * step;
    };
}

Attributes rmsPropSettings(double momentum, int64_t centered, double decay) {
    return {{"rho", 0.9}, {"momentum", momentum}, {"centered", centered}, {"epsilon", 1e-7}, {"weight_decay", decay}};
}

}  // namespace

OpType rms_prop_update() {
    OpType op = updateOp({"RmsPropUpdate",
                          "Moves a parameter by its gradient over the root of the gradient's mean square.",
                          3,
                          rmsPropSlotCount,
                          false,
                          {"rho", "epsilon"},
                          14,
                          rmsPropRule});
    op.cases = {updateCase("first step", 1, rmsPropSettings(0, 0, 0), {{0, 1e-30}}),
                updateCase("later", 1, rmsPropSettings(0, 0, 0), {{0.01, 1}}),
                updateCase("momentum", 2, rmsPropSettings(0.9, 0, 0), {{0.01, 1}, {-1, 1}}),
                updateCase("centred", 2, rmsPropSettings(0, 1, 0), {{0.5, 1}, {-0.5, 0.5}}),
                updateCase("centred, momentum, weight decay", 3, rmsPropSettings(0.9, 1, 0.1),
                           {{0.5, 1}, {-0.5, 0.5}, {-1, 1}})};
    for (const size_t plain : {size_t{1}, size_t{2}, size_t{4}}) {
        op.cases.push_back(op.cases[plain]);
        op.cases.back().name += ", as PyTorch";
        op.cases.back().attributes.set("eps", 0.1);
        op.cases.back().attributes.set("momentum_buffer", int64_t{1});
    }
    return op;
}

}  // namespace tl::ops
