// Axes in another order: output axis i is input axis perm[i], as in ONNX. The gradient is the inverse permutation.
#include "engine/ops/support.h"

namespace tl::ops {
namespace {

Shape permuted(const Shape& shape, const std::vector<int64_t>& perm) {
    std::vector<bool> taken(static_cast<size_t>(shape.rank()), false);
    Shape result = shape;
    for (size_t i = 0; i < perm.size(); ++i) {
        const bool axis = perm.size() == taken.size() && perm[i] >= 0 && perm[i] < shape.rank() &&
                          !taken[static_cast<size_t>(perm[i])];
        if (!axis)
            throw Error("Transpose's perm", Message("each axis of {shape} once", shape.toString()),
                        Shape(perm).toString());
        taken[static_cast<size_t>(perm[i])] = true;
        result[static_cast<int>(i)] = shape[static_cast<int>(perm[i])];
    }
    if (perm.size() != taken.size())
        throw Error("Transpose's perm", Message("each axis of {shape} once", shape.toString()), Shape(perm).toString());
    return result;
}

std::vector<ReferenceTensor> evaluateTranspose(References in, const Attributes& attributes, const StepContext&) {
    const auto& perm = attributes.list("perm");
    const Shape &from = in[0].shape, to = permuted(from, perm);
    std::vector<ReferenceTensor> out{zeros(to)};
    for (int64_t i = 0; i < to.elements(); ++i) {
        int64_t rest = i, index = 0;
        for (int axis = to.rank() - 1; axis >= 0; --axis) {
            index += rest % to[axis] * innerExtent(from, static_cast<int>(perm[static_cast<size_t>(axis)]));
            rest /= to[axis];
        }
        out[0].values[static_cast<size_t>(i)] = in[0].values[static_cast<size_t>(index)];
    }
    return out;
}

Attributes order(std::vector<int64_t> perm) { return {{"perm", perm}}; }

}  // namespace

OpType transpose() {
    OpType op;
    op.name = "Transpose";
    op.help = "Puts the axes into another order.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Transpose", inputs, 1, 1);
        expectFloat("Transpose", "x", inputs[0]);
        return {{permuted(inputs[0].shape, attributes.list("perm")), DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        const auto& perm = context.attributes().list("perm");
        std::vector<int64_t> inverse(perm.size());
        for (size_t i = 0; i < perm.size(); ++i) inverse[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
        context.setInputGradient(0, context.emit("Transpose", {context.outputGradient(0)}, {{"perm", inverse}})[0]);
    };
    op.reference = evaluateTranspose;
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"matrix", {{{5, 37}}}, order({1, 0})},
                {"sequence", {{{3, 17, 5}}}, order({0, 2, 1})},
                {"heads", {{{2, 5, 4, 6}}}, order({0, 2, 1, 3})},
                {"in a circle", {{{2, 3, 4, 5}}}, order({3, 0, 1, 2})},
                {"patches", {{{2, 3, 4, 2, 3, 5}}}, order({0, 2, 4, 1, 3, 5})},
                {"nothing moves", {{{2, 3, 4}}}, order({0, 1, 2})}};
    return op;
}

}  // namespace tl::ops
