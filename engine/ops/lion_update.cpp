// Lion (Chen et al., "Symbolic Discovery of Optimization Algorithms", 2023): every weight moves by the rate, against
// the sign of a mix of its gradient and the gradient's running mean. Weight decay is decoupled, as the paper has it.
#include "engine/ops/update.h"

namespace tl::ops {
namespace {

ElementRule lionRule(const Attributes& attributes, double rate, double) {
    const double beta1 = attributes.number("beta_1"), beta2 = attributes.number("beta_2");
    return [=](double& weight, double gradient, Slots& slots) {
        const double way = beta1 * slots[0] + (1 - beta1) * gradient;
        slots[0] = beta2 * slots[0] + (1 - beta2) * gradient;
        weight -= rate * (way > 0 ? 1 : way < 0 ? -1 : way);
    };
}

Attributes lionSettings(double decay) {
    return {{"beta_1", 0.9}, {"beta_2", 0.99}, {"weight_decay", decay}, {"decoupled_weight_decay", int64_t{1}}};
}

}  // namespace

OpType lion_update() {
    OpType op = updateOp({"LionUpdate",
                          "Moves a parameter by the sign of a mix of its gradient and the gradient's mean.",
                          1,
                          {},
                          false,
                          {"beta_1", "beta_2"},
                          10,
                          lionRule});
    op.cases = {updateCase("plain", 1, lionSettings(0), {{-1, 1}}),
                updateCase("weight decay", 1, lionSettings(0.5), {{-1, 1}})};
    return op;
}

}  // namespace tl::ops
