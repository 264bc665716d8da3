// Updates of parameters, slots and moving averages, in place. The learning rate is read from the step's context.
#include <cmath>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

// Divided even when small: the threads that made a gradient have its parts in their caches.
constexpr int64_t kGrain = 8192;

Kernel sgd(const KernelRequest& request) {
    const float momentum = static_cast<float>(request.attributes.number("momentum", 0));
    const float decay = static_cast<float>(request.attributes.number("weight_decay", 0));
    const bool nesterov = request.attributes.integer("nesterov", 0) != 0;
    const bool velocity = request.inputs.size() > 2;
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size, kGrain);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = velocity ? std::vector<int>{0, 2} : std::vector<int>{0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, p = in<float>(b, 0), g = in<float>(b, 1), v = velocity ? in<float>(b, 2) : nullptr,
                pOut = out<float>(b, 0), vOut = velocity ? out<float>(b, 1) : nullptr, context = b.context] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                vec().sgd(end - begin, p + begin, g + begin, v ? v + begin : nullptr, pOut + begin,
                          vOut ? vOut + begin : nullptr, context->learningRate, momentum, decay, nesterov);
            });
        };
    };
    return kernel;
}

Kernel adam(const KernelRequest& request) {
    const double beta1 = request.attributes.number("beta_1", 0.9), beta2 = request.attributes.number("beta_2", 0.999);
    // Worked out in double: 1 - 0.999 in float32 is off by 1.3e-5.
    const auto rest1 = static_cast<float>(1 - beta1), rest2 = static_cast<float>(1 - beta2);
    const float epsilon = static_cast<float>(request.attributes.number("epsilon", 1e-7));
    const float decay = static_cast<float>(request.attributes.number("weight_decay", 0));
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size, kGrain / 2);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0, 2, 3};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, p = in<float>(b, 0), g = in<float>(b, 1), m = in<float>(b, 2), v = in<float>(b, 3),
                count = in<float>(b, 4), pOut = out<float>(b, 0), mOut = out<float>(b, 1), vOut = out<float>(b, 2),
                context = b.context] {
            const double steps = *count;
            const auto correction1 = static_cast<float>(1 - std::pow(beta1, steps));
            const auto correction2 = static_cast<float>(1 - std::pow(beta2, steps));
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                vec().adam(end - begin, p + begin, g + begin, m + begin, v + begin, pOut + begin, mOut + begin,
                           vOut + begin, context->learningRate, static_cast<float>(beta1), static_cast<float>(beta2),
                           rest1, rest2, correction1, correction2, epsilon, decay);
            });
        };
    };
    return kernel;
}

Kernel increment(const KernelRequest& request) {
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [](const KernelBuffers& b) {
        return [count = in<float>(b, 0), next = out<float>(b, 0)] { *next = *count + 1; };
    };
    return kernel;
}

Kernel movingAverage(const KernelRequest& request) {
    const float momentum = static_cast<float>(request.attributes.number("momentum", 0.99));
    const int64_t size = request.inputs[0].shape.elements();
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, moving = in<float>(b, 0), value = in<float>(b, 1), next = out<float>(b, 0)] {
            vec().movingAverage(size, moving, value, next, momentum);
        };
    };
    return kernel;
}

} // namespace

void optimizers(KernelTable& table) {
    table.add("SgdUpdate", sgd);
    table.add("AdamUpdate", adam);
    table.add("Increment", increment);
    table.add("MovingAverage", movingAverage);
}

} // namespace tl::cpu
