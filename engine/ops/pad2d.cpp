// Zeros round images, or with negative pads less of them (as ONNX's Pad has it). The gradient is the same with the
// pads' signs turned.
#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

Shape padded(const Shape& x, const Attributes& attributes) {
    const auto& pads = attributes.list("pads");
    if (x.rank() != 4) throw Error("Pad2D's input x", "images [N, C, H, W]", x.toString());
    if (pads.size() != 4) throw Error("Pad2D's pads", "top, left, bottom, right", std::to_string(pads.size()));
    Shape y{x[0], x[1], x[2] + pads[0] + pads[2], x[3] + pads[1] + pads[3]};
    // What is cut away on one side must not be put back on the other: the gradient would not know it.
    const bool within = std::max<int64_t>(-pads[0], 0) + std::max<int64_t>(-pads[2], 0) < x[2] &&
                        std::max<int64_t>(-pads[1], 0) + std::max<int64_t>(-pads[3], 0) < x[3];
    if (!within || y[2] < 1 || y[3] < 1)
        throw Error("Pad2D's pads", Message("an image that is left over of {shape}", x.toString()), y.toString());
    return y;
}

Attributes pads(int64_t top, int64_t left, int64_t bottom, int64_t right) {
    return {{"pads", std::vector<int64_t>{top, left, bottom, right}}};
}

}  // namespace

OpType pad2d() {
    OpType op;
    op.name = "Pad2D";
    op.help = "Puts zeros round images, or cuts pixels off.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Pad2D", inputs, 1, 1);
        expectFloat("Pad2D", "x", inputs[0]);
        return {{padded(inputs[0].shape, attributes), DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        std::vector<int64_t> back = context.attributes().list("pads");
        for (int64_t& pad : back) pad = -pad;
        context.setInputGradient(0, context.emit("Pad2D", {context.outputGradient(0)}, {{"pads", back}})[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Shape &x = in[0].shape, y = padded(x, attributes);
        const int64_t top = attributes.list("pads")[0], left = attributes.list("pads")[1];
        std::vector<ReferenceTensor> out{zeros(y)};
        for (int64_t i = 0; i < y.elements(); ++i) {
            const int64_t row = i / y[3] % y[2] - top, column = i % y[3] - left;
            if (row < 0 || row >= x[2] || column < 0 || column >= x[3]) continue;
            out[0].values[static_cast<size_t>(i)] =
                in[0].values[static_cast<size_t>((i / (y[2] * y[3]) * x[2] + row) * x[3] + column)];
        }
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    const ValueType images{{2, 17, 5, 7}};
    op.cases = {{"around", {images}, pads(1, 2, 3, 4)},
                {"cut", {images}, pads(-1, -2, -2, -1)},
                {"both", {images}, pads(2, -1, -1, 3)},
                {"blocks", {{{1, 16, 4, 4}}}, pads(1, 1, 1, 1)}};
    return op;
}

}  // namespace tl::ops
