// Dropout. The mask belongs to the element's row-major index (engine/core/rng.h), so the values are taken plain and any
// other layout is turned around before.
#include "engine/backend/cpu/support.h"
#include "engine/core/rng.h"

namespace tl::cpu {

void dropout(KernelTable& table) {
    table.add("Dropout", [](const KernelRequest& request) {
        const double rate = request.attributes.number("rate");
        const auto stream = static_cast<uint64_t>(request.attributes.integer("stream", 0));
        const uint32_t threshold = dropoutThreshold(rate);
        const float scale = static_cast<float>(1.0 / (1.0 - rate));
        const int64_t size = request.inputs[0].shape.elements();
        const int parts = partsFor(request.threads, size * 8);
        Kernel kernel = plainKernel(request);
        kernel.inPlace = {0};
        kernel.bind = [=](const KernelBuffers& b) {
            return [=, x = in<float>(b, 0), y = out<float>(b, 0), context = b.context] {
                const uint64_t key = dropoutKey(context->seed, stream);
                forParts(parts, [&](int part) {
                    const auto [begin, end] = share(size, parts, part, 64);
                    vec().dropout(begin, end - begin, x + begin, y + begin, key, context->step, threshold, scale);
                });
            };
        };
        return kernel;
    });
}

}  // namespace tl::cpu
