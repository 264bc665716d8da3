// Softmax and its kin along the last axis, and their gradients: rows divided among the threads.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

// Of `rows` rows of `width` values.
using Rows = void (*)(int64_t rows, int64_t width, const float* x, float* y);
using RowsGrad = void (*)(int64_t rows, int64_t width, const float* y, const float* dy, float* dx);

// Sorting decides the speed here. The running sum in double keeps the threshold exact for long rows. A NaN, which has
// no place in an order, stays one and moves no other value.
void sparsemax(int64_t rows, int64_t width, const float* x, float* y) {
    std::vector<float> sorted(static_cast<size_t>(width));
    for (int64_t row = 0; row < rows; ++row, x += width, y += width) {
        std::replace_copy_if(
            x, x + width, sorted.begin(), [](float value) { return std::isnan(value); },
            -std::numeric_limits<float>::infinity());
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
        double sum = 0, threshold = 0;
        for (int64_t k = 0; k < width; ++k) {
            const double value = static_cast<double>(sorted[static_cast<size_t>(k)]);
            sum += value;
            if (1 + static_cast<double>(k + 1) * value <= sum) break;
            threshold = (sum - 1) / static_cast<double>(k + 1);
        }
        for (int64_t i = 0; i < width; ++i) {
            const float rest = static_cast<float>(static_cast<double>(x[i]) - threshold);
            y[i] = rest < 0 ? 0.0f : rest;
        }
    }
}

void sparsemaxGrad(int64_t rows, int64_t width, const float* y, const float* dy, float* dx) {
    for (int64_t row = 0; row < rows; ++row, y += width, dy += width, dx += width) {
        double sum = 0, count = 0;
        for (int64_t i = 0; i < width; ++i) {
            sum += y[i] > 0 ? static_cast<double>(dy[i]) : 0.0;
            count += y[i] > 0;
        }
        const auto mean = static_cast<float>(count > 0 ? sum / count : 0.0);
        for (int64_t i = 0; i < width; ++i) dx[i] = y[i] > 0 ? dy[i] - mean : 0.0f;
    }
}

KernelFactory forward(Rows function) {
    return [function](const KernelRequest& request) {
        const int64_t width = request.inputs[0].shape[-1], rows = request.inputs[0].shape.elements() / width;
        const int parts = partsFor(request.threads, rows * width * 8);
        Kernel kernel = plainKernel(request);
        kernel.inPlace = {0};
        kernel.bind = [=](const KernelBuffers& b) {
            return [=, x = in<float>(b, 0), y = out<float>(b, 0)] {
                forParts(parts, [&](int part) {
                    const auto [begin, end] = share(rows, parts, part);
                    function(end - begin, width, x + begin * width, y + begin * width);
                });
            };
        };
        return kernel;
    };
}

KernelFactory gradient(RowsGrad function) {
    return [function](const KernelRequest& request) {
        const int64_t width = request.inputs[0].shape[-1], rows = request.inputs[0].shape.elements() / width;
        const int parts = partsFor(request.threads, rows * width * 2);
        Kernel kernel = plainKernel(request);
        kernel.inPlace = {1};
        kernel.bind = [=](const KernelBuffers& b) {
            return [=, y = in<float>(b, 0), dy = in<float>(b, 1), dx = out<float>(b, 0)] {
                forParts(parts, [&](int part) {
                    const auto [begin, end] = share(rows, parts, part);
                    function(end - begin, width, y + begin * width, dy + begin * width, dx + begin * width);
                });
            };
        };
        return kernel;
    };
}

}  // namespace

void softmax(KernelTable& table) {
    table.add("Softmax", forward(vec().softmax));
    table.add("SoftmaxGrad", gradient(vec().softmaxGrad));
    table.add("LogSoftmax", forward(vec().logSoftmax));
    table.add("LogSoftmaxGrad", gradient(vec().logSoftmaxGrad));
    table.add("Sparsemax", forward(sparsemax));
    table.add("SparsemaxGrad", gradient(sparsemaxGrad));
}

}  // namespace tl::cpu
