// The weight of each sample, by its class; a class outside the list weighs nothing.
#include "engine/ops/support.h"

namespace tl::ops {

OpType class_weights() {
    OpType op;
    op.name = "ClassWeights";
    op.help = "Looks up a number for each class number.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectMixedLabels("ClassWeights", inputs);
        if (attributes.numbers("weights").empty()) throw Error("ClassWeights's weights", "a number a class", "none");
        return {{inputs[0].shape, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto& weights = attributes.numbers("weights");
        const auto weightOf = [&](double label) {
            return label >= 0 && label < static_cast<double>(weights.size()) ? weights[static_cast<size_t>(label)] : 0;
        };
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i) out[0].values[i] = mixOfLabels(in, i, weightOf);
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"three classes", {{{9}, DType::Int32}}, {{"weights", std::vector<double>{0.5, 2, 1.25}}}, {{0, 3}}},
                {"mixed",
                 {{{9}, DType::Int32}, {{9}, DType::Int32}, {{9}}},
                 {{"weights", std::vector<double>{0.5, 2, 1.25}}},
                 {{0, 3}, {0, 3}, {0, 1}}}};
    return op;
}

}  // namespace tl::ops
