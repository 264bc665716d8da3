// 1 where every number of every input is finite, else 0: what loss scaling asks of the gradients before an update.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType all_finite() {
    OpType op;
    op.name = "AllFinite";
    op.help = "Says whether no value is a NaN or an infinity.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("AllFinite", inputs, 1, 100000);
        for (size_t i = 0; i < inputs.size(); ++i) expectFloat("AllFinite", std::to_string(i).c_str(), inputs[i]);
        return {{{}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros({})};
        out[0].values[0] = 1;
        for (const ReferenceTensor& x : in)
            for (double value : x.values)
                if (!std::isfinite(static_cast<float>(value))) out[0].values[0] = 0;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) {
        double sum = 0;
        for (const ValueType& input : inputs) sum += elements(input);
        return sum;
    };
    op.cases = {{"finite", {{{3, 50}}, {{7}}}, {}},
                {"beyond float32", {{{3, 50}}, {{7}}}, {}, {{-1, 1}, {1e39, 2e39}}}};
    return op;
}

}  // namespace tl::ops
