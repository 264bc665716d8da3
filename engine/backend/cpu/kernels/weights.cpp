// Regularisation and constraints of weights. Sums are taken in parts of fixed size, so that they repeat.
#include <cmath>
#include <vector>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

constexpr int64_t kPart = 4096;

// sum of value(w) over [begin, end), in float over short stretches.
template <typename Value>
double sumOf(const float* w, int64_t begin, int64_t end, const Value& value) {
    double total = 0;
    for (int64_t start = begin; start < end; start += 256) {
        float part = 0;
#pragma omp simd reduction(+ : part)
        for (int64_t i = start; i < std::min(end, start + 256); ++i) part += value(w[i]);
        total += static_cast<double>(part);
    }
    return total;
}

Kernel penalty(const KernelRequest& request) {
    const double l1 = request.attributes.number("l1"), l2 = request.attributes.number("l2");
    const int64_t size = request.inputs[0].shape.elements();
    const auto parts = static_cast<int>((size + kPart - 1) / kPart);
    const int teams = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(parts) * sizeof(double);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, w = in<float>(b, 0), loss = out<float>(b, 0), sums = static_cast<double*>(b.scratch)] {
            forParts(teams, [&](int team) {
                const auto [first, last] = share(parts, teams, team);
                for (int64_t part = first; part < last; ++part) {
                    const int64_t begin = part * kPart, end = std::min(size, begin + kPart);
                    sums[part] = 0;
                    if (l1 != 0) sums[part] += l1 * sumOf(w, begin, end, [](float x) { return std::fabs(x); });
                    if (l2 != 0) sums[part] += l2 * sumOf(w, begin, end, [](float x) { return x * x; });
                }
            });
            double total = 0;
            for (int part = 0; part < parts; ++part) total += sums[part];
            *loss = static_cast<float>(total);
        };
    };
    return kernel;
}

Kernel penaltyGrad(const KernelRequest& request) {
    const double l1 = request.attributes.number("l1"), l2 = request.attributes.number("l2");
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, w = in<float>(b, 0), dloss = in<float>(b, 1), dw = out<float>(b, 0)] {
            const auto ofSign = static_cast<float>(l1 * static_cast<double>(*dloss));
            const auto ofWeight = static_cast<float>(2 * l2 * static_cast<double>(*dloss));
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                for (int64_t i = begin; i < end; ++i) {
                    const float sign = w[i] > 0 ? ofSign : w[i] < 0 ? -ofSign : 0;
                    dw[i] = sign + ofWeight * w[i];
                }
            });
        };
    };
    return kernel;
}

Kernel constrain(const KernelRequest& request) {
    const std::string kind = request.attributes.text("kind", "");
    const bool nonNegative = kind == "non_neg", unit = kind == "unit_norm";
    const double least = request.attributes.number("min_value", 0), most = request.attributes.number("max_value", 0);
    const double rate = request.attributes.number("rate", 1);
    const Shape& shape = request.inputs[0].shape;
    const int64_t groups = shape.rank() > 1 ? shape[0] : 1, size = shape.elements() / groups;
    const int parts = partsFor(request.threads, groups * size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, w = in<float>(b, 0), y = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [first, last] = share(groups, parts, part);
                for (int64_t group = first; group < last; ++group) {
                    const int64_t begin = group * size, end = begin + size;
                    if (nonNegative) {
                        for (int64_t i = begin; i < end; ++i) y[i] = w[i] < 0 ? 0 : w[i];  // NaN stays NaN
                        continue;
                    }
                    const double norm = std::sqrt(sumOf(w, begin, end, [](float x) { return x * x; }));
                    double wanted = unit ? 1 : std::min(std::max(norm, least), most);
                    if (rate != 1) wanted = rate * wanted + (1 - rate) * norm;
                    const auto factor = static_cast<float>(wanted / (1e-7 + norm));
                    for (int64_t i = begin; i < end; ++i) y[i] = w[i] * factor;
                }
            });
        };
    };
    return kernel;
}

}  // namespace

void weights(KernelTable& table) {
    table.add("WeightPenalty", penalty);
    table.add("WeightPenaltyGrad", penaltyGrad);
    table.add("Constrain", constrain);
}

}  // namespace tl::cpu
