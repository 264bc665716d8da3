// Values one after the other along an axis. The gradient cuts dy into Slices.
#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateConcat(References in, const Attributes& attributes, const StepContext&) {
    const int axis = axisOf("Concat", attributes, in[0].shape);
    Shape shape = in[0].shape;
    shape[axis] = 0;
    for (const ReferenceTensor& x : in) shape[axis] += x.shape[axis];
    std::vector<ReferenceTensor> out{{shape, {}}};
    for (int64_t row = 0; row < outerExtent(shape, axis); ++row)
        for (const ReferenceTensor& x : in) {
            const int64_t length = x.shape[axis] * innerExtent(x.shape, axis);
            out[0].values.insert(out[0].values.end(), x.values.begin() + row * length,
                                 x.values.begin() + (row + 1) * length);
        }
    return out;
}

}  // namespace

OpType concat() {
    OpType op;
    op.name = "Concat";
    op.help = "Puts values one after the other along an axis.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Concat", inputs, 1, 100000);
        const int axis = axisOf("Concat", attributes, inputs[0].shape);
        Shape shape = inputs[0].shape;
        for (size_t i = 1; i < inputs.size(); ++i) {
            Shape wanted = inputs[0].shape;
            if (inputs[i].shape.rank() == wanted.rank()) wanted[axis] = inputs[i].shape[axis];
            expectShape("Concat", std::to_string(i).c_str(), inputs[i], wanted);
            shape[axis] += inputs[i].shape[axis];
        }
        return {{shape, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        const int axis = axisOf("Concat", context.attributes(), context.type(context.output(0)).shape);
        int64_t begin = 0;
        for (int i = 0; context.input(i) >= 0; ++i) {
            const int64_t end = begin + context.type(context.input(i)).shape[axis];
            if (context.needsGradient(i))
                context.setInputGradient(i, context.emit("Slice", {context.outputGradient(0)},
                                                         {{"axis", int64_t{axis}}, {"begin", begin}, {"end", end}})[0]);
            begin = end;
        }
    };
    op.reference = evaluateConcat;
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"channels", {{{2, 3, 4, 5}}, {{2, 17, 4, 5}}, {{2, 1, 4, 5}}}, {{"axis", int64_t{1}}}},
                {"blocks of channels", {{{2, 16, 4, 5}}, {{2, 32, 4, 5}}}, {{"axis", int64_t{1}}}},
                {"last axis", {{{3, 5}}, {{3, 2}}}, {{"axis", int64_t{-1}}}}};
    return op;
}

}  // namespace tl::ops
