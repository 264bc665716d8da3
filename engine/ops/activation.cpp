// The activation functions, one op for all kinds: linear, relu, leaky_relu, elu, gelu (exact), sigmoid and tanh.
#include "engine/ops/support.h"

namespace tl::ops {

OpType activation() {
    OpType op;
    op.name = "Activation";
    op.help = "Applies a function to each element.";
    op.precision = Precision::Follow;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Activation", inputs, 1, 1);
        expectFloat("Activation", "x", inputs[0]);
        const std::string kind = attributes.text("kind", "");
        expectActivation("Activation", kind, alphaOf(attributes, kind));
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("ActivationGrad",
                                                 {context.input(0), context.output(0), context.outputGradient(0)},
                                                 context.attributes())[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const std::string kind = attributes.text("kind", "");
        const double alpha = alphaOf(attributes, kind);
        std::vector<ReferenceTensor> out{in[0]};
        for (double& value : out[0].values) value = activate(kind, alpha, value);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    for (const char* kind : {"linear", "relu", "leaky_relu", "elu", "gelu", "sigmoid", "tanh"})
        op.cases.push_back({kind, {{{5, 77}}}, {{"kind", kind}}, {{-3, 3}}});
    op.cases.push_back({"leaky_relu 0.3", {{{2, 17, 3, 5}}}, {{"kind", "leaky_relu"}, {"alpha", 0.3}}, {{-3, 3}}});
    op.cases.push_back({"elu 0.5", {{{2, 17, 3, 5}}}, {{"kind", "elu"}, {"alpha", 0.5}}, {{-3, 3}}});
    op.cases.push_back({"tanh of large values", {{{3, 33}}}, {{"kind", "tanh"}}, {{-30, 30}}});
    op.cases.push_back({"sigmoid of large values", {{{3, 33}}}, {{"kind", "sigmoid"}}, {{-60, 60}}});
    return op;
}

}  // namespace tl::ops
