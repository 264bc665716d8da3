// Turns floats into another float type; bfloat16 and float16 round to the nearest, ties to even. Its gradient is a Cast
// back.
#include "engine/core/half.h"
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

DType target(const Attributes& attributes) {
    const std::string to = attributes.text("to", "");
    for (const DType type : {DType::Float32, DType::BFloat16, DType::Float16})
        if (nameOf(type) == to) return type;
    throw Error("Cast's to", "float32, bfloat16 or float16", to.empty() ? "none" : to);
}

}  // namespace

OpType cast() {
    OpType op;
    op.name = "Cast";
    op.help = "Turns floats into floats of another size.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Cast", inputs, 1, 1);
        const DType from = inputs[0].dtype;
        if (from != DType::Float32 && !isHalf(from))
            throw Error("Cast's input x", "float32, bfloat16 or float16", std::string(nameOf(from)));
        return {{inputs[0].shape, target(attributes)}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        const DType from = context.type(context.input(0)).dtype;
        context.setInputGradient(
            0, context.emit("Cast", {context.outputGradient(0)}, {{"to", std::string(nameOf(from))}})[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        const DType to = target(attributes);
        for (double& value : out[0].values) value = static_cast<double>(roundedTo(to, static_cast<float>(value)));
        return out;
    };
    op.differentiable = {-1};  // rounding is a staircase: its gradient is the line's through it, not its own
    op.flops = [](Types, const Attributes&) { return 0.0; };
    const ValueType images{{2, 17, 5, 7}};
    op.cases = {{"to bfloat16", {images}, {{"to", "bfloat16"}}, {{-3, 3}}},
                {"to float16", {images}, {{"to", "float16"}}, {{-3, 3}}},
                {"to float16, small and subnormal", {{{700}}}, {{"to", "float16"}}, {{-1e-4, 1e-4}}},
                {"to float16, large", {{{700}}}, {{"to", "float16"}}, {{-65000, 65000}}},
                {"to float32", {images}, {{"to", "float32"}}},
                {"from bfloat16", {{{3, 45}, DType::BFloat16}}, {{"to", "float32"}}},
                {"from float16", {{{3, 45}, DType::Float16}}, {{"to", "float32"}}}};
    return op;
}

}  // namespace tl::ops
