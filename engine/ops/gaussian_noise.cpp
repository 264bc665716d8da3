// Adds normal noise that follows from seed, stream and step alone (engine/core/rng.h). The gradient goes through.
// `first` as in Dropout.
#include "engine/core/brief.h"
#include "engine/core/rng.h"
#include "engine/ops/support.h"

namespace tl::ops {

OpType gaussian_noise() {
    OpType op;
    op.name = "GaussianNoise";
    op.help = "Adds noise of mean 0 and the given deviation to each element.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("GaussianNoise", inputs, 1, 1);
        expectFloat("GaussianNoise", "x", inputs[0]);
        const double deviation = attributes.number("stddev");
        if (!(deviation >= 0)) throw Error("GaussianNoise's stddev", "0 or more", shortest(deviation));
        attributes.integer("stream");
        expectFirst("GaussianNoise", attributes);
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        if (context.needsGradient(0)) context.setInputGradient(0, context.outputGradient(0));
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext& context) {
        const double deviation = attributes.number("stddev");
        const auto stream = static_cast<uint64_t>(attributes.integer("stream"));
        const auto first = static_cast<size_t>(attributes.integer("first", 0));
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i)
            out[0].values[i] += deviation * noiseAt(context.seed, stream, context.step, first + i);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    op.cases = {
        {"matrix", {{{7, 61}}}, {{"stddev", 0.5}, {"stream", int64_t{77}}}},
        {"the rest of a batch", {{{5, 61}}}, {{"stddev", 0.5}, {"stream", int64_t{77}}, {"first", int64_t{61}}}},
        {"images", {{{2, 17, 5, 7}}}, {{"stddev", 2.0}, {"stream", int64_t{5}}}}};
    return op;
}

}  // namespace tl::ops
