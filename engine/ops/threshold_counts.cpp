// Of all elements: true and false positives, true and false negatives [thresholds, 4], where a value above a threshold
// says yes and a target above one half is one. Either one `threshold`, or `num_thresholds` of them spread from 0 to 1
// as Keras's AUC has them, the first below every probability and the last above. A NaN is a wrong answer, whatever the
// target: a yes where it is no, and a no where it is yes.
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {

OpType threshold_counts() {
    OpType op;
    op.name = "ThresholdCounts";
    op.help = "Counts right and wrong answers of yes and no.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("ThresholdCounts", inputs, 2, 2);
        expectSameShapes("ThresholdCounts", inputs);
        const auto count = static_cast<int64_t>(thresholdsOf(attributes).size());
        return {{{count, 4}, DType::Float32}};
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto thresholds = thresholdsOf(attributes);
        std::vector<ReferenceTensor> out{zeros({static_cast<int64_t>(thresholds.size()), 4})};
        for (size_t t = 0; t < thresholds.size(); ++t)
            for (size_t i = 0; i < in[0].values.size(); ++i) {
                const bool is = in[1].values[i] > 0.5;
                const bool yes = std::isnan(in[0].values[i]) ? !is : in[0].values[i] > thresholds[t];
                out[0].values[t * 4 + (yes ? (is ? 0 : 1) : (is ? 3 : 2))] += 1;
            }
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    const std::vector<std::pair<double, double>> ranges = {{0, 1}, {0, 1}};
    op.cases = {{"one", {{{50, 10}}, {{50, 10}}}, {{"threshold", 0.4}}, ranges},
                {"two hundred", {{{50, 10}}, {{50, 10}}}, {{"num_thresholds", int64_t{200}}}, ranges},
                {"beyond the ends", {{{9, 7}}, {{9, 7}}}, {{"num_thresholds", int64_t{5}}}, {{-1, 2}, {0, 1}}}};
    return op;
}

}  // namespace tl::ops
