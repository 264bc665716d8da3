// Softmax along the last axis and its gradient.
#include "engine/backend/cpu/support.h"

namespace tl::cpu {

void softmax(KernelTable& table) {
    table.add("Softmax", [](const KernelRequest& request) {
        const int64_t width = request.inputs[0].shape[-1], rows = request.inputs[0].shape.elements() / width;
        const int parts = partsFor(request.threads, rows * width * 8);
        Kernel kernel = plainKernel(request);
        kernel.inPlace = {0};
        kernel.bind = [=](const KernelBuffers& b) {
            return [=, x = in<float>(b, 0), y = out<float>(b, 0)] {
                forParts(parts, [&](int part) {
                    const auto [begin, end] = share(rows, parts, part);
                    vec().softmax(end - begin, width, x + begin * width, y + begin * width);
                });
            };
        };
        return kernel;
    });
    table.add("SoftmaxGrad", [](const KernelRequest& request) {
        const int64_t width = request.inputs[0].shape[-1], rows = request.inputs[0].shape.elements() / width;
        const int parts = partsFor(request.threads, rows * width * 2);
        Kernel kernel = plainKernel(request);
        kernel.inPlace = {1};
        kernel.bind = [=](const KernelBuffers& b) {
            return [=, y = in<float>(b, 0), dy = in<float>(b, 1), dx = out<float>(b, 0)] {
                forParts(parts, [&](int part) {
                    const auto [begin, end] = share(rows, parts, part);
                    vec().softmaxGrad(end - begin, width, y + begin * width, dy + begin * width, dx + begin * width);
                });
            };
        };
        return kernel;
    });
}

}  // namespace tl::cpu
