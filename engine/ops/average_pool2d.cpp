// The mean of each window over the elements that lie inside the image; padding is not counted.
#include "engine/ops/support.h"

namespace tl::ops {

OpType average_pool2d() {
    OpType op;
    op.name = "AveragePool2D";
    op.help = "Takes the mean of each window.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("AveragePool2D", inputs, 1, 1);
        expectFloat("AveragePool2D", "x", inputs[0]);
        return {{poolGeometry("AveragePool2D", inputs[0].shape, attributes).outputShape(), DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        Attributes attributes = context.attributes();
        attributes.set("input_shape", context.type(context.input(0)).shape.dims());
        context.setInputGradient(0, context.emit("AveragePool2DGrad", {context.outputGradient(0)}, attributes)[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const PoolGeometry g = poolGeometry("AveragePool2D", in[0].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.outputShape())};
        forEachWindow(g, [&](size_t y, const std::vector<size_t>& window) {
            for (size_t x : window) out[0].values[y] += in[0].values[x] / static_cast<double>(window.size());
        });
        return out;
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return poolGeometry("AveragePool2D", inputs[0].shape, attributes).flops();
    };
    op.cases = {
        {"2x2", {{{2, 3, 8, 8}}}, poolAttributes({2, 2}, {2, 2}, {0, 0, 0, 0})},
        {"odd size", {{{2, 17, 7, 9}}}, poolAttributes({2, 2}, {2, 2}, {0, 0, 0, 0})},
        {"overlapping, same", {{{2, 16, 7, 7}}}, poolAttributes({3, 3}, {2, 2}, {1, 1, 1, 1})},
        {"asymmetric pads", {{{1, 5, 7, 8}}}, poolAttributes({3, 2}, {2, 3}, {0, 1, 2, 0})},
    };
    return op;
}

}  // namespace tl::ops
