// The list of activation functions and their definitions in float64, as Keras 3 has them (keras.activations).
#include "engine/core/activation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/error.h"

namespace tl {
namespace {

// name, act, slope from the result, zero at zero, alpha, its minimum, Keras's alpha
constexpr ActivationKind kKinds[] = {
    {"linear", Act::Linear, true, true, 0},
    {"relu", Act::Relu, true, true, 0},
    {"leaky_relu", Act::LeakyRelu, true, true, 0.01, 0, 0.2},
    {"elu", Act::Elu, true, true, 1, 0},
    {"gelu", Act::Gelu, false, true, 0},
    {"sigmoid", Act::Sigmoid, true, false, 0},
    {"tanh", Act::Tanh, true, true, 0},
    {"relu6", Act::Relu6, true, true, 0},
    {"selu", Act::Selu, true, true, 0},
    {"celu", Act::Celu, true, true, 1, 1e-3},
    {"gelu_tanh", Act::GeluTanh, false, true, 0},
    {"silu", Act::Silu, false, true, 0},
    {"mish", Act::Mish, false, true, 0},
    {"hard_sigmoid", Act::HardSigmoid, true, false, 0},
    {"hard_silu", Act::HardSilu, false, true, 0},
    {"hard_tanh", Act::HardTanh, true, true, 0},
    {"tanh_shrink", Act::TanhShrink, false, true, 0},
    {"softplus", Act::Softplus, false, false, 0},
    {"softsign", Act::Softsign, false, true, 0},
    {"squareplus", Act::Squareplus, false, false, 4, 1e-6},
    {"exponential", Act::Exponential, true, false, 0},
    {"log_sigmoid", Act::LogSigmoid, false, false, 0},
    {"hard_shrink", Act::HardShrink, true, true, 0.5, 0},
    {"soft_shrink", Act::SoftShrink, true, true, 0.5, 0},
    {"threshold", Act::Threshold, false, false, 0},
    {"sparse_plus", Act::SparsePlus, false, false, 0},
    {"sparse_sigmoid", Act::SparseSigmoid, true, false, 0},
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }
double normal(double x) { return 0.5 * (1 + std::erf(x / std::numbers::sqrt2)); }
double unit(double x) { return std::clamp(x, 0.0, 1.0); }

// gelu's approximation by tanh: 0.5 x (1 + tanh(inner)).
double geluInner(double x) { return std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x); }

}  // namespace

std::span<const ActivationKind> activationKinds() { return kKinds; }

const ActivationKind& activationKind(const std::string& name) {
    std::string known;
    for (const ActivationKind& kind : kKinds) {
        if (name == kind.name) return kind;
        known += (known.empty() ? "" : ", ") + std::string(kind.name);
    }
    throw Error("activation", Message("one of {known}", known), name.empty() ? "none" : name);
}

// NaN fails every comparison, and comes out as itself.
double activate(Act act, double alpha, double x, double value) {
    switch (act) {
    case Act::Linear: return x;
    case Act::Relu: return x <= 0 ? 0 : x;
    case Act::LeakyRelu: return x > 0 ? x : alpha * x;
    case Act::Elu: return x > 0 ? x : alpha * std::expm1(x);
    case Act::Gelu: return x * normal(x);
    case Act::Sigmoid: return logistic(x);
    case Act::Tanh: return std::tanh(x);
    case Act::Relu6: return std::clamp(x, 0.0, 6.0);
    case Act::Selu: return kSeluScale * (x > 0 ? x : kSeluAlpha * std::expm1(x));
    case Act::Celu: return x > 0 ? x : alpha * std::expm1(x / alpha);
    case Act::GeluTanh: return 0.5 * x * (1 + std::tanh(geluInner(x)));
    case Act::Silu: return x * logistic(x);
    case Act::Mish: return x * std::tanh(softplus(x));
    case Act::HardSigmoid: return unit(x / 6 + 0.5);
    case Act::HardSilu: return x * unit(x / 6 + 0.5);
    case Act::HardTanh: return std::clamp(x, -1.0, 1.0);
    case Act::TanhShrink: return x - std::tanh(x);
    case Act::Softplus: return softplus(x);
    case Act::Softsign: return x / (1 + std::abs(x));
    case Act::Squareplus: return (x + std::sqrt(x * x + alpha)) / 2;
    case Act::Exponential: return std::exp(x);
    case Act::LogSigmoid: return -softplus(-x);
    case Act::HardShrink: return std::abs(x) <= alpha ? 0 : x;
    case Act::SoftShrink: return std::abs(x) <= alpha ? 0 : x < 0 ? x + alpha : x - alpha;
    case Act::Threshold: return x <= alpha ? value : x;
    case Act::SparsePlus: return x <= -1 ? 0 : x < 1 ? (x + 1) * (x + 1) / 4 : x;
    case Act::SparseSigmoid: return unit((x + 1) / 2);
    }
    return x;
}

double activationSlope(Act act, double alpha, double x, double y) {
    switch (act) {
    case Act::Linear: return 1;
    case Act::Relu: return y > 0 ? 1 : 0;
    case Act::LeakyRelu: return y > 0 ? 1 : alpha;
    case Act::Elu: return y > 0 ? 1 : y + alpha;
    case Act::Gelu: return normal(x) + x * std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
    case Act::Sigmoid: return y * (1 - y);
    case Act::Tanh: return 1 - y * y;
    case Act::Relu6: return y > 0 && y < 6 ? 1 : 0;
    case Act::Selu: return y > 0 ? kSeluScale : y + kSeluScale * kSeluAlpha;
    case Act::Celu: return y > 0 ? 1 : y / alpha + 1;
    case Act::GeluTanh: {
        const double t = std::tanh(geluInner(x));
        const double inner = std::sqrt(2 / std::numbers::pi) * (1 + 3 * 0.044715 * x * x);
        return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * inner;
    }
    case Act::Silu: return logistic(x) * (1 + x * logistic(-x));
    case Act::Mish: {
        const double t = std::tanh(softplus(x));
        return t + x * (1 - t * t) * logistic(x);
    }
    case Act::HardSigmoid: return y > 0 && y < 1 ? 1.0 / 6 : 0;
    case Act::HardSilu: return x <= -3 ? 0 : x < 3 ? x / 3 + 0.5 : 1;
    case Act::HardTanh: return y > -1 && y < 1 ? 1 : 0;
    case Act::TanhShrink: return std::tanh(x) * std::tanh(x);
    case Act::Softplus: return logistic(x);
    case Act::Softsign: return 1 / ((1 + std::abs(x)) * (1 + std::abs(x)));
    case Act::Squareplus: return (1 + x / std::sqrt(x * x + alpha)) / 2;
    case Act::Exponential: return y;
    case Act::LogSigmoid: return logistic(-x);
    case Act::HardShrink:
    case Act::SoftShrink: return y != 0 ? 1 : 0;
    case Act::Threshold: return x > alpha ? 1 : 0;
    case Act::SparsePlus: return x <= -1 ? 0 : x < 1 ? (x + 1) / 2 : 1;
    case Act::SparseSigmoid: return y > 0 && y < 1 ? 0.5 : 0;
    }
    return 1;
}

}  // namespace tl
