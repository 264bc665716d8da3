// What float16 training does to its gradients: look for infinities and NaN, take the scale out, move the scale.
#include <cmath>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

Kernel allFinite(const KernelRequest& request) {
    std::vector<int64_t> sizes;
    for (const TensorDesc& input : request.inputs) sizes.push_back(input.shape.elements());
    Kernel kernel = plainKernel(request);
    kernel.bind = [=](const KernelBuffers& b) {
        std::vector<const float*> inputs;
        for (size_t i = 0; i < sizes.size(); ++i) inputs.push_back(in<float>(b, i));
        return [=, flag = out<float>(b, 0)] {
            // x - x is 0 for a number and NaN for anything else, whose sum stays NaN.
            float wrong = 0;
            for (size_t i = 0; i < sizes.size(); ++i) {
                float part = 0;
#pragma omp simd reduction(+ : part)
                for (int64_t k = 0; k < sizes[i]; ++k) part += inputs[i][k] - inputs[i][k];
                wrong += part;
            }
            *flag = wrong == 0 ? 1.0f : 0.0f;
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
