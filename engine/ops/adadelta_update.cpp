// Adadelta (Zeiler, "ADADELTA: An Adaptive Learning Rate Method", 2012): the step has the unit of the weight, as the
// root mean square of the last steps over that of the gradients. Epsilon stands under both roots.
#include <cmath>

#include "engine/ops/update.h"

namespace tl::ops {
namespace {

ElementRule adadeltaRule(const Attributes& attributes, double rate, double) {
    const double rho = attributes.number("rho"), epsilon = attributes.number("epsilon");
    const double decay = attributes.number("weight_decay", 0);
    return [=](double& weight, double gradient, Slots& slots) {
        gradient += decay * weight;
        slots[0] = rho * slots[0] + (1 - rho) * gradient * gradient;
        const double step = std::sqrt(slots[1] + epsilon) / std::sqrt(slots[0] + epsilon) * gradient;
        slots[1] = rho * slots[1] + (1 - rho) * step * step;
        weight -= rate * step;
    };
}

Attributes adadeltaSettings(double rho, double decay) {
    return {{"rho", rho}, {"epsilon", 1e-6}, {"weight_decay", decay}};
}

}  // namespace

OpType adadelta_update() {
    OpType op = updateOp({"AdadeltaUpdate",
                          "Moves a parameter by its gradient, scaled to the size of its last steps.",
                          2,
                          {},
                          false,
                          {"rho", "epsilon"},
                          16,
                          adadeltaRule});
    op.cases = {updateCase("first step", 2, adadeltaSettings(0.95, 0), {{0, 1e-30}, {0, 1e-30}}),
                updateCase("later", 2, adadeltaSettings(0.95, 0), {{0.01, 1}, {0, 0.01}}),
                updateCase("weight decay", 2, adadeltaSettings(0.9, 0.1), {{0.01, 1}, {0, 0.01}})};
    return op;
}

}  // namespace tl::ops
