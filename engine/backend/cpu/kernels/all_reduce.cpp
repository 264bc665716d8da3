// The halves of an all-reduce where there is no other device: processors train alone.
#include <cstring>

#include "engine/backend/cpu/support.h"
#include "engine/core/error.h"

namespace tl::cpu {
namespace {

Kernel scaled(const KernelRequest& request, float factor) {
    Kernel kernel = plainKernel(request);
    std::vector<int64_t> counts;
    for (size_t i = 0; i < request.inputs.size(); ++i) {
        counts.push_back(request.inputs[i].shape.elements());
        kernel.inPlace.push_back(static_cast<int>(i));
    }
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, from = b.inputs, to = b.outputs] {
            for (size_t i = 0; i < counts.size(); ++i) {
                const auto* x = static_cast<const float*>(from[i]);
                auto* y = static_cast<float*>(to[i]);
                for (int64_t k = 0; k < counts[i]; ++k) y[k] = factor * x[k];
            }
        };
    };
    return kernel;
}

Kernel start(const KernelRequest& request) {
    if (const std::string devices = request.attributes.text("devices", ""); !devices.empty())
        throw Error("Several devices that train together", "GPUs", devices);
    return scaled(request, static_cast<float>(request.attributes.number("share")));
}

Kernel done(const KernelRequest& request) { return scaled(request, 1); }

}  // namespace

void all_reduce(KernelTable& table) {
    table.add("AllReduceStart", start);
    table.add("AllReduceDone", done);
}

}  // namespace tl::cpu
