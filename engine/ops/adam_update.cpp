// Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015) with both moments corrected for their start
// at zero. `count` is the number of this step, counted from 1: Increment comes first.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluate(References in, const Attributes& attributes, const StepContext& context) {
    const double beta1 = attributes.number("beta_1"), beta2 = attributes.number("beta_2");
    const double epsilon = attributes.number("epsilon"), decay = attributes.number("weight_decay", 0);
    const double count = in[4].values[0];
    std::vector<ReferenceTensor> out{in[0], in[2], in[3]};
    for (size_t i = 0; i < in[0].values.size(); ++i) {
        const double gradient = in[1].values[i] + decay * in[0].values[i];
        double &first = out[1].values[i], &second = out[2].values[i];
        first = beta1 * first + (1 - beta1) * gradient;
        second = beta2 * second + (1 - beta2) * gradient * gradient;
        const double firstHat = first / (1 - std::pow(beta1, count));
        const double secondHat = second / (1 - std::pow(beta2, count));
        out[0].values[i] -= static_cast<double>(context.learningRate) * firstHat / (std::sqrt(secondHat) + epsilon);
    }
    return out;
}

} // namespace

OpType adam_update() {
    OpType op;
    op.name = "AdamUpdate";
    op.help = "Moves a parameter by running means of its gradient and the gradient's square.";
    op.updates = {0, 2, 3};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("AdamUpdate", inputs, 5, 5);
        expectSameShapes("AdamUpdate", inputs.first(4));
        expectShape("AdamUpdate", "count", inputs[4], {});
        attributes.number("beta_1"), attributes.number("beta_2"), attributes.number("epsilon");
        return {inputs[0], inputs[2], inputs[3]};
    };
    op.reference = evaluate;
    op.flops = [](Types inputs, const Attributes&) { return 14 * elements(inputs[0]); };
    const ValueType matrix{{13, 29}};
    const std::vector<std::pair<double, double>> first{{-1, 1}, {-1, 1}, {0, 1e-30}, {0, 1e-30}, {1, 1}};
    const std::vector<std::pair<double, double>> later{{-1, 1}, {-1, 1}, {-1, 1}, {0.01, 1}, {7, 7}};
    const Attributes usual{{"beta_1", 0.9}, {"beta_2", 0.999}, {"epsilon", 1e-7}, {"weight_decay", 0.0}};
    const Attributes decayed{{"beta_1", 0.8}, {"beta_2", 0.99}, {"epsilon", 1e-3}, {"weight_decay", 0.05}};
    op.cases = {{"first step", {matrix, matrix, matrix, matrix, {{}}}, usual, first},
                {"seventh step", {matrix, matrix, matrix, matrix, {{}}}, usual, later},
                {"weight decay", {matrix, matrix, matrix, matrix, {{}}}, decayed, later}};
    return op;
}

} // namespace tl::ops
