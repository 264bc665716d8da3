// Looking up rows of a table, and adding gradients to them. The gradient divides the table's columns among the threads,
// so that each row's sum is made in the order of the batch whatever their number.
#include <cmath>
#include <cstring>

#include "engine/backend/cpu/support.h"
#include "engine/core/error.h"

namespace tl::cpu {
namespace {

// The row of each number; the caller has the room. Nothing may be thrown inside a parallel region.
void findRows(int64_t count, const void* indices, bool integers, int64_t rows, int32_t* found) {
    for (int64_t i = 0; i < count; ++i) {
        const double value =
            integers ? static_cast<const int32_t*>(indices)[i] : std::nearbyint(static_cast<const float*>(indices)[i]);
        if (!(value >= 0 && value < static_cast<double>(rows)))
            throw Error(Message("Embedding's number {index}", i), Message("0 to {rows}", rows - 1),
                        std::to_string(value), "Make input_dim larger than the largest number in the data.");
        found[i] = static_cast<int32_t>(value);
    }
}

Kernel lookUp(const KernelRequest& request) {
    const int64_t count = request.inputs[0].shape.elements(), rows = request.inputs[1].shape[0],
                  width = request.inputs[1].shape[1];
    const bool integers = request.inputs[0].dtype == DType::Int32;
    const int parts = partsFor(request.threads, count * width);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(count) * sizeof(int32_t);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, indices = b.inputs[0], table = in<float>(b, 1), y = out<float>(b, 0),
                found = static_cast<int32_t*>(b.scratch)] {
            findRows(count, indices, integers, rows, found);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(count, parts, part);
                for (int64_t i = begin; i < end; ++i)
                    std::memcpy(y + i * width, table + found[i] * width, static_cast<size_t>(width) * sizeof(float));
            });
        };
    };
    return kernel;
}

Kernel gradient(const KernelRequest& request) {
    const int64_t count = request.inputs[0].shape.elements(), rows = request.outputs[0].shape[0],
                  width = request.outputs[0].shape[1];
    const bool integers = request.inputs[0].dtype == DType::Int32;
    const int parts = partsFor(request.threads, (rows + count) * width);
    Kernel kernel = plainKernel(request);
    kernel.scratchBytes = static_cast<size_t>(count) * sizeof(int32_t);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, indices = b.inputs[0], dy = in<float>(b, 1), dtable = out<float>(b, 0),
                found = static_cast<int32_t*>(b.scratch)] {
            findRows(count, indices, integers, rows, found);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(width, parts, part, 16);
                if (begin == end) return;
                for (int64_t r = 0; r < rows; ++r)
                    std::fill(dtable + r * width + begin, dtable + r * width + end, 0.0f);
                for (int64_t i = 0; i < count; ++i)
                    vec().accumulate(end - begin, dy + i * width + begin, dtable + found[i] * width + begin);
            });
        };
    };
    return kernel;
}

}  // namespace

void embedding(KernelTable& table) {
    table.add("Embedding", lookUp);
    table.add("EmbeddingGrad", gradient);
}

}  // namespace tl::cpu
