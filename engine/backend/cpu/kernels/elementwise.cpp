// Sums of values, change of scale, copies: loops over memory in whatever layout the values share.
#include <cstring>

#include "engine/backend/cpu/support.h"
#include "engine/core/error.h"

namespace tl::cpu {
namespace {

Kernel add(const KernelRequest& request) {
    const bool relu = request.attributes.text("activation", "linear") == "relu";
    TensorDesc desc = request.inputs[0];
    for (const TensorDesc& input : request.inputs) {
        if (request.blocked && !input.layout.plain()) {
            desc.layout = input.layout;
            break;
        }
    }
    if (!request.blocked) desc.layout = {};
    const int64_t size = elementsIn(desc);
    const int parts = partsFor(request.threads, size);
    Kernel kernel = plainKernel(request);
    for (Layout& layout : kernel.inputs) layout = desc.layout;
    kernel.outputs[0] = desc.layout;
    kernel.inPlace = {0};
    if (request.outputs[0].dtype == DType::BFloat16) {
        kernel.bind = [=](const KernelBuffers& b) {
            std::vector<const uint16_t*> inputs;
            for (size_t i = 0; i < b.inputs.size(); ++i) inputs.push_back(in<uint16_t>(b, i));
            return [=, y = out<uint16_t>(b, 0)] {
                forParts(parts, [&](int part) {
                    const auto [begin, end] = share(size, parts, part, 16);
                    vec().addBf16(end - begin, static_cast<int>(inputs.size()), inputs.data(), begin, y, relu);
                });
            };
        };
        return kernel;
    }
    kernel.bind = [=](const KernelBuffers& b) {
        std::vector<const float*> inputs;
        for (size_t i = 0; i < b.inputs.size(); ++i) inputs.push_back(in<float>(b, i));
        return [=, y = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                vec().add(end - begin, static_cast<int>(inputs.size()), inputs.data(), begin, y, relu);
            });
        };
    };
    return kernel;
}

Kernel rescale(const KernelRequest& request) {
    const float scale = static_cast<float>(request.attributes.number("scale", 1));
    const float offset = static_cast<float>(request.attributes.number("offset", 0));
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size);
    const bool bytes = request.inputs[0].dtype == DType::UInt8;
    if (!bytes && request.inputs[0].dtype != DType::Float32) {
        throw Error("Rescale", "uint8 or float32", std::string(nameOf(request.inputs[0].dtype)));
    }
    Kernel kernel = plainKernel(request);
    if (!bytes) kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = b.inputs[0], y = out<float>(b, 0)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 64);
                if (bytes) {
                    vec().rescaleU8(end - begin, static_cast<const uint8_t*>(x) + begin, y + begin, scale, offset);
                } else {
                    vec().rescale(end - begin, static_cast<const float*>(x) + begin, y + begin, scale, offset);
                }
            });
        };
    };
    return kernel;
}

// Copies unless the plan gave both values one address.
Kernel reshape(const KernelRequest& request) {
    const size_t bytes = request.outputs[0].bytes();
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.implementation = "copy";
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = b.inputs[0], y = b.outputs[0]] {
            if (x != y) std::memcpy(y, x, bytes);
        };
    };
    return kernel;
}

}  // namespace

void elementwise(KernelTable& table) {
    table.add("Add", add, {DType::BFloat16});
    table.add("Rescale", rescale);
    table.add("Reshape", reshape, {DType::BFloat16, DType::Float16});
}

}  // namespace tl::cpu
