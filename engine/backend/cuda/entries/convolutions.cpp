// Convolutions of images and volumes and their gradients by a library; an activation is a chain over the result.
#include "engine/backend/cuda/entries/steps.h"

namespace tl::cuda {
namespace {

using Pass = Convolution::Pass;

Convolution geometry(const KernelRequest& request, Pass pass, const TensorDesc& x, const TensorDesc& w,
                     const TensorDesc& y) {
    const Attributes& attributes = request.attributes;
    const auto axes = static_cast<size_t>(x.shape.rank()) - 2, first = 3 - axes;
    const auto list = [&](const char* key, size_t count, int64_t other) {
        return attributes.has(key) ? attributes.list(key) : std::vector<int64_t>(count, other);
    };
    const auto strides = list("strides", axes, 1), dilations = list("dilations", axes, 1),
               pads = list("pads", 2 * axes, 0);
    Convolution c;
    c.pass = pass;
    c.axes = static_cast<int>(axes);
    c.images = x.shape[0], c.channels = x.shape[1], c.filters = w.shape[0], c.groups = attributes.integer("group", 1);
    for (size_t a = 0; a < axes; ++a) {
        const int axis = static_cast<int>(a) + 2;
        c.in[first + a] = x.shape[axis], c.window[first + a] = w.shape[axis], c.out[first + a] = y.shape[axis];
        c.strides[first + a] = strides[a], c.dilations[first + a] = dilations[a];
        c.before[first + a] = pads[a], c.after[first + a] = pads[axes + a];
    }
    c.x = x.dtype, c.w = w.dtype, c.y = y.dtype;
    for (const TensorDesc* each : {&x, &w, &y}) countOf(request, each->shape.elements());
    return c;
}

// The call over inputs 0 and 1 into output 0.
void addCall(Launches& all, const Libraries::Call& chosen, const KernelBuffers& b, const float* bias, void* workspace) {
    LibraryCall call{chosen.implementation,
                     {},
                     workspace,
                     chosen.workspaceBytes,
                     [run = chosen.run, x = b.inputs[0], w = b.inputs[1], bias, y = b.outputs[0],
                      workspace](void* stream) { run(stream, x, w, bias, y, workspace); }};
    all.add(std::move(call)).reads(b, {0, 1}).writes(b, {0});
}

Kernel forward(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelsLastKernel(request);
    const TensorDesc& y = request.outputs[0];
    const bool bias = request.inputs.size() > 2;
    Convolution numbers = geometry(request, Pass::Forward, request.inputs[0], request.inputs[1], y);
    numbers.bias = bias;
    const Libraries::Call call = lane.libraries->convolution(numbers);
    kernel.implementation = call.implementation;
    kernel.scratchBytes = call.workspaceBytes;
    const ChainStep activation = activationOf(request);
    const uint32_t count = countOf(request, y.shape.elements());
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, type = elementOf(y.dtype)](const KernelBuffers& b) {
        Launches all = launches;
        addCall(all, call, b, bias ? in<float>(b, 2) : nullptr, b.scratch);
        if (bias) all.reads(b, {2});
        addActivation(all, b, type, count, activation);
        return std::move(all).bound();
    };
    return kernel;
}

// Of dy and w.
Kernel inputGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelsLastKernel(request);
    const Libraries::Call call = lane.libraries->convolution(
        geometry(request, Pass::Data, request.outputs[0], request.inputs[1], request.inputs[0]));
    kernel.implementation = call.implementation;
    kernel.scratchBytes = call.workspaceBytes;
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        addCall(all, call, b, nullptr, b.scratch);
        return std::move(all).bound();
    };
    return kernel;
}

// Of x and dy; with a second output, the gradient of the bias too.
Kernel kernelGrad(const Lane& lane, const KernelRequest& request) {
    Kernel kernel = channelsLastKernel(request);
    const TensorDesc& dy = request.inputs[1];
    const Libraries::Call call =
        lane.libraries->convolution(geometry(request, Pass::Kernel, request.inputs[0], request.outputs[0], dy));
    const bool bias = request.outputs.size() > 1;
    const auto filters = static_cast<uint32_t>(dy.shape[1]);
    const SumOfColumns sums(elementOf(dy.dtype), countOf(request, dy.shape.elements()) / filters, filters);
    kernel.implementation = call.implementation;
    kernel.scratchBytes = aligned(call.workspaceBytes) + (bias ? sums.scratchBytes() : 0);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        addCall(all, call, b, nullptr, b.scratch);
        if (bias)
            sums.add(all, b.inputs[1], out<float>(b, 1),
                     reinterpret_cast<float*>(static_cast<std::byte*>(b.scratch) + aligned(call.workspaceBytes)));
        return std::move(all).bound();
    };
    return kernel;
}

}  // namespace

void convolutions(KernelTable& table, const Lane& lane) {
    if (!lane.libraries) return;
    const std::vector<DType> halves{DType::BFloat16, DType::Float16};
    for (const char* name : {"Conv2D", "Conv3D"}) {
        table.add(name, with(lane, forward), halves);
        table.add(std::string(name) + "InputGrad", with(lane, inputGrad), halves);
        table.add(std::string(name) + "KernelGrad", with(lane, kernelGrad), halves);
    }
    table.add("Conv2DKernelBiasGrad", with(lane, kernelGrad), halves);
}

}  // namespace tl::cuda
