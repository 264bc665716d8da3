// Drops each element with probability `rate` and scales the rest by 1 / (1 - rate) (Srivastava et al., 2014). The mask
// follows from seed, stream and step alone (engine/core/rng.h), so the gradient draws it again rather than keep it.
// With `spatial` whole channels are dropped (Tompson et al., CVPR 2015): the draw is that of [N, C]. Of a part of a
// batch `first` is the number of its first element in the whole: draws are those of the whole.
#include "engine/core/brief.h"
#include "engine/core/rng.h"
#include "engine/ops/support.h"

namespace tl::ops {

OpType dropout() {
    OpType op;
    op.name = "Dropout";
    op.help = "Sets random elements to zero and scales up the rest.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Dropout", inputs, 1, 1);
        expectFloat("Dropout", "x", inputs[0]);
        const double rate = attributes.number("rate");
        if (!(rate >= 0 && rate < 1)) throw Error("Dropout's rate", "0 or more and less than 1", shortest(rate));
        attributes.integer("stream");
        expectFirst("Dropout", attributes);
        if (attributes.integer("spatial", 0) && inputs[0].shape.rank() < 3)
            throw Error("Dropout's input x", "3 dimensions or more to drop channels", inputs[0].shape.toString());
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("Dropout", {context.outputGradient(0)}, context.attributes())[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext& context) {
        const double rate = attributes.number("rate");
        const auto stream = static_cast<uint64_t>(attributes.integer("stream"));
        std::vector<ReferenceTensor> out{in[0]};
        const bool spatial = attributes.integer("spatial", 0) != 0;
        const auto plane = static_cast<size_t>(spatial ? innerExtent(in[0].shape, 1) : 1);
        const auto first = static_cast<size_t>(attributes.integer("first", 0));
        for (size_t i = 0; i < out[0].values.size(); ++i)
            out[0].values[i] = dropoutKeeps(context.seed, stream, context.step, (first + i) / plane, rate)
                                   ? in[0].values[i] * static_cast<double>(static_cast<float>(1 / (1 - rate)))
                                   : 0;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {
        {"half", {{{7, 61}}}, {{"rate", 0.5}, {"stream", int64_t{77}}}},
        {"images, a fifth", {{{2, 17, 5, 7}}}, {{"rate", 0.2}, {"stream", int64_t{-123456789012345}}}},
        {"channels", {{{5, 17, 3, 4}}}, {{"rate", 0.4}, {"stream", int64_t{9}}, {"spatial", int64_t{1}}}},
        {"channels in blocks", {{{4, 32, 3, 4}}}, {{"rate", 0.4}, {"stream", int64_t{9}}, {"spatial", int64_t{1}}}},
        {"the rest of a batch", {{{5, 61}}}, {{"rate", 0.5}, {"stream", int64_t{77}}, {"first", int64_t{122}}}},
        {"the rest, fours", {{{5, 64}}}, {{"rate", 0.5}, {"stream", int64_t{77}}, {"first", int64_t{128}}}},
        {"channels of the rest",
         {{{4, 32, 3, 4}}},
         {{"rate", 0.4}, {"stream", int64_t{9}}, {"spatial", int64_t{1}}, {"first", int64_t{384}}}},
        {"none", {{{3, 5}}}, {{"rate", 0.0}, {"stream", int64_t{1}}}},
    };
    return op;
}

}  // namespace tl::ops
