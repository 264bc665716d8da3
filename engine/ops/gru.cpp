// A gated recurrent unit (Cho et al., 2014) over a sequence whose products with the input weights are made already, for
// all steps in one MatMul. Gates lie in Keras's order: update, reset, candidate. linear_before_reset is ONNX's name of
// Keras's reset_after: the reset gate then meets the candidate's recurrent product, and that product may have a bias.
// The fourth part of `gates` is what the gradient needs of the reset: that product, or the state after the reset.
#include "engine/ops/recurrent.h"

namespace tl::ops {
namespace {

bool afterwards(const Attributes& attributes) { return attributes.integer("linear_before_reset", 1) != 0; }

std::vector<ReferenceTensor> evaluateGru(References in, const Attributes& attributes, const StepContext&) {
    const Recurrence r("GRU", in[0].shape, in[1].shape, attributes, 3);
    const bool after = afterwards(attributes);
    std::vector<ReferenceTensor> out{zeros(r.sequence(1)), zeros(r.sequence(4))};
    auto &y = out[0].values, &gates = out[1].values;
    const std::vector<double> start(static_cast<size_t>(r.units), 0.0);
    for (int64_t n = 0; n < r.batch; ++n)
        for (int64_t t = 0; t < r.steps; ++t) {
            const double* before = t > 0 ? &y[r.at(n, t - 1, 1, 0, 0)] : start.data();
            const auto input = [&](int64_t g, int64_t u) { return in[0].values[r.at(n, r.read(t), 3, g, u)]; };
            const auto product = [&](int64_t g, int64_t u, const double* state) {
                const double bias = in.size() > 2 ? in[2].values[static_cast<size_t>(g * r.units + u)] : 0;
                return r.product(in[1].values, g, u, state) + bias;
            };
            const auto gate = [&](int64_t g, int64_t u) -> double& { return gates[r.at(n, t, 4, g, u)]; };
            for (int64_t u = 0; u < r.units; ++u)
                for (int64_t g : {0, 1}) gate(g, u) = r.open(input(g, u) + product(g, u, before));
            if (!after)
                for (int64_t u = 0; u < r.units; ++u) gate(3, u) = gate(1, u) * before[u];
            for (int64_t u = 0; u < r.units; ++u) {
                if (after) {
                    gate(3, u) = product(2, u, before);
                    gate(2, u) = r.activate(input(2, u) + gate(1, u) * gate(3, u));
                } else {
                    gate(2, u) = r.activate(input(2, u) + product(2, u, &gate(3, 0)));
                }
                y[r.at(n, t, 1, 0, u)] = gate(0, u) * before[u] + (1 - gate(0, u)) * gate(2, u);
            }
        }
    return out;
}

}  // namespace

OpType gru() {
    OpType op;
    op.name = "GRU";
    op.help = "Runs a gated recurrent unit along a sequence.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("GRU", inputs, 2, afterwards(attributes) ? 3 : 2);
        expectFloat("GRU", "x", inputs[0]), expectFloat("GRU", "recurrent_kernel", inputs[1]);
        const Recurrence r("GRU", inputs[0].shape, inputs[1].shape, attributes, 3);
        if (inputs.size() > 2) expectShape("GRU", "recurrent_bias", inputs[2], {3 * r.units});
        return {{r.sequence(1), DType::Float32}, {r.sequence(4), DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        expectGradientOfFirst("GRU", context);
        const auto gradients =
            context.emit("GRUGrad", {context.outputGradient(0), context.input(1), context.output(0), context.output(1)},
                         context.attributes());
        for (int i = 0; i < 3; ++i)
            if (context.needsGradient(i)) context.setInputGradient(i, gradients[static_cast<size_t>(i)]);
    };
    op.reference = evaluateGru;
    op.flops = [](Types inputs, const Attributes&) {
        const double units = static_cast<double>(inputs[1].shape[1]);
        return elements(inputs[0]) * (2 * units + 8);
    };
    const auto with = [](Attributes attributes, int64_t linearBeforeReset) {
        attributes.set("linear_before_reset", linearBeforeReset);
        return attributes;
    };
    op.cases = {
        {"short", {{{3, 4, 15}}, {{15, 5}}, {{15}}}, recurrentCase()},
        {"without bias", {{{2, 3, 12}}, {{12, 4}}}, with(recurrentCase(), 1)},
        {"reset before", {{{3, 4, 15}}, {{15, 5}}}, with(recurrentCase(), 0)},
        {"one step", {{{2, 1, 9}}, {{9, 3}}, {{9}}}, recurrentCase()},
        {"wide, backwards", {{{5, 3, 99}}, {{99, 33}}, {{99}}}, recurrentCase("tanh", "sigmoid", true)},
        {"reset before, wide, backwards", {{{5, 3, 99}}, {{99, 33}}}, with(recurrentCase("tanh", "sigmoid", true), 0)},
        {"other activations", {{{2, 5, 18}}, {{18, 6}}, {{18}}}, recurrentCase("sigmoid", "tanh")},
    };
    return op;
}

}  // namespace tl::ops
