// How many rows have their label among the k best scores (k = 1: the largest). Of equal scores the first counts, where
// Keras's top k takes all that are equal: by that a network whose scores are all the same would always be right. A row
// with a NaN is never right. A sum, so that it adds up over batches of different sizes.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType count_correct() {
    OpType op;
    op.name = "CountCorrect";
    op.help = "Counts the rows whose label is among the k best scores.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        if (const int64_t k = attributes.integer("k", 1); k < 1)
            throw Error("CountCorrect's k", "1 or more", std::to_string(k));
        expectCount("CountCorrect", inputs, 2, 2);
        expectFloat("CountCorrect", "scores", inputs[0]);
        expectRank("CountCorrect", "scores", inputs[0], 2);
        expectLabels("CountCorrect", inputs[1], inputs[0].shape[0]);
        return {{{}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto rows = static_cast<size_t>(in[0].shape[0]), classes = static_cast<size_t>(in[0].shape[1]);
        std::vector<ReferenceTensor> out{zeros({})};
        for (size_t row = 0; row < rows; ++row) {
            const double* scores = &in[0].values[row * classes];
            const auto label = static_cast<int64_t>(in[1].values[row]);
            if (label < 0 || label >= static_cast<int64_t>(classes)) continue;
            if (std::any_of(scores, scores + classes, [](double x) { return std::isnan(x); })) continue;
            int64_t better = 0;
            for (int64_t i = 0; i < static_cast<int64_t>(classes); ++i)
                better += scores[i] > scores[label] || (scores[i] == scores[label] && i < label);
            if (better < attributes.integer("k", 1)) out[0].values[0] += 1;
        }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"ten classes", {{{200, 10}}, {{200}, DType::Int32}}, {}, {{-1, 1}, {0, 10}}},
                {"among three", {{{200, 10}}, {{200}, DType::Int32}}, {{"k", int64_t{3}}}, {{-1, 1}, {0, 10}}},
                {"two classes", {{{33, 2}}, {{33}, DType::Int32}}, {}, {{-1, 1}, {0, 2}}}};
    return op;
}

}  // namespace tl::ops
