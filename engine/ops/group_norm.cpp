// Group normalisation (Wu & He, ECCV 2018): each sample's channels in groups, each group brought to mean 0 and
// deviation 1, then scaled and shifted by channel. With one group on [rows, features] it is layer normalisation (Ba et
// al., 2016).
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

Attributes groups(int64_t count, double epsilon) { return {{"num_groups", count}, {"epsilon", epsilon}}; }

}  // namespace

OpType group_norm() {
    OpType op;
    op.name = "GroupNorm";
    op.help = "Normalises groups of channels of each sample by their own mean and variance.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("GroupNorm", inputs, 3, 3);
        const int64_t groups = expectGroups("GroupNorm", inputs[0], inputs[1], attributes);
        expectShape("GroupNorm", "beta", inputs[2], inputs[1].shape);
        const Shape statistics{inputs[0].shape[0], groups};
        return {inputs[0], {statistics, DType::Float32}, {statistics, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        const auto gradients = context.emit(
            "GroupNormGrad",
            {context.input(0), context.outputGradient(0), context.input(1), context.output(1), context.output(2)},
            context.attributes());
        for (int i : {0, 1, 2})
            if (context.needsGradient(i)) context.setInputGradient(i, gradients[static_cast<size_t>(i)]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const Shape& shape = in[0].shape;
        const int64_t groups = attributes.integer("num_groups"), rows = shape[0] * groups;
        const int64_t width = shape.elements() / rows;
        std::vector<ReferenceTensor> out{in[0], zeros({shape[0], groups}), zeros({shape[0], groups})};
        for (int64_t row = 0; row < rows; ++row) {
            double &mean = out[1].values[static_cast<size_t>(row)], &inverse = out[2].values[static_cast<size_t>(row)];
            double variance = 0;
            const auto group =
                std::span(in[0].values).subspan(static_cast<size_t>(row * width), static_cast<size_t>(width));
            for (double x : group) mean += x / static_cast<double>(width);
            for (double x : group) variance += (x - mean) * (x - mean) / static_cast<double>(width);
            inverse = 1 / std::sqrt(variance + attributes.number("epsilon"));
            for (int64_t i = row * width; i < (row + 1) * width; ++i) {
                const auto c = static_cast<size_t>(channelOf(shape, i));
                double& y = out[0].values[static_cast<size_t>(i)];
                y = (y - mean) * inverse * in[1].values[c] + in[2].values[c];
            }
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 8 * elements(inputs[0]); };
    const auto of = [](Shape x) {
        const int64_t channels = x[1];
        return std::vector<ValueType>{{std::move(x)}, {{channels}}, {{channels}}};
    };
    op.cases = {{"rows", of({7, 37}), groups(1, 1e-3)},
                {"three groups", of({2, 6, 4, 5}), groups(3, 1e-3)},
                {"blocks", of({2, 64, 3, 5}), groups(2, 1e-5)},
                {"smaller than blocks", of({3, 32, 3, 3}), groups(8, 1e-3)},
                {"each channel", of({2, 5, 4, 4}), groups(5, 1e-3)},
                {"one group of odd channels", of({2, 17, 3, 3}), groups(1, 1e-3)},
                {"far from zero", of({3, 16, 4}), groups(2, 1e-3), {{50, 51}}, 1e-4}};
    return op;
}

}  // namespace tl::ops
