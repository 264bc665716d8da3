// What happens to gradients before an update and to weights after it: norms, clipping, gathering over several steps,
// moving averages. All are one pass over memory. Sums are taken over stretches of a fixed length and added up in order,
// so that a norm has the same bits with any number of threads.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

using Range = std::function<void(int64_t begin, int64_t end)>;

// One pass over all elements, divided among threads; output 0 may lie where input 0 does.
Kernel pass(const KernelRequest& request, const std::function<Range(const KernelBuffers&)>& make) {
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [parts, size, range = make(b)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                range(begin, end);
            });
        };
    };
    return kernel;
}

void copy(const float* from, float* to, int64_t begin, int64_t end) {
    if (from != to) std::memcpy(to + begin, from + begin, static_cast<size_t>(end - begin) * sizeof(float));
}

Kernel globalNorm(const KernelRequest& request) {
    constexpr int64_t kStretch = 16384;
    struct Stretch {
        size_t input;
        int64_t begin, length;
    };
    std::vector<Stretch> stretches;
    int64_t all = 0;
    for (size_t i = 0; i < request.inputs.size(); ++i) {
        const int64_t size = request.inputs[i].shape.elements();
        all += size;
        for (int64_t at = 0; at < size; at += kStretch) stretches.push_back({i, at, std::min(kStretch, size - at)});
    }
    const int parts = std::min(partsFor(request.threads, all, 4 * kStretch), static_cast<int>(stretches.size()));
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = stretches.size() * sizeof(double);
    kernel.bind = [=](const KernelBuffers& b) {
        std::vector<const float*> inputs;
        for (size_t i = 0; i < b.inputs.size(); ++i) inputs.push_back(in<float>(b, i));
        return [=, sums = static_cast<double*>(b.scratch), norm = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(static_cast<int64_t>(stretches.size()), parts, part);
                for (auto s = static_cast<size_t>(begin); s < static_cast<size_t>(end); ++s)
                    sums[s] = vec().squareSum(stretches[s].length, inputs[stretches[s].input] + stretches[s].begin);
            });
            double total = 0;
            for (size_t s = 0; s < stretches.size(); ++s) total += sums[s];
            *norm = static_cast<float>(std::sqrt(total));
        };
    };
    return kernel;
}

// A norm that is not a number makes the gradient so, which is found where the state is checked.
Kernel clipByNorm(const KernelRequest& request) {
    const double limit = request.attributes.number("clip_norm");
    return pass(request, [=](const KernelBuffers& b) -> Range {
        return [limit, x = in<float>(b, 0), norm = in<float>(b, 1), y = out<float>(b, 0)](int64_t begin, int64_t end) {
            const double length = static_cast<double>(*norm);
            if (length <= limit) return copy(x, y, begin, end);
            vec().rescale(end - begin, x + begin, y + begin, static_cast<float>(limit / length), 0);
        };
    });
}

Kernel clipByValue(const KernelRequest& request) {
    const auto limit = static_cast<float>(request.attributes.number("clip_value"));
    return pass(request, [=](const KernelBuffers& b) -> Range {
        return [limit, x = in<float>(b, 0), y = out<float>(b, 0)](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i) y[i] = x[i] > limit ? limit : x[i] < -limit ? -limit : x[i];
        };
    });
}

Kernel accumulateGradient(const KernelRequest& request) {
    return pass(request, [](const KernelBuffers& b) -> Range {
        return
            [total = in<float>(b, 0), gradient = in<float>(b, 1), sum = out<float>(b, 0)](int64_t begin, int64_t end) {
                copy(total, sum, begin, end);
                vec().accumulate(end - begin, gradient + begin, sum + begin);
            };
    });
}

Kernel accumulatedMean(const KernelRequest& request) {
    const auto part = static_cast<float>(1.0 / static_cast<double>(request.attributes.integer("steps")));
    return pass(request, [=](const KernelBuffers& b) -> Range {
        return [part, total = in<float>(b, 0), none = out<float>(b, 0), mean = out<float>(b, 1)](int64_t begin,
                                                                                                 int64_t end) {
            vec().rescale(end - begin, total + begin, mean + begin, part, 0);
            std::fill(none + begin, none + end, 0.0f);
        };
    });
}

Kernel weightAverage(const KernelRequest& request) {
    // In double first: 1 - 0.9999 in float32 is off by a part in two thousand.
    const auto rest = static_cast<float>(1 - request.attributes.number("momentum"));
    return pass(request, [=](const KernelBuffers& b) -> Range {
        return [rest, average = in<float>(b, 0), weight = in<float>(b, 1), count = in<float>(b, 2),
                next = out<float>(b, 0)](int64_t begin, int64_t end) {
            if (*count <= 1) return copy(weight, next, begin, end);
            for (int64_t i = begin; i < end; ++i) next[i] = average[i] + rest * (weight[i] - average[i]);
        };
    });
}

Kernel overwriteWeights(const KernelRequest& request) {
    const auto frequency = static_cast<float>(request.attributes.integer("frequency"));
    return pass(request, [=](const KernelBuffers& b) -> Range {
        return [frequency, weight = in<float>(b, 0), average = in<float>(b, 1), count = in<float>(b, 2),
                next = out<float>(b, 0)](int64_t begin, int64_t end) {
            copy(std::fmod(*count, frequency) == 0 ? average : weight, next, begin, end);
        };
    });
}

}  // namespace

void gradients(KernelTable& table) {
    table.add("GlobalNorm", globalNorm);
    table.add("ClipByNorm", clipByNorm);
    table.add("ClipByValue", clipByValue);
    table.add("AccumulateGradient", accumulateGradient);
    table.add("AccumulatedMean", accumulatedMean);
    table.add("WeightAverage", weightAverage);
    table.add("OverwriteWeights", overwriteWeights);
}

}  // namespace tl::cpu
