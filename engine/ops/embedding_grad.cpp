// Adds each dy to the row that it came from; rows that nobody looked up get zero.
#include "engine/ops/support.h"

namespace tl::ops {

OpType embedding_grad() {
    OpType op;
    op.name = "EmbeddingGrad";
    op.help = "The gradient of Embedding's table.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("EmbeddingGrad", inputs, 2, 2);
        expectFloat("EmbeddingGrad", "dy", inputs[1]);
        const Shape& dy = inputs[1].shape;
        if (dy.rank() == 0 || dy.elements() != inputs[0].shape.elements() * dy[-1])
            throw Error("EmbeddingGrad's input dy", Message("a row for each of {shape}", inputs[0].shape.toString()),
                        dy.toString());
        return {{{attributes.integer("rows"), dy[-1]}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const int64_t rows = attributes.integer("rows");
        const auto width = static_cast<size_t>(in[1].shape[-1]);
        std::vector<ReferenceTensor> out{zeros({rows, in[1].shape[-1]})};
        for (size_t i = 0; i < in[0].values.size(); ++i) {
            const auto row = static_cast<size_t>(rowOf("EmbeddingGrad", in[0].values[i], rows));
            for (size_t k = 0; k < width; ++k) out[0].values[row * width + k] += in[1].values[i * width + k];
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[1]); };
    return op;
}

}  // namespace tl::ops
