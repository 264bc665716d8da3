// The formulas of the losses and metrics, straight from Keras's definitions, for the float64 reference.
#include <algorithm>
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

constexpr double kLeast = 1e-7;  // Keras's epsilon

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }
double signOf(double x) { return (x > 0) - (x < 0); }

// The focal loss of a raw score: w (1 - q)^gamma times the cross-entropy, q being how much of the target is hit.
ElementLoss focal(const Attributes& attributes, double x, double t) {
    const double gamma = attributes.number("gamma", 2), p = sigmoid(x), q = t * p + (1 - t) * (1 - p);
    const double weight =
        attributes.has("alpha") ? t * attributes.number("alpha") + (1 - t) * (1 - attributes.number("alpha")) : 1;
    const double entropy = softplus(x) - t * x, rest = std::pow(1 - q, gamma);
    double slope = rest * (p - t);
    if (gamma != 0 && q < 1) slope -= gamma * std::pow(1 - q, gamma - 1) * (2 * t - 1) * p * (1 - p) * entropy;
    return {weight * rest * entropy, weight * slope};
}

}  // namespace

void logSoftmax(std::span<const double> scores, std::span<double> y) {
    const double largest = *std::max_element(scores.begin(), scores.end());
    double sum = 0;
    for (double score : scores) sum += std::exp(score - largest);
    for (size_t i = 0; i < scores.size(); ++i) y[i] = scores[i] - largest - std::log(sum);
}

void differentiateCrossEntropy(GradientContext& context, const std::string& gradientOp) {
    if (!context.needsGradient(0)) return;
    std::vector<int> parts;
    if (context.outputGradient(0) >= 0) {
        std::vector<int> inputs = {context.output(1), context.input(1), context.outputGradient(0)};
        if (context.input(2) >= 0) inputs.push_back(context.input(2));
        parts.push_back(context.emit(gradientOp, inputs, context.attributes())[0]);
    }
    if (context.outputGradient(1) >= 0)
        parts.push_back(context.emit("SoftmaxGrad", {context.output(1), context.outputGradient(1)})[0]);
    context.setInputGradient(0, parts.size() == 1 ? parts[0] : context.emit("Add", parts)[0]);
}

ElementLoss elementLoss(const Attributes& attributes, double y, double t) {
    const std::string kind = attributes.text("kind", "");
    const double e = y - t;
    if (kind == "mean_squared_error") return {e * e, 2 * e};
    if (kind == "mean_absolute_error") return {std::abs(e), signOf(e)};
    if (kind == "huber") {
        const double delta = attributes.number("delta");
        if (std::abs(e) <= delta) return {0.5 * e * e, e};
        return {delta * std::abs(e) - 0.5 * delta * delta, delta * signOf(e)};
    }
    if (kind == "log_cosh") return {std::abs(e) + std::log1p(std::exp(-2 * std::abs(e))) - std::log(2.0), std::tanh(e)};
    if (kind == "poisson") return {y - t * std::log(y + kLeast), 1 - t / (y + kLeast)};
    if (kind == "kl_divergence") {
        const double target = std::clamp(t, kLeast, 1.0), value = std::clamp(y, kLeast, 1.0);
        return {target * std::log(target / value), y == value ? -target / value : 0};
    }
    if (kind == "hinge") return {std::max(1 - t * y, 0.0), t * y < 1 ? -t : 0};
    if (kind == "squared_hinge") {
        const double miss = std::max(1 - t * y, 0.0);
        return {miss * miss, -2 * t * miss};
    }
    if (kind == "binary_crossentropy") return {softplus(y) - t * y, sigmoid(y) - t};
    if (kind == "binary_focal_crossentropy") return focal(attributes, y, t);
    throw Error("ElementwiseLoss's kind", "one of Keras's losses of single elements", Message("\"{value}\"", kind));
}

double elementLossDivisor(const Attributes& attributes, const Shape& shape) {
    const int64_t along = attributes.text("kind", "") == "kl_divergence" ? shape[-1] : 1;
    return static_cast<double>(shape.elements()) / static_cast<double>(along);
}

double weightOf(References in, size_t weights, size_t index) {
    if (in.size() <= weights) return 1;
    return in[weights].values[index / (in[0].values.size() / in[weights].values.size())];
}

void expectMixedLabels(const char* op, Types inputs) {
    expectCount(op, inputs, 1, 3);
    if (inputs.size() == 2) throw Error(op, "labels, or labels, other labels and shares", "2 inputs");
    expectRank(op, "labels", inputs[0], 1);
    for (size_t i = 0; i < std::min<size_t>(inputs.size(), 2); ++i) expectLabels(op, inputs[i], inputs[0].shape[0]);
    if (inputs.size() == 3) expectShape(op, "shares", inputs[2], inputs[0].shape);
}

double mixOfLabels(References in, size_t sample, const std::function<double(double label)>& of) {
    const double first = of(in[0].values[sample]);
    if (in.size() < 3) return first;
    const double share = in[2].values[sample];
    return share * first + (1 - share) * of(in[1].values[sample]);
}

Margin marginOf(References in, size_t row) {
    const auto width = static_cast<size_t>(in[0].shape[1]);
    double right = 0;
    Margin margin{0, row};
    const auto other = [&](size_t i) { return (1 - in[1].values[i]) * in[0].values[i]; };
    for (size_t i = row; i < row + width; ++i) {
        right += in[1].values[i] * in[0].values[i];
        if (other(i) > other(margin.best)) margin.best = i;
    }
    margin.miss = 1 + other(margin.best) - right;
    return margin;
}

std::vector<double> thresholdsOf(const Attributes& attributes) {
    if (!attributes.has("num_thresholds")) return {attributes.number("threshold")};
    const int64_t count = attributes.integer("num_thresholds");
    if (count < 2) throw Error("ThresholdCounts's num_thresholds", "2 or more", std::to_string(count));
    std::vector<double> thresholds{-kLeast};
    for (int64_t i = 1; i + 1 < count; ++i)
        thresholds.push_back(static_cast<double>(i) / static_cast<double>(count - 1));
    thresholds.push_back(1 + kLeast);
    return thresholds;
}

}  // namespace tl::ops
