// Goes back through time: the gradients of a long short-term memory's gates and recurrent kernel.
#include "engine/ops/recurrent.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateLstmGrad(References in, const Attributes& attributes, const StepContext&) {
    const auto &dy = in[0].values, &kernel = in[1].values, &y = in[2].values, &gates = in[3].values,
               &cells = in[4].values;
    Recurrence r("LSTMGrad", in[3].shape, in[1].shape, attributes, 4);
    if (hasRecurrentMask(attributes)) r.mask = in.back().values;
    const auto& sums = r.keepsSums() ? in[5].values : gates;
    std::vector<ReferenceTensor> out{zeros(r.sequence(4)), zeros(in[1].shape)};
    auto &dx = out[0].values, &dkernel = out[1].values;
    const auto units = static_cast<size_t>(r.units);
    for (int64_t n = 0; n < r.batch; ++n) {
        std::vector<double> dh(units, 0.0), dc(units, 0.0);
        for (int64_t t = r.steps; t-- > 0;) {
            for (int64_t u = 0; u < r.units; ++u) {
                const auto i = static_cast<size_t>(u);
                const auto gate = [&](int64_t g) { return gates[r.at(n, t, 4, g, u)]; };
                const auto sum = [&](int64_t g) { return sums[r.at(n, t, 4, g, u)]; };
                const double before = t > 0 ? cells[r.at(n, t - 1, 1, 0, u)] : 0;
                const double cell = cells[r.at(n, t, 1, 0, u)], shown = r.activate(cell);
                const double flow = dy[r.at(n, t, 1, 0, u)] + dh[i];
                dc[i] += flow * gate(3) * r.slope(cell, shown);
                const auto set = [&](int64_t g, double value) { dx[r.at(n, r.read(t), 4, g, u)] = value; };
                set(0, dc[i] * gate(2) * r.openSlope(sum(0), gate(0)));
                set(1, dc[i] * before * r.openSlope(sum(1), gate(1)));
                set(2, dc[i] * gate(0) * r.slope(sum(2), gate(2)));
                set(3, flow * shown * r.openSlope(sum(3), gate(3)));
                dc[i] *= gate(1);
            }
            std::fill(dh.begin(), dh.end(), 0.0);
            if (t > 0)
                r.productGradient(kernel, n, &y[r.at(n, t - 1, 1, 0, 0)], &dx[r.at(n, r.read(t), 4, 0, 0)], 0, 4, dh,
                                  dkernel);
        }
    }
    return out;
}

}  // namespace

OpType lstm_grad() {
    OpType op;
    op.name = "LSTMGrad";
    op.help = "The gradients of LSTM.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("LSTMGrad", inputs, 5, 7);
        const Recurrence r("LSTMGrad", inputs[3].shape, inputs[1].shape, attributes, 4);
        expectRecurrent("LSTMGrad", inputs, attributes, r, 5, 5, r.keepsSums());
        expectShape("LSTMGrad", "dy", inputs[0], r.sequence(1));
        expectShape("LSTMGrad", "y", inputs[2], r.sequence(1)),
            expectShape("LSTMGrad", "cells", inputs[4], r.sequence(1));
        return {inputs[3], inputs[1]};
    };
    op.reference = evaluateLstmGrad;
    op.flops = [](Types inputs, const Attributes&) {
        const double units = static_cast<double>(inputs[1].shape[1]);
        return elements(inputs[3]) * (4 * units + 12);
    };
    return op;
}

}  // namespace tl::ops
