// A parameter is moved while its gradient, a matrix product, comes to be: a block at a time, which never leaves the
// first cache. Threads share the rows as a Dense layer's product does its columns (kernels/matmul.cpp), so each keeps
// its own part of the parameter in its cache.
#include "engine/backend/cpu/support.h"
#include "engine/backend/cpu/updater.h"

namespace tl::cpu {
namespace {

constexpr int64_t kHeight = 24, kWidth = 128;  // of a block

// Inputs: param, a, b, slots, perhaps the count.
Kernel productUpdate(const KernelRequest& request) {
    const Updater updater = updaterOf(request.attributes.text("update", ""), request.attributes);
    const bool transposed = request.attributes.integer("transpose_a", 0) != 0;
    const bool isBytes = request.attributes.integer("bytes_input", -1) == 1;
    const auto scale = static_cast<float>(request.attributes.number("bytes_scale", 1));
    const auto offset = static_cast<float>(request.attributes.number("bytes_offset", 0));
    const Shape& shape = request.inputs[0].shape;
    const int64_t m = shape[0], n = shape[1], k = request.inputs[2].shape[0];
    const int parts = partsFor(request.threads, m * n * k, 1 << 16);
    const int64_t block = kHeight * kWidth, pack = (k + kHeight) * 16, scratch = block + pack + isBytes * k * kWidth;
    const auto slots = static_cast<size_t>(updater.slotCount);
    const bool counted = request.inputs.size() > 3 + slots;
    Kernel kernel = plainKernel(request);
    if (m >= 32 * parts) kernel.implementation += ":rows";  // else some threads have none
    kernel.partScratchBytes = static_cast<size_t>(scratch) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        UpdateBuffers all{in<float>(b, 0), nullptr, {}, out<float>(b, 0), {}};
        for (size_t i = 0; i < slots; ++i) {
            all.state[i] = in<float>(b, 3 + i);
            all.stateOut[i] = out<float>(b, 1 + i);
        }
        const float* count = counted ? in<float>(b, 3 + slots) : nullptr;
        return [=, left = in<float>(b, 1), given = b.inputs[2], own = PartScratch(b), context = b.context] {
            if (context->stands(updater.freezesOut)) return keep(all, m * n, updater.slotCount);
            const UpdateNumbers numbers = updater.numbers(*context, count);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(m, parts, part, 32);
                const int64_t rsa = transposed ? 1 : k, csa = transposed ? m : 1;
                float *gradient = own.of(part), *strip = gradient + block, *floats = strip + pack;
                for (int64_t column = 0; column < n; column += kWidth) {
                    const int64_t width = std::min(kWidth, n - column);
                    const float* right = isBytes ? floats : static_cast<const float*>(given) + column;
                    for (int64_t i = 0; isBytes && i < k; ++i)
                        vec().rescaleU8(width, static_cast<const uint8_t*>(given) + i * n + column, floats + i * width,
                                        scale, offset);
                    for (int64_t row = begin; row < end; row += kHeight) {
                        const int64_t height = std::min(kHeight, end - row);
                        vec().gemm({height, width, k, left + row * rsa, rsa, csa, right, isBytes ? width : n, gradient,
                                    width, nullptr, Act::Linear, 0, strip});
                        UpdateBuffers here = moved(all, row * n + column, updater.slotCount);
                        here.g = gradient;
                        here.rows = height, here.stride = n, here.gradientStride = width;
                        vec().update(updater.rule, width, here, numbers);
                    }
                }
            });
        };
    };
    return kernel;
}

}  // namespace

void matmul_update(KernelTable& table) { table.add("MatMulUpdate", productUpdate); }

}  // namespace tl::cpu
