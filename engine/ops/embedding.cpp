// Rows of a table, by number. Images and everything made of them are floats in the graph, so a number may come as one
// and is rounded; one that the table does not have is an error, which names it.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

Shape looked(const Shape& indices, const Shape& table) {
    std::vector<int64_t> dims = indices.dims();
    dims.push_back(table[1]);
    return Shape(dims);
}

}  // namespace

OpType embedding() {
    OpType op;
    op.name = "Embedding";
    op.help = "Looks up a row of a table for each number.";
    op.differentiable = {1};
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Embedding", inputs, 2, 2);
        if (inputs[0].dtype != DType::Float32 && inputs[0].dtype != DType::Int32)
            throw Error("Embedding's input indices", "float32 or int32", std::string(nameOf(inputs[0].dtype)));
        expectFloat("Embedding", "table", inputs[1]), expectRank("Embedding", "table", inputs[1], 2);
        return {{looked(inputs[0].shape, inputs[1].shape), DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(1)) return;
        const int64_t rows = context.type(context.input(1)).shape[0];
        context.setInputGradient(
            1, context.emit("EmbeddingGrad", {context.input(0), context.outputGradient(0)}, {{"rows", rows}})[0]);
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        const auto width = static_cast<size_t>(in[1].shape[1]);
        std::vector<ReferenceTensor> out{zeros(looked(in[0].shape, in[1].shape))};
        for (size_t i = 0; i < in[0].values.size(); ++i) {
            const auto row = static_cast<size_t>(rowOf("Embedding", in[0].values[i], in[1].shape[0]));
            for (size_t k = 0; k < width; ++k) out[0].values[i * width + k] = in[1].values[row * width + k];
        }
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"words", {{{3, 7}}, {{11, 5}}}, {}, {{0, 10.4}, {-1, 1}}},
                {"integers", {{{4}, DType::Int32}, {{6, 16}}}, {}, {{0, 6}, {-1, 1}}},
                {"pixels", {{{2, 1, 4, 3}}, {{256, 3}}}, {}, {{0, 255}, {-1, 1}}}};
    return op;
}

}  // namespace tl::ops
