// Losses whose targets are values: of each element by itself, cross-entropy with vectors, categorical hinge and dice.
// Sums run in double over fixed stretches, so that they repeat; gradients divide among threads, since a mask may be as
// large as an image.
#include <cmath>
#include <limits>

#include "engine/backend/cpu/support.h"
#include "engine/core/error.h"

namespace tl::cpu {
namespace {

constexpr float kLeast = 1e-7f;  // Keras's epsilon
constexpr int64_t kPart = 4096;

struct Settings {
    float delta = 1, gamma = 2, alpha = -1;  // alpha below 0: yes and no weigh alike
    explicit Settings(const Attributes& a)
        : delta(static_cast<float>(a.number("delta", 1))), gamma(static_cast<float>(a.number("gamma", 2))),
          alpha(static_cast<float>(a.number("alpha", -1))) {}
};

float sigmoid(float x) {
    const float e = std::exp(-std::fabs(x));
    return (x < 0 ? e : 1) / (1 + e);
}
float softplus(float x) { return std::max(x, 0.0f) + std::log1p(std::exp(-std::fabs(x))); }
float clipped(float p) { return p < kLeast ? kLeast : p > 1 ? 1 : p; }

// Each kind: the loss at y and target t, and its slope in y.
struct SquaredError {
    explicit SquaredError(const Settings&) {}
    float value(float y, float t) const { return (y - t) * (y - t); }
    float slope(float y, float t) const { return 2 * (y - t); }
};
struct AbsoluteError {
    explicit AbsoluteError(const Settings&) {}
    float value(float y, float t) const { return std::fabs(y - t); }
    float slope(float y, float t) const { return y > t ? 1.0f : y < t ? -1.0f : y - t; }
};
struct Huber {
    float delta;
    explicit Huber(const Settings& s) : delta(s.delta) {}
    float value(float y, float t) const {
        const float e = std::fabs(y - t);
        return e > delta ? delta * (e - 0.5f * delta) : 0.5f * e * e;
    }
    float slope(float y, float t) const {
        const float e = y - t;
        return e > delta ? delta : e < -delta ? -delta : e;
    }
};
struct LogCosh {
    explicit LogCosh(const Settings&) {}
    float value(float y, float t) const {
        const float e = std::fabs(y - t);
        // Near 0 the terms cancel; the series is exact there.
        if (e < 0.05f) return e * e * (0.5f - e * e * (1.0f / 12 - e * e / 45));
        return e + std::log1p(std::exp(-2 * e)) - 0.693147180559945f;
    }
    float slope(float y, float t) const { return std::tanh(y - t); }
};
struct Poisson {
    explicit Poisson(const Settings&) {}
    float value(float y, float t) const { return y - t * std::log(y + kLeast); }
    float slope(float y, float t) const { return 1 - t / (y + kLeast); }
};
struct Divergence {
    explicit Divergence(const Settings&) {}
    float value(float y, float t) const { return clipped(t) * std::log(clipped(t) / clipped(y)); }
    float slope(float y, float t) const { return y < kLeast || y > 1 ? 0 : -clipped(t) / y; }
};
struct Hinge {
    explicit Hinge(const Settings&) {}
    float value(float y, float t) const { return 1 - t * y < 0 ? 0 : 1 - t * y; }
    float slope(float y, float t) const { return t * y < 1 ? -t : 0; }
};
struct SquaredHinge {
    explicit SquaredHinge(const Settings&) {}
    float miss(float y, float t) const { return 1 - t * y < 0 ? 0 : 1 - t * y; }
    float value(float y, float t) const { return miss(y, t) * miss(y, t); }
    float slope(float y, float t) const { return -2 * t * miss(y, t); }
};
struct BinaryCrossEntropy {
    explicit BinaryCrossEntropy(const Settings&) {}
    float value(float x, float t) const { return softplus(x) - t * x; }
    float slope(float x, float t) const { return sigmoid(x) - t; }
};
struct BinaryFocal {
    float gamma, alpha;
    explicit BinaryFocal(const Settings& s) : gamma(s.gamma), alpha(s.alpha) {}
    float weight(float t) const { return alpha < 0 ? 1 : t * alpha + (1 - t) * (1 - alpha); }
    // How much of the target is missed: 1 - (t p + (1 - t) (1 - p)), without the difference of numbers near 1.
    float missed(float x, float t) const { return t * sigmoid(-x) + (1 - t) * sigmoid(x); }
    float value(float x, float t) const { return weight(t) * std::pow(missed(x, t), gamma) * (softplus(x) - t * x); }
    float slope(float x, float t) const {
        const float p = sigmoid(x), miss = missed(x, t);
        float slope = std::pow(miss, gamma) * (p - t);
        if (gamma != 0 && miss > 0)
            slope -= gamma * std::pow(miss, gamma - 1) * (2 * t - 1) * p * sigmoid(-x) * (softplus(x) - t * x);
        return weight(t) * slope;
    }
};

// Rows of `width` elements, each row a sample.
struct Samples {
    int64_t count, width, size;
    explicit Samples(const TensorDesc& y)
        : count(y.shape[0]), width(y.shape.elements() / std::max<int64_t>(y.shape[0], 1)), size(y.shape.elements()) {}
};

// weight(i) of element i, 1 where there is no input of them.
const float* weightsOf(const KernelBuffers& b, size_t index) {
    return b.inputs.size() > index ? in<float>(b, index) : nullptr;
}

template <typename Kind>
Kernel elementLoss(const KernelRequest& request, double divisor) {
    const Kind kind{Settings(request.attributes)};
    const Samples samples(request.inputs[0]);
    const auto parts = static_cast<int>((samples.size + kPart - 1) / kPart);
    const int teams = partsFor(request.threads, samples.size * 4);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(parts) * sizeof(double);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, y = in<float>(b, 0), t = in<float>(b, 1), w = weightsOf(b, 2), loss = out<float>(b, 0),
                sums = static_cast<double*>(b.scratch)] {
            forParts(teams, [&](int team) {
                const auto [first, last] = share(parts, teams, team);
                for (int64_t part = first; part < last; ++part) {
                    const int64_t begin = part * kPart, end = std::min(samples.size, begin + kPart);
                    double sum = 0;
                    for (int64_t i = begin; i < end; ++i) {
                        const auto value = static_cast<double>(kind.value(y[i], t[i]));
                        sum += w ? value * static_cast<double>(w[i / samples.width]) : value;
                    }
                    sums[part] = sum;
                }
            });
            double total = 0;
            for (int part = 0; part < parts; ++part) total += sums[part];
            *loss = static_cast<float>(total / divisor);
        };
    };
    return kernel;
}

template <typename Kind>
Kernel elementLossGrad(const KernelRequest& request, double divisor) {
    const Kind kind{Settings(request.attributes)};
    const Samples samples(request.inputs[0]);
    const int parts = partsFor(request.threads, samples.size * 4);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, y = in<float>(b, 0), t = in<float>(b, 1), dloss = in<float>(b, 2), w = weightsOf(b, 3),
                dy = out<float>(b, 0)] {
            const auto scale = static_cast<float>(static_cast<double>(*dloss) / divisor);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(samples.size, parts, part, 16);
                for (int64_t i = begin; i < end; ++i)
                    dy[i] = kind.slope(y[i], t[i]) * (w ? scale * w[i / samples.width] : scale);
            });
        };
    };
    return kernel;
}

template <template <typename> class Make>
Kernel byKind(const KernelRequest& request) {
    const std::string kind = request.attributes.text("kind", "");
    const Shape& shape = request.inputs[0].shape;
    const auto all = static_cast<double>(shape.elements());
    if (kind == "mean_squared_error") return Make<SquaredError>()(request, all);
    if (kind == "mean_absolute_error") return Make<AbsoluteError>()(request, all);
    if (kind == "huber") return Make<Huber>()(request, all);
    if (kind == "log_cosh") return Make<LogCosh>()(request, all);
    if (kind == "poisson") return Make<Poisson>()(request, all);
    if (kind == "kl_divergence") return Make<Divergence>()(request, all / static_cast<double>(shape[-1]));
    if (kind == "hinge") return Make<Hinge>()(request, all);
    if (kind == "squared_hinge") return Make<SquaredHinge>()(request, all);
    if (kind == "binary_crossentropy") return Make<BinaryCrossEntropy>()(request, all);
    if (kind == "binary_focal_crossentropy") return Make<BinaryFocal>()(request, all);
    throw Error("ElementwiseLoss's kind", "one that this device knows", kind);
}
template <typename Kind>
struct MakeLoss {
    Kernel operator()(const KernelRequest& request, double divisor) { return elementLoss<Kind>(request, divisor); }
};
template <typename Kind>
struct MakeGrad {
    Kernel operator()(const KernelRequest& request, double divisor) { return elementLossGrad<Kind>(request, divisor); }
};

// Shares `count` rows among parts and calls row(r) for each.
template <typename Row>
void forRows(int parts, int64_t count, const Row& row) {
    forParts(parts, [&](int part) {
        const auto [begin, end] = share(count, parts, part);
        for (int64_t r = begin; r < end; ++r) row(r);
    });
}

double inOrder(const double* sums, int64_t count) {
    double total = 0;
    for (int64_t i = 0; i < count; ++i) total += sums[i];
    return total;
}

Kernel crossEntropy(const KernelRequest& request) {
    const double gamma = request.attributes.number("gamma", 0), alpha = request.attributes.number("alpha", 1);
    const Samples rows(request.inputs[0]);
    const int parts = partsFor(request.threads, rows.size * 8);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(rows.count) * sizeof(double);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, logits = in<float>(b, 0), t = in<float>(b, 1), w = weightsOf(b, 2), loss = out<float>(b, 0),
                p = out<float>(b, 1), sums = static_cast<double*>(b.scratch)] {
            forRows(parts, rows.count, [&](int64_t r) {
                vec().softmax(1, rows.width, logits + r * rows.width, p + r * rows.width);
                const float *x = logits + r * rows.width, *q = p + r * rows.width, *target = t + r * rows.width;
                int64_t top = 0;
                for (int64_t i = 1; i < rows.width; ++i) top = x[i] > x[top] ? i : top;
                const double logSum = -std::log(static_cast<double>(q[top]));  // of exp(x - largest)
                double sum = 0;
                for (int64_t i = 0; i < rows.width; ++i) {
                    if (target[i] == 0) continue;
                    // log p, from the scores where p is tiny and from p where that is accurate.
                    const double logP = q[i] > 1e-4f ? std::log(static_cast<double>(q[i]))
                                                     : static_cast<double>(x[i] - x[top]) - logSum;
                    const double rest = gamma == 0 ? 1 : std::pow(1 - static_cast<double>(q[i]), gamma);
                    sum -= static_cast<double>(target[i]) * rest * logP;
                }
                sums[r] = w ? sum * static_cast<double>(w[r]) : sum;
            });
            *loss = static_cast<float>(alpha * inOrder(sums, rows.count) / static_cast<double>(rows.count));
        };
    };
    return kernel;
}

Kernel crossEntropyGrad(const KernelRequest& request) {
    const auto gamma = static_cast<float>(request.attributes.number("gamma", 0));
    const double alpha = request.attributes.number("alpha", 1);
    const Samples rows(request.inputs[0]);
    const int parts = partsFor(request.threads, rows.size * (gamma != 0 ? 64 : 4));
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, p = in<float>(b, 0), t = in<float>(b, 1), dloss = in<float>(b, 2), w = weightsOf(b, 3),
                dx = out<float>(b, 0)] {
            forRows(parts, rows.count, [&](int64_t r) {
                const float *q = p + r * rows.width, *target = t + r * rows.width;
                float* const d = dx + r * rows.width;
                double scale = alpha * static_cast<double>(*dloss) / static_cast<double>(rows.count);
                if (w) scale *= static_cast<double>(w[r]);
                float sum = 0;
                for (int64_t i = 0; i < rows.width; ++i) {
                    float share = target[i];
                    if (gamma != 0) {
                        const float rest = 1 - q[i];
                        float factor = std::pow(rest, gamma);
                        if (q[i] > 0 && rest > 0) factor -= gamma * q[i] * std::pow(rest, gamma - 1) * std::log(q[i]);
                        share *= factor;
                    }
                    sum += share;
                    d[i] = share;
                }
                for (int64_t i = 0; i < rows.width; ++i) d[i] = (q[i] * sum - d[i]) * static_cast<float>(scale);
            });
        };
    };
    return kernel;
}

// A row's margin: how much it misses, and which other class is best.
std::pair<float, int64_t> margin(const float* y, const float* t, int64_t width) {
    float right = 0, best = -std::numeric_limits<float>::infinity();
    int64_t at = 0;
    for (int64_t i = 0; i < width; ++i) {
        right += t[i] * y[i];
        if (const float other = (1 - t[i]) * y[i]; !(other <= best)) best = other, at = i;
    }
    return {1 + best - right, at};
}

Kernel categoricalHinge(const KernelRequest& request) {
    const Samples rows(request.inputs[0]);
    const int parts = partsFor(request.threads, rows.size * 4);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(rows.count) * sizeof(double);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, y = in<float>(b, 0), t = in<float>(b, 1), w = weightsOf(b, 2), loss = out<float>(b, 0),
                sums = static_cast<double*>(b.scratch)] {
            forRows(parts, rows.count, [&](int64_t r) {
                const float miss = margin(y + r * rows.width, t + r * rows.width, rows.width).first;
                sums[r] = miss <= 0 ? 0 : static_cast<double>(w ? miss * w[r] : miss);
            });
            *loss = static_cast<float>(inOrder(sums, rows.count) / static_cast<double>(rows.count));
        };
    };
    return kernel;
}

Kernel categoricalHingeGrad(const KernelRequest& request) {
    const Samples rows(request.inputs[0]);
    const int parts = partsFor(request.threads, rows.size * 4);
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, y = in<float>(b, 0), t = in<float>(b, 1), dloss = in<float>(b, 2), w = weightsOf(b, 3),
                dy = out<float>(b, 0)] {
            forRows(parts, rows.count, [&](int64_t r) {
                const float* const target = t + r * rows.width;
                float* const d = dy + r * rows.width;
                const auto [miss, best] = margin(y + r * rows.width, target, rows.width);
                float scale = miss <= 0 ? 0 : *dloss / static_cast<float>(rows.count);
                if (w) scale *= w[r];
                for (int64_t i = 0; i < rows.width; ++i) d[i] = -target[i] * scale;
                d[best] += (1 - target[best]) * scale;
            });
        };
    };
    return kernel;
}

// Overlap of y and t, and the sum of both, by stretches of kStretch elements.
struct Overlap {
    static constexpr int64_t kStretch = 256;
    int64_t size, stretches;
    int parts;

    explicit Overlap(const KernelRequest& request)
        : size(request.inputs[0].shape.elements()), stretches((size + kStretch - 1) / kStretch),
          parts(partsFor(request.threads, size * 2)) {}
    size_t bytes() const { return 2 * static_cast<size_t>(stretches) * sizeof(double); }
    std::pair<double, double> operator()(const float* y, const float* t, double* sums) const {
        double* const both = sums;
        double* const either = sums + stretches;
        forRows(parts, stretches, [&](int64_t r) {
            float product = 0, sum = 0;
            for (int64_t i = r * kStretch; i < std::min(size, (r + 1) * kStretch); ++i)
                product += y[i] * t[i], sum += y[i] + t[i];
            both[r] = static_cast<double>(product), either[r] = static_cast<double>(sum);
        });
        return {inOrder(both, stretches), inOrder(either, stretches) + static_cast<double>(kLeast)};
    }
};

Kernel dice(const KernelRequest& request) {
    const Overlap overlap(request);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = overlap.bytes();
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, y = in<float>(b, 0), t = in<float>(b, 1), loss = out<float>(b, 0),
                sums = static_cast<double*>(b.scratch)] {
            const auto [both, either] = overlap(y, t, sums);
            *loss = static_cast<float>(1 - 2 * both / either);
        };
    };
    return kernel;
}

Kernel diceGrad(const KernelRequest& request) {
    const Overlap overlap(request);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.scratchBytes = overlap.bytes();
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, y = in<float>(b, 0), t = in<float>(b, 1), dloss = in<float>(b, 2), dy = out<float>(b, 0),
                sums = static_cast<double*>(b.scratch)] {
            const std::pair<double, double> found = overlap(y, t, sums);
            const double both = found.first, either = found.second;
            const double scale = 2 * static_cast<double>(*dloss) / (either * either);
            forRows(overlap.parts, overlap.size, [&](int64_t i) {
                dy[i] = static_cast<float>(scale * (both - static_cast<double>(t[i]) * either));
            });
        };
    };
    return kernel;
}

}  // namespace

void vector_losses(KernelTable& table) {
    table.add("ElementwiseLoss", byKind<MakeLoss>);
    table.add("ElementwiseLossGrad", byKind<MakeGrad>);
    table.add("CrossEntropy", crossEntropy);
    table.add("CrossEntropyGrad", crossEntropyGrad);
    table.add("CategoricalHinge", categoricalHinge);
    table.add("CategoricalHingeGrad", categoricalHingeGrad);
    table.add("Dice", dice);
    table.add("DiceGrad", diceGrad);
}

}  // namespace tl::cpu
