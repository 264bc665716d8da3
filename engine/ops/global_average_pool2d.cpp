// The mean of each channel's whole image.
#include "engine/ops/support.h"

namespace tl::ops {

OpType global_average_pool2d() {
    OpType op;
    op.name = "GlobalAveragePool2D";
    op.help = "Takes the mean of each channel.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("GlobalAveragePool2D", inputs, 1, 1);
        expectFloat("GlobalAveragePool2D", "x", inputs[0]);
        expectRank("GlobalAveragePool2D", "x", inputs[0], 4);
        return {{{inputs[0].shape[0], inputs[0].shape[1]}, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("GlobalAveragePool2DGrad", {context.outputGradient(0)},
                                                 {{"input_shape", context.type(context.input(0)).shape.dims()}})[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        const Shape& shape = in[0].shape;
        const int64_t plane = shape[2] * shape[3];
        std::vector<ReferenceTensor> out{zeros({shape[0], shape[1]})};
        for (size_t i = 0; i < in[0].values.size(); ++i)
            out[0].values[i / static_cast<size_t>(plane)] += in[0].values[i] / static_cast<double>(plane);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"small", {{{2, 3, 4, 5}}}, {}}, {"odd channels", {{{3, 37, 7, 7}}}, {}}};
    return op;
}

}  // namespace tl::ops
