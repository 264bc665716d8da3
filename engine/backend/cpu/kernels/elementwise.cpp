// Sums of values, change of scale, copies: loops over memory in whatever layout the values share.
#include <cstring>

#include "engine/backend/cpu/support.h"
#include "engine/core/error.h"

namespace tl::cpu {
namespace {

// A kernel whose inputs and outputs have one shape and take one layout.
struct Common {
    Kernel kernel;
    int64_t size;
    int parts;
};

// zeroStays: of zeros comes zero, so that a layout's padding may be worked on too.
Common common(const KernelRequest& request, bool zeroStays = true) {
    Common made{plainKernel(request), 0, 1};
    TensorDesc desc = request.inputs[0];
    desc.layout = commonLayout(request);
    if (!zeroStays && padded(desc)) desc.layout = {};
    for (Layout& layout : made.kernel.inputs) layout = desc.layout;
    for (Layout& layout : made.kernel.outputs) layout = desc.layout;
    made.kernel.inPlace = {0};
    made.size = elementsIn(desc);
    made.parts = partsFor(request.threads, made.size);
    return made;
}

Kernel add(const KernelRequest& request) {
    const bool relu = request.attributes.text("activation", "linear") == "relu";
    auto [kernel, size, parts] = common(request);
    if (request.outputs[0].dtype == DType::BFloat16) {
        kernel.bind = [=, size = size, parts = parts](const KernelBuffers& b) {
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
    kernel.bind = [=, size = size, parts = parts](const KernelBuffers& b) {
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

KernelFactory pairwise(Pairwise kind) {
    return [kind](const KernelRequest& request) {
        auto [kernel, size, parts] = common(request, kind != Pairwise::Div);
        kernel.bind = [=, size = size, parts = parts](const KernelBuffers& b) {
            return [=, x0 = in<float>(b, 0), x1 = in<float>(b, 1), y = out<float>(b, 0)] {
                forParts(parts, [&](int part) {
                    const auto [begin, end] = share(size, parts, part, 16);
                    vec().pairwise(kind, end - begin, x0 + begin, x1 + begin, y + begin);
                });
            };
        };
        return kernel;
    };
}

Kernel maxGrad(const KernelRequest& request) {
    auto [kernel, size, parts] = common(request);
    kernel.inPlace = {2};
    kernel.bind = [=, size = size, parts = parts](const KernelBuffers& b) {
        return [=, x0 = in<float>(b, 0), x1 = in<float>(b, 1), dy = in<float>(b, 2), d0 = out<float>(b, 0),
                d1 = out<float>(b, 1)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                vec().maxGrad(end - begin, x0 + begin, x1 + begin, dy + begin, d0 + begin, d1 + begin);
            });
        };
    };
    return kernel;
}

Kernel rescale(const KernelRequest& request) {
    const float scale = static_cast<float>(request.attributes.number("scale", 1));
    const float offset = static_cast<float>(request.attributes.number("offset", 0));
    const bool bytes = request.inputs[0].dtype == DType::UInt8;
    if (!bytes && request.inputs[0].dtype != DType::Float32) {
        throw Error("Rescale", "uint8 or float32", std::string(nameOf(request.inputs[0].dtype)));
    }
    auto [kernel, size, parts] = common(request);
    if (bytes) kernel.inPlace.clear();
    if (bytes || (offset != 0 && padded({request.inputs[0].shape, DType::Float32, kernel.inputs[0]}))) {
        kernel.inputs[0] = kernel.outputs[0] = {};  // an offset would fill the padding
        size = request.inputs[0].shape.elements();
    }
    bindUnits(kernel, request, size, parts, 64, [=](const KernelBuffers& b) {
        return [=, x = b.inputs[0], y = out<float>(b, 0)](int64_t begin, int64_t end) {
            if (bytes)
                vec().rescaleU8(end - begin, static_cast<const uint8_t*>(x) + begin, y + begin, scale, offset);
            else
                vec().rescale(end - begin, static_cast<const float*>(x) + begin, y + begin, scale, offset);
        };
    });
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
    table.add("Sub", pairwise(Pairwise::Sub));
    table.add("Mul", pairwise(Pairwise::Mul));
    table.add("Div", pairwise(Pairwise::Div));
    table.add("Max", pairwise(Pairwise::Max));
    table.add("Min", pairwise(Pairwise::Min));
    table.add("MaxGrad", maxGrad);
    table.add("Rescale", rescale);
    table.add("Reshape", reshape, {DType::BFloat16, DType::Float16});
}

}  // namespace tl::cpu
