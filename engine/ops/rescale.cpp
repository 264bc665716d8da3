// y = x * scale + offset, the step from bytes to floats that every image takes. Its gradient is a Rescale too, and
// flows to float inputs only.
#include "engine/ops/support.h"

namespace tl::ops {

OpType rescale() {
    OpType op;
    op.name = "Rescale";
    op.help = "Multiplies by a number and adds one, from bytes or floats to floats.";
    op.precision = Precision::Follow;
    op.chains = true;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Rescale", inputs, 1, 1);
        if (inputs[0].dtype != DType::UInt8) expectFloat("Rescale", "x", inputs[0]);
        attributes.number("scale"), attributes.number("offset");
        return {{inputs[0].shape, DType::Float32}};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0) || context.type(context.input(0)).dtype != DType::Float32) return;
        context.setInputGradient(0,
                                 context.emit("Rescale", {context.outputGradient(0)},
                                              {{"scale", context.attributes().number("scale")}, {"offset", 0.0}})[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (double& value : out[0].values) value = value * attributes.number("scale") + attributes.number("offset");
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 2 * elements(inputs[0]); };
    op.cases = {
        {"bytes", {{{2, 3, 5, 7}, DType::UInt8}}, {{"scale", 1 / 255.0}, {"offset", -0.5}}, {{0, 256}}},
        {"floats", {{{3, 37}}}, {{"scale", 2.5}, {"offset", 0.25}}},
    };
    return op;
}

}  // namespace tl::ops
