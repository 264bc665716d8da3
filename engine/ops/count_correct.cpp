// How many rows have their largest score at the label; of equal scores the first counts. A sum, so that it adds up
// over batches of different sizes.
#include <algorithm>

#include "engine/ops/support.h"

namespace tl::ops {

OpType count_correct() {
    OpType op;
    op.name = "CountCorrect";
    op.help = "Counts the rows whose largest score is at the label.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("CountCorrect", inputs, 2, 2);
        expectFloat("CountCorrect", "scores", inputs[0]);
        expectRank("CountCorrect", "scores", inputs[0], 2);
        expectLabels("CountCorrect", inputs[1], inputs[0].shape[0]);
        return {{{}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes&, const StepContext&) {
        const auto rows = static_cast<size_t>(in[0].shape[0]), classes = static_cast<size_t>(in[0].shape[1]);
        std::vector<ReferenceTensor> out{zeros({})};
        for (size_t row = 0; row < rows; ++row) {
            const double* scores = &in[0].values[row * classes];
            const auto best = static_cast<size_t>(std::max_element(scores, scores + classes) - scores);
            if (best == static_cast<size_t>(in[1].values[row])) out[0].values[0] += 1;
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"ten classes", {{{200, 10}}, {{200}, DType::Int32}}, {}, {{-1, 1}, {0, 10}}},
                {"two classes", {{{33, 2}}, {{33}, DType::Int32}}, {}, {{-1, 1}, {0, 2}}}};
    return op;
}

}  // namespace tl::ops
