// Sends each dy to the place of its window's largest value; ties go to the first in row-major order.
#include "engine/ops/support.h"

namespace tl::ops {

OpType max_pool2d_grad() {
    OpType op;
    op.name = "MaxPool2DGrad";
    op.help = "The gradient of MaxPool2D.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("MaxPool2DGrad", inputs, 3, 3);
        const PoolGeometry g = poolGeometry("MaxPool2DGrad", inputs[0].shape, attributes);
        expectShape("MaxPool2DGrad", "dy", inputs[1], g.outputShape());
        return {inputs[0]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const PoolGeometry g = poolGeometry("MaxPool2DGrad", in[0].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.inputShape())};
        forEachWindow(g, [&](size_t y, const std::vector<size_t>& window) {
            size_t largest = window.front();
            for (size_t x : window)
                if (in[0].values[x] > in[0].values[largest]) largest = x;
            out[0].values[largest] += in[1].values[y];
        });
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[1]); };
    return op;
}

}  // namespace tl::ops
