// Turns a value from one layout into another; the compiler puts it between kernels that differ.
#include <cstring>
#include <optional>

#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"
#include "engine/backend/cpu/winograd.h"
#include "engine/core/error.h"

namespace tl::cpu {

namespace {

// Between plain values and 16 images in the lanes: a transposition for each block of images. Nothing for other pairs.
std::optional<Kernel> laneReorder(const KernelRequest& request) {
    const TensorDesc &from = request.inputs[0], &to = request.outputs[0];
    if (from.dtype != DType::Float32 || from.shape.rank() < 2 || from.shape[0] % 16 != 0) return std::nullopt;
    const bool inward = from.layout.plain() && to.layout == imageLanes(from.shape);
    if (!inward && !(to.layout.plain() && from.layout == imageLanes(from.shape))) return std::nullopt;
    const int64_t values = from.shape.elements() / from.shape[0], blocks = from.shape[0] / 16;
    // Threads share blocks and, where those are few, the values of one.
    const int parts = partsFor(request.threads, from.shape.elements(), 4096);
    Kernel kernel = plainKernel(request);
    kernel.inputs = {from.layout};
    kernel.outputs = {to.layout};
    const int64_t chunks = (values + 63) / 64;
    bindUnits(kernel, request, blocks * chunks, parts, 1, [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), y = out<float>(b, 0)](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i) {
                const int64_t base = i / chunks * values * 16, first = i % chunks * 64;
                const int64_t count = std::min<int64_t>(64, values - first);
                if (inward)
                    vec().transpose(16, count, x + base + first, values, y + base + first * 16, 16);
                else
                    vec().transpose(count, 16, x + base + first * 16, 16, y + base + first, values);
            }
        };
    });
    return kernel;
}

}  // namespace

void reorder(KernelTable& table) {
    const auto factory = [](const KernelRequest& request) {
        const TensorDesc &from = request.inputs[0], &to = request.outputs[0];
        if (auto lanes = laneReorder(request)) return *std::move(lanes);
        if (auto weights = winogradReorder(request)) return *std::move(weights);
        Kernel kernel;
        kernel.inputs = {from.layout};
        kernel.outputs = {to.layout};
        if (from.layout == to.layout) {
            kernel.implementation = "copy";
            kernel.bind = [bytes = to.bytes()](const KernelBuffers& b) {
                return [=, x = b.inputs[0], y = b.outputs[0]] { std::memcpy(y, x, bytes); };
            };
            return kernel;
        }
        if (!isFloat(from.dtype) || from.dtype == DType::Float64 || to.dtype != from.dtype) {
            throw Error("Reorder", "float32, bfloat16 or float16 values", std::string(nameOf(from.dtype)));
        }
        return reordered(std::move(kernel), toDesc(from), toDesc(to));
    };
    table.add("Reorder", factory, {DType::BFloat16, DType::Float16});
}

}  // namespace tl::cpu
