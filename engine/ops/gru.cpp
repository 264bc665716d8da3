// A gated recurrent unit (Cho et al., 2014) over a sequence whose products with the input weights are made already, for
// all steps in one MatMul. Gates lie in Keras's order: update, reset, candidate. linear_before_reset is ONNX's name of
// Keras's reset_after: the reset gate then meets the candidate's recurrent product, and that product may have a bias.
// The fourth part of `gates` is what the gradient needs of the reset: that product, or the state after the reset.
#include "engine/ops/recurrent.h"

namespace tl::ops {
namespace {

bool afterwards(const Attributes& attributes) { return attributes.integer("linear_before_reset", 1) != 0; }

std::vector<ReferenceTensor> evaluateGru(References in, const Attributes& attributes, const StepContext&) {
    Recurrence r("GRU", in[0].shape, in[1].shape, attributes, 3);
    const bool after = afterwards(attributes), masked = hasRecurrentMask(attributes);
    if (masked) r.mask = in.back().values;
    const bool biased = in.size() - size_t{masked} > 2;
    std::vector<ReferenceTensor> out{zeros(r.sequence(1)), zeros(r.sequence(4))};
    if (r.keepsSums()) out.push_back(zeros(r.sequence(3)));
    auto &y = out[0].values, &gates = out[1].values;
    const std::vector<double> start(static_cast<size_t>(r.units), 0.0);
    for (int64_t n = 0; n < r.batch; ++n)
        for (int64_t t = 0; t < r.steps; ++t) {
            const double* before = t > 0 ? &y[r.at(n, t - 1, 1, 0, 0)] : start.data();
            const auto input = [&](int64_t g, int64_t u) { return in[0].values[r.at(n, r.read(t), 3, g, u)]; };
            const auto product = [&](int64_t g, int64_t u, const double* state) {
                const double bias = biased ? in[2].values[static_cast<size_t>(g * r.units + u)] : 0;
                return r.product(in[1].values, n, g, u, state) + bias;
            };
            const auto gate = [&](int64_t g, int64_t u) -> double& { return gates[r.at(n, t, 4, g, u)]; };
            const auto kept = [&](int64_t g, int64_t u, double sum) {
                if (r.keepsSums()) out[2].values[r.at(n, t, 3, g, u)] = sum;
                return sum;
            };
            for (int64_t u = 0; u < r.units; ++u)
                for (int64_t g : {0, 1}) gate(g, u) = r.open(kept(g, u, input(g, u) + product(g, u, before)));
            if (!after)
                for (int64_t u = 0; u < r.units; ++u) gate(3, u) = gate(1, u) * before[u];
            for (int64_t u = 0; u < r.units; ++u) {
                if (after) {
                    gate(3, u) = product(2, u, before);
                    gate(2, u) = r.activate(kept(2, u, input(2, u) + gate(1, u) * gate(3, u)));
                } else {
                    gate(2, u) = r.activate(kept(2, u, input(2, u) + product(2, u, &gate(3, 0))));
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
        expectCount("GRU", inputs, 2, 4);
        expectFloat("GRU", "x", inputs[0]), expectFloat("GRU", "recurrent_kernel", inputs[1]);
        const Recurrence r("GRU", inputs[0].shape, inputs[1].shape, attributes, 3);
        expectRecurrent("GRU", inputs, attributes, r, 2, afterwards(attributes) ? 3 : 2, false);
        if (inputs.size() - size_t{hasRecurrentMask(attributes)} > 2)
            expectShape("GRU", "recurrent_bias", inputs[2], {3 * r.units});
        std::vector<ValueType> outputs{{r.sequence(1)}, {r.sequence(4)}};
        if (r.keepsSums()) outputs.push_back({r.sequence(3)});
        return outputs;
    };
    op.gradient = [](GradientContext& context) {
        expectGradientOfFirst("GRU", context);
        std::vector<int> inputs{context.outputGradient(0), context.input(1), context.output(0), context.output(1)};
        for (int value : recurrentRest(context, 2, 2)) inputs.push_back(value);
        const auto gradients = context.emit("GRUGrad", inputs, context.attributes());
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
    op.differentiable = {0, 1, 2};
    op.cases = {
        {"short", {{{3, 4, 15}}, {{15, 5}}, {{15}}}, recurrentCase()},
        {"without bias", {{{2, 3, 12}}, {{12, 4}}}, with(recurrentCase(), 1)},
        {"reset before", {{{3, 4, 15}}, {{15, 5}}}, with(recurrentCase(), 0)},
        {"one step", {{{2, 1, 9}}, {{9, 3}}, {{9}}}, recurrentCase()},
        {"wide, backwards", {{{5, 3, 99}}, {{99, 33}}, {{99}}}, recurrentCase("tanh", "sigmoid", true)},
        {"reset before, wide, backwards", {{{5, 3, 99}}, {{99, 33}}}, with(recurrentCase("tanh", "sigmoid", true), 0)},
        {"other activations", {{{2, 5, 18}}, {{18, 6}}, {{18}}}, recurrentCase("sigmoid", "tanh")},
        {"activations of sums", {{{2, 5, 18}}, {{18, 6}}, {{18}}}, recurrentCase("mish", "softplus")},
        {"reset before, of sums", {{{2, 5, 18}}, {{18, 6}}}, with(recurrentCase("gelu", "sigmoid", true), 0)},
        {"masked", {{{3, 4, 15}}, {{15, 5}}, {{15}}, {{3, 15}}}, recurrentCase("tanh", "sigmoid", false, true)},
        {"masked, backwards, of sums",
         {{{5, 3, 99}}, {{99, 33}}, {{99}}, {{5, 99}}},
         recurrentCase("softsign", "hard_sigmoid", true, true)},
    };
    return op;
}

}  // namespace tl::ops
