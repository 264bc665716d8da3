// The sum over some axes, or over all where `axes` is empty; summed in float64. Its gradient is repeated over them.
#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

bool reduced(const Attributes& attributes, int axis) {
    const auto& axes = attributes.list("axes");
    return axes.empty() || std::ranges::count(axes, axis) != 0;
}

// keep: axes that are summed over stay, with extent 1.
Shape resultShape(const Shape& x, const Attributes& attributes, bool keep) {
    std::vector<int64_t> dims;
    for (int axis = 0; axis < x.rank(); ++axis) {
        if (!reduced(attributes, axis))
            dims.push_back(x[axis]);
        else if (keep)
            dims.push_back(1);
    }
    return Shape(dims);
}

}  // namespace

OpType reduce_sum() {
    OpType op;
    op.name = "ReduceSum";
    op.help = "Adds up over axes.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("ReduceSum", inputs, 1, 1);
        expectFloat("ReduceSum", "x", inputs[0]);
        for (int64_t axis : attributes.list("axes"))
            if (axis < 0 || axis >= inputs[0].shape.rank())
                throw Error("ReduceSum's axes", Message("axes of {shape}, from 0", inputs[0].shape.toString()),
                            std::to_string(axis));
        return {{resultShape(inputs[0].shape, attributes, attributes.integer("keepdims", 0) != 0), DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        const Shape x = context.type(context.input(0)).shape, kept = resultShape(x, context.attributes(), true);
        int gradient = context.outputGradient(0);
        if (context.type(gradient).shape != kept)
            gradient = context.emit("Reshape", {gradient}, {{"shape", kept.dims()}})[0];
        context.setInputGradient(0, context.emit("Expand", {gradient}, {{"shape", x.dims()}})[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Shape x = in[0].shape;
        std::vector<ReferenceTensor> out{zeros(resultShape(x, attributes, attributes.integer("keepdims", 0) != 0))};
        for (int64_t i = 0; i < x.elements(); ++i) {
            int64_t rest = i, index = 0, stride = 1;
            for (int axis = x.rank() - 1; axis >= 0; --axis) {
                if (!reduced(attributes, axis)) {
                    index += rest % x[axis] * stride;
                    stride *= x[axis];
                }
                rest /= x[axis];
            }
            out[0].values[static_cast<size_t>(index)] += in[0].values[static_cast<size_t>(i)];
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    const auto over = [](std::vector<int64_t> axes, int64_t keep) {
        return Attributes{{"axes", axes}, {"keepdims", keep}};
    };
    op.cases = {{"all", {{{5, 7}}}, over({}, 0)},
                {"rows", {{{5, 7}}}, over({1}, 0)},
                {"columns, kept", {{{5, 7}}}, over({0}, 1)},
                {"middle", {{{3, 40, 6}}}, over({1}, 0)},
                {"first and last", {{{3, 4, 50}}}, over({0, 2}, 0)},
                {"a number", {{{}}}, over({}, 0)}};
    return op;
}

}  // namespace tl::ops
