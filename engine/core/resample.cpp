// The weights of resampling, in float64.
#include "engine/core/resample.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/error.h"

namespace tl {
namespace {

struct ResampleKernel {
    double radius = 0;
    double (*weight)(double distance) = nullptr;  // of 0 to radius
};

double triangle(double x) { return std::max(0.0, 1 - x); }
double keys(double x) { return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((-0.5 * x + 2.5) * x - 4) * x + 2; }
double lanczos(double x, double radius) {
    if (x > radius) return 0;
    const double turn = std::numbers::pi * x;
    return x < 1e-3 ? 1 : radius * std::sin(turn) * std::sin(turn / radius) / (turn * turn);
}

ResampleKernel kernelOf(const std::string& mode) {
    if (mode == "linear") return {1, triangle};
    if (mode == "cubic") return {2, keys};
    if (mode == "lanczos3") return {3, [](double x) { return lanczos(x, 3); }};
    if (mode == "lanczos5") return {5, [](double x) { return lanczos(x, 5); }};
    throw Error("Resize's mode", "nearest, linear, cubic, lanczos3, lanczos5 or average", mode);
}

// The kernel laid over the inputs around each output, within the image and summing up to 1.
Taps kernelTaps(const ResampleKernel& kernel, int64_t input, int64_t output, bool antialias) {
    Taps taps(static_cast<size_t>(output));
    const double step = static_cast<double>(input) / static_cast<double>(output);
    const double stretch = antialias ? std::max(step, 1.0) : 1.0, reach = kernel.radius * stretch;
    for (int64_t i = 0; i < output; ++i) {
        auto& at = taps[static_cast<size_t>(i)];
        const double centre = (static_cast<double>(i) + 0.5) * step - 0.5;
        const auto first = std::max<int64_t>(0, static_cast<int64_t>(std::ceil(centre - reach))),
                   last = std::min<int64_t>(input - 1, static_cast<int64_t>(std::floor(centre + reach)));
        double sum = 0;
        for (int64_t from = first; from <= last; ++from) {
            const double weight = kernel.weight(std::abs(static_cast<double>(from) - centre) / stretch);
            if (std::abs(weight) < 1e-12) continue;
            at.push_back({from, weight});
            sum += weight;
        }
        for (Tap& tap : at) tap.weight /= sum;
    }
    return taps;
}

}  // namespace

Taps resampleTaps(const std::string& mode, int64_t input, int64_t output, bool antialias) {
    if (mode != "nearest" && mode != "average") return kernelTaps(kernelOf(mode), input, output, antialias);
    Taps taps(static_cast<size_t>(output));
    for (int64_t i = 0; i < output; ++i) {
        auto& at = taps[static_cast<size_t>(i)];
        if (mode == "nearest") {
            at = {{(2 * i + 1) * input / (2 * output), 1}};
        } else {
            const int64_t begin = i * input / output, end = ((i + 1) * input + output - 1) / output;
            for (int64_t from = begin; from < end; ++from) at.push_back({from, 1.0 / static_cast<double>(end - begin)});
        }
    }
    return taps;
}

Taps resampleTaps(const Attributes& attributes, int64_t input, int64_t output) {
    return resampleTaps(attributes.text("mode", ""), input, output, attributes.integer("antialias", 0) != 0);
}

Taps transposedTaps(const Taps& taps, int64_t input) {
    Taps turned(static_cast<size_t>(input));
    for (size_t i = 0; i < taps.size(); ++i)
        for (const Tap& tap : taps[i])
            turned[static_cast<size_t>(tap.from)].push_back({static_cast<int64_t>(i), tap.weight});
    return turned;
}

}  // namespace tl
