// The gradient of a bias: dy summed over every axis but the channels'.
#include "engine/ops/support.h"

namespace tl::ops {

OpType bias_grad() {
    OpType op;
    op.name = "BiasGrad";
    op.help = "Sums over all axes but the channels'.";
    op.precision = Precision::Follow;
    op.fullOutputs = {0};
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("BiasGrad", inputs, 1, 1);
        expectFloat("BiasGrad", "dy", inputs[0]);
        if (inputs[0].shape.rank() < 2)
            throw Error("BiasGrad's input dy", "2 dimensions or more", inputs[0].shape.toString());
        return {{{inputs[0].shape[1]}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros({in[0].shape[1]})};
        for (size_t i = 0; i < in[0].values.size(); ++i)
            out[0].values[static_cast<size_t>(channelOf(in[0].shape, static_cast<int64_t>(i)))] += in[0].values[i];
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"matrix", {{{67, 13}}}, {}}, {"images", {{{3, 17, 6, 5}}}, {}}};
    return op;
}

}  // namespace tl::ops
