// The activation functions (engine/core/activation.h), one op for all kinds.
#include "engine/ops/support.h"

namespace tl::ops {

OpType activation() {
    OpType op;
    op.name = "Activation";
    op.help = "Applies a function to each element.";
    op.precision = Precision::Follow;
    op.chains = true;
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Activation", inputs, 1, 1);
        expectFloat("Activation", "x", inputs[0]);
        activationOf("Activation", attributes, "kind");
        return {inputs[0]};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit("ActivationGrad",
                                                 {context.input(0), context.output(0), context.outputGradient(0)},
                                                 context.attributes())[0]);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        const auto [kind, alpha] = activationOf("Activation", attributes, "kind");
        std::vector<ReferenceTensor> out{in[0]};
        for (double& x : out[0].values) x = activate(kind.act, alpha, x, attributes.number("value", 0));
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    // Of hard_shrink's numbers in [-3, 3) one lies within a difference's step of where the function jumps.
    for (const ActivationKind& kind : activationKinds())
        op.cases.push_back(
            {kind.name, {{{5, 77}}}, {{"kind", kind.name}}, {{kind.act == Act::HardShrink ? -2 : -3, 3}}});
    const ValueType images{{2, 17, 3, 5}};
    op.cases.push_back({"leaky_relu 0.3", {images}, {{"kind", "leaky_relu"}, {"alpha", 0.3}}, {{-3, 3}}});
    op.cases.push_back({"elu 0.5", {images}, {{"kind", "elu"}, {"alpha", 0.5}}, {{-3, 3}}});
    op.cases.push_back({"celu 0.5", {images}, {{"kind", "celu"}, {"alpha", 0.5}}, {{-3, 3}}});
    op.cases.push_back(
        {"threshold 1, else 20", {images}, {{"kind", "threshold"}, {"alpha", 1.0}, {"value", 20.0}}, {{-3, 3}}});
    for (const char* kind : {"tanh", "sigmoid", "gelu_tanh", "silu", "mish", "softplus", "log_sigmoid", "squareplus",
                             "tanh_shrink", "hard_silu", "relu6"})
        op.cases.push_back({std::string(kind) + " of large values", {{{3, 33}}}, {{"kind", kind}}, {{-60, 60}}});
    for (const char* kind : {"softplus", "tanh_shrink"})
        op.cases.push_back({std::string(kind) + " of small values", {{{3, 33}}}, {{"kind", kind}}, {{-0.1, 0.1}}});
    for (const char* kind : {"elu", "selu", "celu"})
        op.cases.push_back({std::string(kind) + " of small values", {{{3, 33}}}, {{"kind", kind}}, {{-1e-3, -1e-4}}});
    return op;
}

}  // namespace tl::ops
