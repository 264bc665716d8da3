// Spreads each dy evenly over the elements of its window that lie inside the image.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

PoolGeometry averagePool2dGradGeometry(const Shape& dy, const Attributes& attributes) {
    const PoolGeometry g = poolGeometry("AveragePool2DGrad", shapeAttribute(attributes, "input_shape"), attributes);
    if (dy != g.outputShape()) throw Error("AveragePool2DGrad's input dy", g.outputShape().toString(), dy.toString());
    return g;
}

}  // namespace

OpType average_pool2d_grad() {
    OpType op;
    op.name = "AveragePool2DGrad";
    op.help = "The gradient of AveragePool2D.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("AveragePool2DGrad", inputs, 1, 1);
        expectFloat("AveragePool2DGrad", "dy", inputs[0]);
        return {{averagePool2dGradGeometry(inputs[0].shape, attributes).inputShape(), DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const PoolGeometry g = averagePool2dGradGeometry(in[0].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.inputShape())};
        forEachWindow(g, [&](size_t y, const std::vector<size_t>& window) {
            for (size_t x : window) out[0].values[x] += in[0].values[y] / static_cast<double>(window.size());
        });
        return out;
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return averagePool2dGradGeometry(inputs[0].shape, attributes).flops();
    };
    return op;
}

}  // namespace tl::ops
