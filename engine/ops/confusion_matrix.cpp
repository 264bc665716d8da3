// How often a sample of class i (row) was taken for class j (column): the largest score's class, the first of equal
// ones, or of one score, whether it is above the threshold. A label that is no class is not counted, nor is a sample
// with a NaN among its scores: it was taken for nothing.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType confusion_matrix() {
    OpType op;
    op.name = "ConfusionMatrix";
    op.help = "Counts labels against predicted classes.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("ConfusionMatrix", inputs, 2, 2);
        expectFloat("ConfusionMatrix", "scores", inputs[0]);
        expectRank("ConfusionMatrix", "scores", inputs[0], 2);
        expectLabels("ConfusionMatrix", inputs[1], inputs[0].shape[0]);
        attributes.number("threshold");
        const int64_t classes = std::max<int64_t>(inputs[0].shape[1], 2);
        return {{{classes, classes}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto width = static_cast<size_t>(in[0].shape[1]), classes = std::max<size_t>(width, 2);
        const auto count = static_cast<int64_t>(classes);
        std::vector<ReferenceTensor> out{zeros({count, count})};
        for (size_t row = 0; row < in[1].values.size(); ++row) {
            const double* scores = &in[0].values[row * width];
            if (std::any_of(scores, scores + width, [](double x) { return std::isnan(x); })) continue;
            const auto best = width == 1 ? static_cast<size_t>(scores[0] > attributes.number("threshold"))
                                         : static_cast<size_t>(std::max_element(scores, scores + width) - scores);
            const double label = in[1].values[row];
            if (label >= 0 && label < static_cast<double>(classes))
                out[0].values[static_cast<size_t>(label) * classes + best] += 1;
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"ten classes", {{{200, 10}}, {{200}, DType::Int32}}, {{"threshold", 0.5}}, {{-1, 1}, {0, 10}}},
                {"one score", {{{99, 1}}, {{99}, DType::Int32}}, {{"threshold", 0.5}}, {{0, 1}, {0, 2}}}};
    return op;
}

}  // namespace tl::ops
