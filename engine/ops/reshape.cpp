// The same values under another shape. In a plan it costs nothing: both values share one address.
#include "engine/ops/support.h"

namespace tl::ops {

OpType reshape() {
    OpType op;
    op.name = "Reshape";
    op.help = "Gives the same values another shape.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Reshape", inputs, 1, 1);
        const Shape shape = shapeAttribute(attributes, "shape");
        if (shape.elements() != inputs[0].shape.elements())
            throw Error("Reshape's shape", Message("{elements} elements", inputs[0].shape.elements()),
                        shape.toString());
        return {{shape, inputs[0].dtype}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("Reshape", {context.outputGradient(0)},
                                                 {{"shape", context.type(context.input(0)).shape.dims()}})[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        return std::vector<ReferenceTensor>{{shapeAttribute(attributes, "shape"), in[0].values}};
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"flatten", {{{2, 3, 4, 5}}}, {{"shape", std::vector<int64_t>{2, 60}}}}};
    return op;
}

}  // namespace tl::ops
