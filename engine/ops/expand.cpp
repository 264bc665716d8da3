// Repeats a value along axes of extent 1, or new ones in front, until it has the wanted shape (NumPy's broadcasting).
// Its gradient is the sum over what was repeated.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

// The axis of x that axis `i` of the result comes from; -1 where it is new.
int sourceAxis(const Shape& x, const Shape& y, int i) { return i - (y.rank() - x.rank()); }

}  // namespace

OpType expand() {
    OpType op;
    op.name = "Expand";
    op.help = "Repeats a value along axes of extent 1.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Expand", inputs, 1, 1);
        expectFloat("Expand", "x", inputs[0]);
        const Shape x = inputs[0].shape, y = shapeAttribute(attributes, "shape");
        bool fits = y.rank() >= x.rank();
        for (int i = 0; fits && i < y.rank(); ++i)
            if (const int from = sourceAxis(x, y, i); from >= 0) fits = x[from] == 1 || x[from] == y[i];
        if (!fits)
            throw Error("Expand's shape", Message("one that {shape} can be repeated to", x.toString()), y.toString());
        return {{y, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        const Shape x = context.type(context.input(0)).shape, y = context.type(context.output(0)).shape;
        std::vector<int64_t> axes;
        for (int i = 0; i < y.rank(); ++i)
            if (const int from = sourceAxis(x, y, i); from < 0 || x[from] != y[i]) axes.push_back(i);
        int gradient = context.outputGradient(0);
        if (!axes.empty())
            gradient = context.emit("ReduceSum", {gradient}, {{"axes", axes}, {"keepdims", int64_t{0}}})[0];
        if (context.type(gradient).shape != x) gradient = context.emit("Reshape", {gradient}, {{"shape", x.dims()}})[0];
        context.setInputGradient(0, gradient);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Shape x = in[0].shape;
        std::vector<ReferenceTensor> out{zeros(shapeAttribute(attributes, "shape"))};
        const Shape y = out[0].shape;
        for (int64_t i = 0; i < y.elements(); ++i) {
            int64_t rest = i, index = 0, stride = 1;
            for (int axis = y.rank() - 1; axis >= 0; --axis) {
                const int64_t at = rest % y[axis];
                rest /= y[axis];
                const int from = sourceAxis(x, y, axis);
                if (from < 0) continue;
                index += x[from] == 1 ? 0 : at * stride;
                stride *= x[from];
            }
            out[0].values[static_cast<size_t>(i)] = in[0].values[static_cast<size_t>(index)];
        }
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    const auto to = [](std::vector<int64_t> shape) { return Attributes{{"shape", shape}}; };
    op.cases = {{"a number", {{{}}}, to({3, 4})},
                {"a row", {{{7}}}, to({5, 7})},
                {"a column", {{{5, 1}}}, to({5, 7})},
                {"in the middle", {{{2, 1, 3}}}, to({2, 4, 3})},
                {"in front and behind", {{{3, 1}}}, to({2, 3, 5})},
                {"nothing", {{{2, 3}}}, to({2, 3})}};
    return op;
}

}  // namespace tl::ops
