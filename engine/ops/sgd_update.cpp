// Stochastic gradient descent with momentum, Nesterov's variant and weight decay. The velocity gathers steps, the rate
// in them, as Keras's does; with momentum_buffer it gathers gradients, and the rate comes after, as in PyTorch. Without
// momentum there is no velocity.
#include "engine/ops/update.h"

namespace tl::ops {
namespace {

int sgdSlotCount(const Attributes& attributes) { return attributes.number("momentum", 0) != 0; }

ElementRule sgdRule(const Attributes& attributes, double rate, double) {
    const double momentum = attributes.number("momentum", 0), decay = attributes.number("weight_decay", 0);
    const bool nesterov = attributes.integer("nesterov", 0) != 0;
    const bool buffer = attributes.integer("momentum_buffer", 0) != 0;
    const double before = momentum != 0 && !buffer ? rate : 1, after = momentum != 0 && !buffer ? 1 : rate;
    return [=](double& weight, double gradient, Slots& slots) {
        double step = before * (gradient + decay * weight);
        if (momentum != 0) {
            slots[0] = momentum * slots[0] + step;
            step = nesterov ? step + momentum * slots[0] : slots[0];
        }
        weight -= after * step;
    };
}

Attributes sgdSettings(double momentum, int64_t nesterov, double decay, int64_t decoupled = 0) {
    return {
        {"momentum", momentum}, {"nesterov", nesterov}, {"weight_decay", decay}, {"decoupled_weight_decay", decoupled}};
}

}  // namespace

OpType sgd_update() {
    OpType op =
        updateOp({"SgdUpdate", "Moves a parameter against its gradient.", 1, sgdSlotCount, false, {}, 6, sgdRule});
    const std::vector<std::pair<double, double>> velocity{{-1, 1}};
    op.cases = {updateCase("plain", 0, sgdSettings(0, 0, 0), {}),
                updateCase("weight decay", 0, sgdSettings(0, 0, 0.1), {}),
                updateCase("momentum", 1, sgdSettings(0.9, 0, 0), velocity),
                updateCase("nesterov, weight decay", 1, sgdSettings(0.9, 1, 0.01), velocity),
                updateCase("decoupled weight decay", 1, sgdSettings(0.9, 0, 0.5, 1), velocity)};
    for (const size_t plain : {size_t{2}, size_t{3}}) {
        op.cases.push_back(op.cases[plain]);
        op.cases.back().name += ", momentum_buffer";
        op.cases.back().attributes.set("momentum_buffer", int64_t{1});
    }
    op.cases.push_back(op.cases[6]);
    op.cases.back().name += ", freezes out";
    op.cases.back().attributes.set("freeze_out", int64_t{1});
    op.cases.push_back(groupedCase(op.cases[1], 0));
    op.cases.push_back(groupedCase(op.cases[3], 1));
    return op;
}

}  // namespace tl::ops
