// The losses that compare each value with its target by itself, one op for all kinds: the mean over all elements, but
// for kl_divergence, which is summed along the last axis. The cross-entropies take raw scores. Weights, one a sample,
// scale its part and not the divisor, as in Keras. A kind's formula and slope stand in engine/ops/support.cpp.
#include "engine/ops/support.h"

namespace tl::ops {

OpType elementwise_loss() {
    OpType op;
    op.name = "ElementwiseLoss";
    op.help = "Compares values with targets, each by itself.";
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("ElementwiseLoss", inputs, 2, 3);
        expectSameShapes("ElementwiseLoss", inputs.first(2));
        if (inputs[0].shape.rank() < 1) throw Error("ElementwiseLoss's input y", "1 dimension or more", "a scalar");
        if (inputs.size() > 2) expectShape("ElementwiseLoss", "weights", inputs[2], {inputs[0].shape[0]});
        elementLoss(attributes, 0.5, 0.5);
        return {{{}, DType::Float32}};
    };
    // Of a kind that depends on the difference alone, the target's gradient is the value's with the two exchanged.
    op.gradient = [](GradientContext& context) {
        const std::string kind = context.attributes().text("kind", "");
        const bool exchangeable =
            kind == "mean_squared_error" || kind == "mean_absolute_error" || kind == "huber" || kind == "log_cosh";
        if (context.needsGradient(1) && !exchangeable)
            throw Error("ElementwiseLoss's gradient", Message("of y only, for {kind}", kind),
                        "a target that depends on a parameter");
        for (int i = 0; i < 2; ++i) {
            if (!context.needsGradient(i)) continue;
            std::vector<int> inputs = {context.input(i), context.input(1 - i), context.outputGradient(0)};
            if (context.input(2) >= 0) inputs.push_back(context.input(2));
            context.setInputGradient(i, context.emit("ElementwiseLossGrad", inputs, context.attributes())[0]);
        }
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros({})};
        const double divisor = elementLossDivisor(attributes, in[0].shape);
        for (size_t i = 0; i < in[0].values.size(); ++i)
            out[0].values[0] +=
                elementLoss(attributes, in[0].values[i], in[1].values[i]).value * weightOf(in, 2, i) / divisor;
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    op.differentiable = {0};
    const ValueType matrix{{7, 13}}, samples{{7}};
    using Ranges = std::vector<std::pair<double, double>>;
    const Ranges values = {{-2, 2}, {0, 1}, {0, 3}}, shares = {{0.02, 0.98}, {0.02, 0.98}, {0, 3}},
                 sides = {{-2, 2}, {-1, 1}, {0, 3}};
    const auto add = [&](const std::string& kind, const Ranges& ranges, Attributes attributes = {}) {
        attributes.set("kind", kind);
        op.cases.push_back({kind, {matrix, matrix}, attributes, ranges});
        op.cases.push_back({kind + ", weighted", {matrix, matrix, samples}, attributes, ranges});
    };
    add("mean_squared_error", values);
    add("mean_absolute_error", values);
    add("huber", values, {{"delta", 0.75}});
    add("log_cosh", values);
    add("poisson", shares);
    add("kl_divergence", shares);
    add("hinge", sides);
    add("squared_hinge", sides);
    add("binary_crossentropy", values);
    add("binary_focal_crossentropy", values, {{"gamma", 2.0}});
    add("binary_focal_crossentropy", values, {{"gamma", 0.5}, {"alpha", 0.25}});
    op.cases.push_back({"images", {{{2, 3, 5, 5}}, {{2, 3, 5, 5}}}, {{"kind", "mean_squared_error"}}});
    op.cases.push_back({"large scores", {matrix, matrix}, {{"kind", "binary_crossentropy"}}, {{-90, 90}, {0, 1}}});
    return op;
}

}  // namespace tl::ops
