// Class numbers as rows with on_value (1) at the class and off_value (0) elsewhere; a class outside [0, depth) gives a
// row of off_values.
#include "engine/ops/support.h"

namespace tl::ops {

OpType one_hot() {
    OpType op;
    op.name = "OneHot";
    op.help = "Turns class numbers into rows with a single one.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("OneHot", inputs, 1, 1);
        expectRank("OneHot", "labels", inputs[0], 1);
        expectLabels("OneHot", inputs[0], inputs[0].shape[0]);
        const int64_t depth = attributes.integer("depth");
        if (depth < 1) throw Error("OneHot's depth", "1 or more", std::to_string(depth));
        return {{{inputs[0].shape[0], depth}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const int64_t depth = attributes.integer("depth");
        std::vector<ReferenceTensor> out{zeros({in[0].shape[0], depth})};
        for (double& value : out[0].values) value = attributes.number("off_value", 0);
        for (size_t row = 0; row < in[0].values.size(); ++row) {
            const auto label = static_cast<int64_t>(in[0].values[row]);
            if (label >= 0 && label < depth)
                out[0].values[row * static_cast<size_t>(depth) + static_cast<size_t>(label)] =
                    attributes.number("on_value", 1);
        }
        return out;
    };
    op.flops = [](Types, const Attributes&) { return 0.0; };
    op.cases = {{"ten classes", {{{9}, DType::Int32}}, {{"depth", int64_t{10}}}, {{0, 10}}},
                {"smoothed",
                 {{{9}, DType::Int32}},
                 {{"depth", int64_t{4}}, {"on_value", 0.925}, {"off_value", 0.025}},
                 {{0, 4}}}};
    return op;
}

}  // namespace tl::ops
