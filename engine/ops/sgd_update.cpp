// Stochastic gradient descent with momentum, Nesterov's variant and weight decay, by PyTorch's formulas. Without a
// velocity there is no momentum.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluate(References in, const Attributes& attributes, const StepContext& context) {
    const double momentum = attributes.number("momentum", 0), rate = static_cast<double>(context.learningRate);
    const bool nesterov = attributes.integer("nesterov", 0) != 0, hasVelocity = in.size() > 2;
    const bool decoupled = attributes.integer("decoupled_weight_decay", 0) != 0;
    const double given = attributes.number("weight_decay", 0), decay = decoupled ? 0 : given;
    std::vector<ReferenceTensor> out{in[0]};
    if (hasVelocity) out.push_back(in[2]);
    for (size_t i = 0; i < in[0].values.size(); ++i) {
        double step = in[1].values[i] + decay * in[0].values[i];
        if (hasVelocity) {
            double& velocity = out[1].values[i];
            velocity = momentum * velocity + step;
            step = nesterov ? step + momentum * velocity : velocity;
        }
        out[0].values[i] -= (decoupled ? rate * given * out[0].values[i] : 0) + rate * step;
    }
    return out;
}

Attributes rule(double momentum, int64_t nesterov, double decay, int64_t decoupled = 0) {
    return {
        {"momentum", momentum}, {"nesterov", nesterov}, {"weight_decay", decay}, {"decoupled_weight_decay", decoupled}};
}

}  // namespace

OpType sgd_update() {
    OpType op;
    op.name = "SgdUpdate";
    op.help = "Moves a parameter against its gradient.";
    op.updates = {0, 2};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("SgdUpdate", inputs, 2, 3);
        expectSameShapes("SgdUpdate", inputs);
        if (inputs.size() < 3 && attributes.number("momentum", 0) != 0)
            throw Error("SgdUpdate", "a velocity with its momentum", "none");
        return inputs.size() < 3 ? std::vector<ValueType>{inputs[0]} : std::vector<ValueType>{inputs[0], inputs[2]};
    };
    op.reference = evaluate;
    op.flops = [](Types inputs, const Attributes&) { return (inputs.size() < 3 ? 4 : 6) * elements(inputs[0]); };
    const ValueType matrix{{13, 29}};
    op.cases = {{"plain", {matrix, matrix}, rule(0, 0, 0)},
                {"weight decay", {matrix, matrix}, rule(0, 0, 0.1)},
                {"momentum", {matrix, matrix, matrix}, rule(0.9, 0, 0)},
                {"nesterov, weight decay", {matrix, matrix, matrix}, rule(0.9, 1, 0.01)},
                {"decoupled weight decay", {matrix, matrix, matrix}, rule(0.9, 0, 0.5, 1)}};
    return op;
}

}  // namespace tl::ops
