// The part [begin, end) of an axis. The gradient puts zeros around dy.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

struct Range {
    int axis;
    int64_t begin, end;
};

Range rangeOf(const Attributes& attributes, const Shape& shape) {
    const Range range{axisOf("Slice", attributes, shape), attributes.integer("begin"), attributes.integer("end")};
    if (range.begin < 0 || range.end <= range.begin || range.end > shape[range.axis])
        throw Error("Slice's range", Message("a part of 0 to {shape}", shape[range.axis]),
                    Message("{range} to {range_2}", range.begin, range.end));
    return range;
}

void differentiateSlice(GradientContext& context) {
    if (!context.needsGradient(0)) return;
    const Shape& whole = context.type(context.input(0)).shape;
    const Range range = rangeOf(context.attributes(), whole);
    std::vector<int> parts;
    const auto pad = [&](int64_t extent) {
        Shape shape = whole;
        shape[range.axis] = extent;
        if (extent > 0) parts.push_back(context.constant(0, shape));
    };
    pad(range.begin);
    parts.push_back(context.outputGradient(0));
    pad(whole[range.axis] - range.end);
    context.setInputGradient(0, context.emit("Concat", parts, {{"axis", int64_t{range.axis}}})[0]);
}

std::vector<ReferenceTensor> evaluateSlice(References in, const Attributes& attributes, const StepContext&) {
    const Range range = rangeOf(attributes, in[0].shape);
    Shape shape = in[0].shape;
    shape[range.axis] = range.end - range.begin;
    std::vector<ReferenceTensor> out{{shape, {}}};
    const int64_t inner = innerExtent(shape, range.axis), length = in[0].shape[range.axis] * inner;
    for (int64_t row = 0; row < outerExtent(shape, range.axis); ++row)
        out[0].values.insert(out[0].values.end(), in[0].values.begin() + row * length + range.begin * inner,
                             in[0].values.begin() + row * length + range.end * inner);
    return out;
}

Attributes range(int64_t axis, int64_t begin, int64_t end) { return {{"axis", axis}, {"begin", begin}, {"end", end}}; }

}  // namespace

OpType slice() {
    OpType op;
    op.name = "Slice";
    op.help = "Takes a part of an axis.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Slice", inputs, 1, 1);
        expectFloat("Slice", "x", inputs[0]);
        const Range range = rangeOf(attributes, inputs[0].shape);
        Shape shape = inputs[0].shape;
        shape[range.axis] = range.end - range.begin;
        return {{shape, DType::Float32}};
    };
    op.gradient = differentiateSlice;
    op.reference = evaluateSlice;
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"channels", {{{2, 19, 3, 5}}}, range(1, 3, 17)},
                {"front rows", {{{7, 5}}}, range(0, 0, 3)},
                {"last axis", {{{2, 3, 9}}}, range(-1, 4, 9)}};
    return op;
}

}  // namespace tl::ops
