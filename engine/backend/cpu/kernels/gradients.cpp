// What happens to gradients before an update and to weights after it: norms, clipping, gathering over several steps,
// moving averages. All are one pass over memory. Sums are taken over stretches of a fixed length and added up in order,
// so that a norm has the same bits with any number of threads.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

// body(begin, end) over all elements, divided among threads.
template <typename Body>
void forElements(int parts, int64_t size, const Body& body) {
    forParts(parts, [&](int part) {
        const auto [begin, end] = share(size, parts, part, 16);
        body(begin, end);
    });
}

int64_t sizeOfFirst(const KernelRequest& request) { return request.inputs[0].shape.elements(); }

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

Kernel clipByNorm(const KernelRequest& request) {
    const double limit = request.attributes.number("clip_norm");
    const int64_t size = sizeOfFirst(request);
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), norm = in<float>(b, 1), y = out<float>(b, 0)] {
            const double length = static_cast<double>(*norm);
            if (length <= limit && x == y) return;
            // A norm that is not a number stays one, and is found where the state is checked.
            const auto scale = static_cast<float>(length <= limit ? 1 : limit / length);
            forElements(parts, size, [&](int64_t begin, int64_t end) {
                vec().rescale(end - begin, x + begin, y + begin, scale, 0);
            });
        };
    };
    return kernel;
}

Kernel clipByValue(const KernelRequest& request) {
    const auto limit = static_cast<float>(request.attributes.number("clip_value"));
    const int64_t size = sizeOfFirst(request);
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), y = out<float>(b, 0)] {
            forElements(parts, size, [&](int64_t begin, int64_t end) {
                for (int64_t i = begin; i < end; ++i) y[i] = x[i] > limit ? limit : x[i] < -limit ? -limit : x[i];
            });
        };
    };
    return kernel;
}

Kernel accumulateGradient(const KernelRequest& request) {
    const int64_t size = sizeOfFirst(request);
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, gradient = in<float>(b, 1), total = out<float>(b, 0)] {
            forElements(parts, size, [&](int64_t begin, int64_t end) {
                vec().accumulate(end - begin, gradient + begin, total + begin);
            });
        };
    };
    return kernel;
}

Kernel accumulatedMean(const KernelRequest& request) {
    const auto share = static_cast<float>(1.0 / static_cast<double>(request.attributes.integer("steps")));
    const int64_t size = sizeOfFirst(request);
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, total = out<float>(b, 0), mean = out<float>(b, 1)] {
            forElements(parts, size, [&](int64_t begin, int64_t end) {
                vec().rescale(end - begin, total + begin, mean + begin, share, 0);
                std::memset(total + begin, 0, static_cast<size_t>(end - begin) * sizeof(float));
            });
        };
    };
    return kernel;
}

Kernel weightAverage(const KernelRequest& request) {
    // In double first: 1 - 0.9999 in float32 is off by a part in two thousand.
    const auto towards = static_cast<float>(1 - request.attributes.number("momentum"));
    const int64_t size = sizeOfFirst(request);
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, weight = in<float>(b, 1), count = in<float>(b, 2), average = out<float>(b, 0)] {
            const float rest = *count > 1 ? towards : 1;
            forElements(parts, size, [&](int64_t begin, int64_t end) {
                if (rest == 1) {
                    std::memcpy(average + begin, weight + begin, static_cast<size_t>(end - begin) * sizeof(float));
                    return;
                }
                for (int64_t i = begin; i < end; ++i) average[i] += rest * (weight[i] - average[i]);
            });
        };
    };
    return kernel;
}

Kernel overwriteWeights(const KernelRequest& request) {
    const auto frequency = static_cast<float>(request.attributes.integer("frequency"));
    const auto bytes = static_cast<size_t>(sizeOfFirst(request)) * sizeof(float);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, average = in<float>(b, 1), count = in<float>(b, 2), weight = out<float>(b, 0)] {
            if (std::fmod(*count, frequency) == 0) std::memcpy(weight, average, bytes);
        };
    };
    return kernel;
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
