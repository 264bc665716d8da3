// What a step does to its gradients before an update: look for infinities and NaN, and in float16 take the scale out
// and move it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

// The largest size of a number, infinite or NaN where one is. Each part takes its share of all inputs.
Kernel allFinite(const KernelRequest& request) {
    std::vector<double> terms, sizes;
    if (request.attributes.has("terms")) {
        terms = request.attributes.numbers("terms");
        sizes = request.attributes.numbers("sizes");
    }
    std::vector<int64_t> lengths;
    int64_t all = 0;
    for (const TensorDesc& input : request.inputs) all += lengths.emplace_back(input.shape.elements());
    const size_t count = lengths.size();
    const int parts = partsFor(request.threads, all, 1 << 15);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = count * static_cast<size_t>(parts) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        std::vector<const float*> inputs;
        for (size_t i = 0; i < count; ++i) inputs.push_back(in<float>(b, i));
        return [=, flag = out<float>(b, 0), found = static_cast<float*>(b.scratch)] {
            forParts(parts, [&](int part) {
                for (size_t i = 0; i < count; ++i) {
                    const auto [begin, end] = share(lengths[i], parts, part, 16);
                    found[static_cast<size_t>(part) * count + i] = vec().largest(end - begin, inputs[i] + begin);
                }
            });
            const auto largest = [&](size_t i) {
                float most = 0;
                for (int part = 0; part < parts; ++part) {
                    const float here = found[static_cast<size_t>(part) * count + i];
                    most = std::isfinite(here) ? std::max(most, here) : INFINITY;
                }
                return static_cast<double>(most);
            };
            bool finite = true;
            size_t next = count;
            for (const double size : sizes) next -= size > 0 ? 1 : 2;
            for (size_t i = 0; i < next; ++i) finite &= std::isfinite(largest(i));
            for (size_t i = 0; i < terms.size(); ++i) {
                const double left = largest(next++), right = sizes[i] > 0 ? sizes[i] : largest(next++);
                // Infinity times 0 is not less than anything either.
                finite &= std::isfinite(right) && terms[i] * left * right <= double{std::numeric_limits<float>::max()};
            }
            *flag = finite ? 1.0f : 0.0f;
        };
    };
    return kernel;
}

Kernel unscale(const KernelRequest& request) {
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), scale = in<float>(b, 1), y = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                vec().rescale(end - begin, x + begin, y + begin, 1 / *scale, 0);
            });
        };
    };
    return kernel;
}

Kernel update(const KernelRequest& request) {
    const auto interval = static_cast<float>(request.attributes.integer("growth_interval"));
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0, 1};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, scale = in<float>(b, 0), good = in<float>(b, 1), finite = in<float>(b, 2),
                scaleOut = out<float>(b, 0), goodOut = out<float>(b, 1)] {
            const bool fine = *finite != 0, grows = fine && *good + 1 >= interval;
            const float steps = fine && !grows ? *good + 1 : 0;
            *scaleOut = fine ? (grows ? std::fmin(*scale * 2, 0x1p24f) : *scale) : std::fmax(*scale / 2, 1.0f);
            *goodOut = steps;
        };
    };
    return kernel;
}

}  // namespace

void loss_scaling(KernelTable& table) {
    table.add("AllFinite", allFinite);
    table.add("Unscale", unscale);
    table.add("LossScaleUpdate", update);
}

}  // namespace tl::cpu
