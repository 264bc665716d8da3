// Images in another size, by repeating, a kernel or the mean of windows (engine/core/resample.h). Where
// ONNX's Resize is given scales, this is given the size.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

Attributes sized(const char* mode, std::vector<int64_t> size) { return {{"mode", mode}, {"size", size}}; }
Attributes smooth(const char* mode, std::vector<int64_t> size) {
    return {{"mode", mode}, {"size", size}, {"antialias", int64_t{1}}};
}

}  // namespace

OpType resize() {
    OpType op;
    op.name = "Resize";
    op.help = "Makes images larger or smaller.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Resize", inputs, 1, 1);
        expectFloat("Resize", "x", inputs[0]);
        return {{resized("Resize", inputs[0].shape, attributes), DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        Attributes attributes = context.attributes();
        attributes.set("input_shape", context.type(context.input(0)).shape.dims());
        context.setInputGradient(0, context.emit("ResizeGrad", {context.outputGradient(0)}, attributes)[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Shape &x = in[0].shape, y = resized("Resize", x, attributes);
        return std::vector{
            resample(in[0], y, resampleTaps(attributes, x[2], y[2]), resampleTaps(attributes, x[3], y[3]))};
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return 4 * static_cast<double>(resized("Resize", inputs[0].shape, attributes).elements());
    };
    op.cases = {
        {"nearest, doubled", {{{2, 17, 3, 4}}}, sized("nearest", {6, 8})},
        {"nearest, one pixel", {{{2, 16, 1, 1}}}, sized("nearest", {5, 7})},
        {"linear, doubled and tripled", {{{2, 16, 3, 5}}}, sized("linear", {6, 15})},
        {"nearest, smaller", {{{2, 3, 7, 8}}}, sized("nearest", {3, 5})},
        {"linear, smaller", {{{1, 3, 7, 8}}}, sized("linear", {3, 4})},
        {"linear, smaller and smooth", {{{1, 17, 9, 8}}}, smooth("linear", {3, 3})},
        {"cubic, larger and smaller", {{{2, 16, 3, 9}}}, sized("cubic", {7, 4})},
        {"cubic, smaller and smooth", {{{1, 3, 9, 11}}}, smooth("cubic", {4, 5})},
        {"lanczos3", {{{1, 3, 6, 5}}}, sized("lanczos3", {4, 8})},
        {"lanczos5, smooth", {{{1, 3, 12, 11}}}, smooth("lanczos5", {4, 3})},
        {"average, uneven", {{{2, 17, 7, 8}}}, sized("average", {3, 5})},
        {"average, larger", {{{2, 3, 2, 3}}}, sized("average", {5, 4})},
    };
    return op;
}

}  // namespace tl::ops
