// The largest size of a value's numbers, which says how it is brought to the range of 8-bit floats.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType abs_max() {
    OpType op;
    op.name = "AbsMax";
    op.help = "The largest of all numbers without their signs.";
    op.precision = Precision::Follow;  // reads what is there
    op.fullOutputs = {0};
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("AbsMax", inputs, 1, 1);
        expectFloat("AbsMax", "x", inputs[0]);
        return {ValueType{{}}};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        double largest = 0;
        for (const double value : in[0].values)
            if (std::isnan(value) || std::abs(value) > largest) largest = std::abs(value);  // NaN stays
        return std::vector<ReferenceTensor>{{{}, {largest}}};
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"few", {{{13, 29}}}, {}}, {"many", {{{311, 150}}}, {}, {{-3, 1}}}, {"one", {{{1}}}, {}}};
    return op;
}

}  // namespace tl::ops
