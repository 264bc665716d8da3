// The largest value of each window. The workspace lets the backend's gradient op find it again without x.
#include <algorithm>
#include <limits>

#include "engine/ops/support.h"

namespace tl::ops {

OpType max_pool2d() {
    OpType op;
    op.name = "MaxPool2D";
    op.help = "Takes the largest value of each window.";
    op.precision = Precision::Follow;
    op.opaqueOutputs = {1};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("MaxPool2D", inputs, 1, 1);
        expectFloat("MaxPool2D", "x", inputs[0]);
        return {{poolGeometry("MaxPool2D", inputs[0].shape, attributes).outputShape(), DType::Float32},
                {{}, DType::UInt8}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("MaxPool2DGrad",
                                                 {context.input(0), context.outputGradient(0), context.output(1)},
                                                 context.attributes())[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const PoolGeometry g = poolGeometry("MaxPool2D", in[0].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.outputShape()), {}};
        forEachWindow(g, [&](size_t y, const std::vector<size_t>& window) {
            double largest = -std::numeric_limits<double>::infinity();
            for (size_t x : window) largest = std::max(largest, in[0].values[x]);
            out[0].values[y] = largest;
        });
        return out;
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return poolGeometry("MaxPool2D", inputs[0].shape, attributes).flops();
    };
    op.cases = {
        {"2x2", {{{2, 3, 8, 8}}}, poolAttributes({2, 2}, {2, 2}, {0, 0, 0, 0})},
        {"odd size", {{{2, 17, 7, 9}}}, poolAttributes({2, 2}, {2, 2}, {0, 0, 0, 0})},
        {"overlapping, same", {{{2, 16, 7, 7}}}, poolAttributes({3, 3}, {2, 2}, {1, 1, 1, 1})},
        {"asymmetric pads", {{{1, 5, 7, 8}}}, poolAttributes({3, 2}, {2, 3}, {0, 1, 2, 0})},
        {"stride 1", {{{2, 4, 5, 6}}}, poolAttributes({2, 3}, {1, 1}, {1, 0, 0, 2})},
        {"all negative", {{{1, 2, 5, 5}}}, poolAttributes({3, 3}, {2, 2}, {1, 1, 1, 1}), {{-2, -1}}},
    };
    return op;
}

}  // namespace tl::ops
