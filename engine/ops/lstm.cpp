// Long short-term memory (Hochreiter and Schmidhuber, 1997) over a sequence whose products with the input weights are
// made already, for all steps in one MatMul. Gates lie in Keras's order: input, forget, candidate, output. The gates
// and cells of every step are outputs, so that they can be looked at and the gradient need not make them again.
#include "engine/ops/recurrent.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateLstm(References in, const Attributes& attributes, const StepContext&) {
    Recurrence r("LSTM", in[0].shape, in[1].shape, attributes, 4);
    if (hasRecurrentMask(attributes)) r.mask = in.back().values;
    std::vector<ReferenceTensor> out{zeros(r.sequence(1)), zeros(r.sequence(4)), zeros(r.sequence(1))};
    if (r.keepsSums()) out.push_back(zeros(r.sequence(4)));
    auto &y = out[0].values, &gates = out[1].values, &cells = out[2].values;
    for (int64_t n = 0; n < r.batch; ++n)
        for (int64_t t = 0; t < r.steps; ++t) {
            const auto gate = [&](int64_t g, int64_t u) {
                double sum = in[0].values[r.at(n, r.read(t), 4, g, u)];
                if (t > 0) sum += r.product(in[1].values, n, g, u, &y[r.at(n, t - 1, 1, 0, 0)]);
                if (r.keepsSums()) out[3].values[r.at(n, t, 4, g, u)] = sum;
                return gates[r.at(n, t, 4, g, u)] = g == 2 ? r.activate(sum) : r.open(sum);
            };
            for (int64_t u = 0; u < r.units; ++u) {
                const double input = gate(0, u), forget = gate(1, u), candidate = gate(2, u), output = gate(3, u);
                const double before = t > 0 ? cells[r.at(n, t - 1, 1, 0, u)] : 0;
                const double cell = cells[r.at(n, t, 1, 0, u)] = forget * before + input * candidate;
                y[r.at(n, t, 1, 0, u)] = output * r.activate(cell);
            }
        }
    return out;
}

}  // namespace

OpType lstm() {
    OpType op;
    op.name = "LSTM";
    op.help = "Runs a long short-term memory along a sequence.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("LSTM", inputs, 2, 3);
        expectFloat("LSTM", "x", inputs[0]), expectFloat("LSTM", "recurrent_kernel", inputs[1]);
        const Recurrence r("LSTM", inputs[0].shape, inputs[1].shape, attributes, 4);
        expectRecurrent("LSTM", inputs, attributes, r, 2, 2, false);
        std::vector<ValueType> outputs{{r.sequence(1)}, {r.sequence(4)}, {r.sequence(1)}};
        if (r.keepsSums()) outputs.push_back({r.sequence(4)});
        return outputs;
    };
    op.gradient = [](GradientContext& context) {
        expectGradientOfFirst("LSTM", context);
        std::vector<int> inputs{context.outputGradient(0), context.input(1), context.output(0), context.output(1),
                                context.output(2)};
        for (int value : recurrentRest(context, 3, 2)) inputs.push_back(value);
        const auto gradients = context.emit("LSTMGrad", inputs, context.attributes());
        for (int i = 0; i < 2; ++i)
            if (context.needsGradient(i)) context.setInputGradient(i, gradients[static_cast<size_t>(i)]);
    };
    op.reference = evaluateLstm;
    op.flops = [](Types inputs, const Attributes&) {
        const double units = static_cast<double>(inputs[1].shape[1]);
        return elements(inputs[0]) * (2 * units + 8);
    };
    op.differentiable = {0, 1};
    op.cases = {{"short", {{{3, 4, 20}}, {{20, 5}}}, recurrentCase()},
                {"one step", {{{2, 1, 12}}, {{12, 3}}}, recurrentCase()},
                {"wide, backwards", {{{5, 3, 132}}, {{132, 33}}}, recurrentCase("tanh", "sigmoid", true)},
                {"other activations", {{{2, 5, 24}}, {{24, 6}}}, recurrentCase("sigmoid", "tanh")},
                {"activations of sums", {{{2, 5, 24}}, {{24, 6}}}, recurrentCase("gelu", "silu")},
                {"masked", {{{3, 4, 20}}, {{20, 5}}, {{3, 20}}}, recurrentCase("tanh", "sigmoid", false, true)},
                {"masked, backwards, of sums",
                 {{{5, 3, 132}}, {{132, 33}}, {{5, 132}}},
                 recurrentCase("softsign", "hard_sigmoid", true, true)}};
    return op;
}

}  // namespace tl::ops
