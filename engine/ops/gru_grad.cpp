// Goes back through time: the gradients of a gated recurrent unit's gates, recurrent kernel and, where the reset comes
// after the product, recurrent bias.
#include "engine/ops/recurrent.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateGruGrad(References in, const Attributes& attributes, const StepContext&) {
    const auto &dy = in[0].values, &kernel = in[1].values, &y = in[2].values, &gates = in[3].values;
    Recurrence r("GRUGrad", in[2].shape, in[1].shape, attributes, 3, 1);
    if (hasRecurrentMask(attributes)) r.mask = in.back().values;
    const bool after = attributes.integer("linear_before_reset", 1) != 0;
    std::vector<ReferenceTensor> out{zeros(r.sequence(3)), zeros(in[1].shape)};
    if (after) out.push_back(zeros({3 * r.units}));
    auto &dx = out[0].values, &dkernel = out[1].values;
    const auto units = static_cast<size_t>(r.units);
    const std::vector<double> start(units, 0.0);
    for (int64_t n = 0; n < r.batch; ++n) {
        std::vector<double> dh(units, 0.0);
        for (int64_t t = r.steps; t-- > 0;) {
            const double* before = t > 0 ? &y[r.at(n, t - 1, 1, 0, 0)] : start.data();
            double* here = &dx[r.at(n, r.read(t), 3, 0, 0)];
            const double* gate = &gates[r.at(n, t, 4, 0, 0)];
            const double *update = gate, *reset = gate + units, *candidate = reset + units, *kept = candidate + units;
            const double* sum = r.keepsSums() ? &in[4].values[r.at(n, t, 3, 0, 0)] : gate;
            const double *resetSum = sum + units, *candidateSum = resetSum + units;
            double *dupdate = here, *dreset = here + units, *dcandidate = dreset + units;
            std::vector<double> flow(units), dbefore(units), recurrent(3 * units);
            for (size_t u = 0; u < units; ++u) {
                flow[u] = dy[r.at(n, t, 1, 0, static_cast<int64_t>(u))] + dh[u];
                dupdate[u] = flow[u] * (before[u] - candidate[u]) * r.openSlope(sum[u], update[u]);
                dcandidate[u] = flow[u] * (1 - update[u]) * r.slope(candidateSum[u], candidate[u]);
                dbefore[u] = flow[u] * update[u];
            }
            if (after) {
                for (size_t u = 0; u < units; ++u) {
                    dreset[u] = dcandidate[u] * kept[u] * r.openSlope(resetSum[u], reset[u]);
                    recurrent[u] = dupdate[u], recurrent[units + u] = dreset[u];
                    recurrent[2 * units + u] = dcandidate[u] * reset[u];
                }
                for (size_t i = 0; i < 3 * units; ++i) out[2].values[i] += recurrent[i];
                r.productGradient(kernel, n, before, recurrent.data(), 0, 3, dbefore, dkernel);
            } else {
                std::vector<double> dkept(units, 0.0);
                r.productGradient(kernel, n, kept, dcandidate, 2, 1, dkept, dkernel);
                for (size_t u = 0; u < units; ++u) {
                    dreset[u] = dkept[u] * before[u] * r.openSlope(resetSum[u], reset[u]);
                    dbefore[u] += dkept[u] * reset[u];
                }
                r.productGradient(kernel, n, before, here, 0, 2, dbefore, dkernel);
            }
            dh = dbefore;
        }
    }
    return out;
}

}  // namespace

OpType gru_grad() {
    OpType op;
    op.name = "GRUGrad";
    op.help = "The gradients of GRU.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("GRUGrad", inputs, 4, 6);
        const Recurrence r("GRUGrad", inputs[2].shape, inputs[1].shape, attributes, 3, 1);
        expectRecurrent("GRUGrad", inputs, attributes, r, 4, 4, r.keepsSums());
        expectShape("GRUGrad", "dy", inputs[0], r.sequence(1));
        expectShape("GRUGrad", "gates", inputs[3], r.sequence(4));
        std::vector<ValueType> outputs{{r.sequence(3), DType::Float32}, inputs[1]};
        if (attributes.integer("linear_before_reset", 1) != 0) outputs.push_back({{3 * r.units}, DType::Float32});
        return outputs;
    };
    op.reference = evaluateGruGrad;
    op.flops = [](Types inputs, const Attributes&) {
        const double units = static_cast<double>(inputs[1].shape[1]);
        return elements(inputs[2]) * 3 * (4 * units + 12);
    };
    return op;
}

}  // namespace tl::ops
