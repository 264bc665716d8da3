// The gradient of GroupNorm from x and the statistics that the forward pass left.
#include "engine/ops/support.h"

namespace tl::ops {

OpType group_norm_grad() {
    OpType op;
    op.name = "GroupNormGrad";
    op.help = "The gradient of GroupNorm.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("GroupNormGrad", inputs, 5, 5);
        const int64_t groups = expectGroups("GroupNormGrad", inputs[0], inputs[2], attributes);
        expectShape("GroupNormGrad", "dy", inputs[1], inputs[0].shape);
        for (size_t i : {3, 4}) expectShape("GroupNormGrad", "statistics", inputs[i], {inputs[0].shape[0], groups});
        return {inputs[0], inputs[2], inputs[2]};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Shape& shape = in[0].shape;
        const int64_t rows = shape[0] * attributes.integer("num_groups"), width = shape.elements() / rows;
        std::vector<ReferenceTensor> out{zeros(shape), zeros(in[2].shape), zeros(in[2].shape)};
        for (int64_t row = 0; row < rows; ++row) {
            const double mean = in[3].values[static_cast<size_t>(row)],
                         inverse = in[4].values[static_cast<size_t>(row)];
            double sum = 0, product = 0;  // of gamma dy, and of that with the normalised x
            const auto each = [&](const auto& visit) {
                for (int64_t at = row * width; at < (row + 1) * width; ++at) {
                    const auto i = static_cast<size_t>(at), c = static_cast<size_t>(channelOf(shape, at));
                    visit(i, c, (in[0].values[i] - mean) * inverse);
                }
            };
            each([&](size_t i, size_t c, double x) {
                sum += in[1].values[i] * in[2].values[c];
                product += in[1].values[i] * in[2].values[c] * x;
                out[1].values[c] += in[1].values[i] * x;
                out[2].values[c] += in[1].values[i];
            });
            each([&](size_t i, size_t c, double x) {
                out[0].values[i] =
                    inverse * (in[1].values[i] * in[2].values[c] - (sum + product * x) / static_cast<double>(width));
            });
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 12 * elements(inputs[0]); };
    return op;
}

}  // namespace tl::ops
