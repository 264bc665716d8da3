// Class numbers as rows with on_value (1) at the class and off_value (0) elsewhere; a class outside [0, depth) gives a
// row of off_values.
#include "engine/ops/support.h"

namespace tl::ops {

OpType one_hot() {
    OpType op;
    op.name = "OneHot";
    op.help = "Turns class numbers into rows with a single one.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectMixedLabels("OneHot", inputs);
        const int64_t depth = attributes.integer("depth");
        if (depth < 1) throw Error("OneHot's depth", "1 or more", std::to_string(depth));
        return {{{inputs[0].shape[0], depth}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const int64_t depth = attributes.integer("depth");
        const double on = attributes.number("on_value", 1), off = attributes.number("off_value", 0);
        std::vector<ReferenceTensor> out{zeros({in[0].shape[0], depth})};
        for (size_t i = 0; i < out[0].values.size(); ++i) {
            const auto column = static_cast<double>(i % static_cast<size_t>(depth));
            out[0].values[i] = mixOfLabels(in, i / static_cast<size_t>(depth),
                                           [&](double label) { return label == column ? on : off; });
        }
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {
        {"ten classes", {{{9}, DType::Int32}}, {{"depth", int64_t{10}}}, {{0, 10}}},
        {"mixed", {{{9}, DType::Int32}, {{9}, DType::Int32}, {{9}}}, {{"depth", int64_t{4}}}, {{0, 4}, {0, 4}, {0, 1}}},
        {"smoothed",
         {{{9}, DType::Int32}},
         {{"depth", int64_t{4}}, {"on_value", 0.925}, {"off_value", 0.025}},
         {{0, 4}}}};
    return op;
}

}  // namespace tl::ops
