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
    c.tf32 = request.tf32;
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

// Where a call writes output 0: there, or, where the library gives it in fewer bits than it is to have, behind the
// call's workspace, from where it is widened.
class Result {
public:
    Result(const KernelRequest& request, const Libraries::Call& call)
        : call_(call), given_(elementOf(call.result)), wanted_(elementOf(request.outputs[0].dtype)),
          count_(countOf(request, request.outputs[0].shape.elements())),
          narrowBytes_(call.result == request.outputs[0].dtype ? 0 : count_ * sizeOf(call.result)) {}

    size_t scratchBytes() const { return aligned(call_.workspaceBytes) + aligned(narrowBytes_); }
    // Over inputs 0 and 1, and `bias` (null: none), which is input 2.
    void add(Launches& all, const KernelBuffers& b, const float* bias = nullptr) const {
        auto* scratch = static_cast<std::byte*>(b.scratch);
        std::byte* narrow = scratch + aligned(call_.workspaceBytes);
        void* y = narrowBytes_ ? narrow : b.outputs[0];
        all.add(LibraryCall{call_.implementation,
                            {},
                            scratch,
                            call_.workspaceBytes,
                            [run = call_.run, operands = Operands{b.inputs[0], b.inputs[1], bias, y, scratch}](
                                void* stream) { run(stream, operands); }})
            .reads(b, {0, 1});
        if (bias) all.reads(b, {2});
        if (!narrowBytes_) {
            all.writes(b, {0});
            return;
        }
        all.writes(narrow, narrowBytes_);
        all.add("chain", {blocksFor(count_, kChainEach)}, kBlock,
                oneStep({narrow, given_}, b.outputs[0], wanted_, count_, {}))
            .reads(narrow, narrowBytes_)
            .writes(b, {0});
    }

private:
    Libraries::Call call_;
    Element given_, wanted_;
    uint32_t count_;
    size_t narrowBytes_;
};

Convolution ofForward(const KernelRequest& request) {
    Convolution c = geometry(request, Pass::Forward, request.inputs[0], request.inputs[1], request.outputs[0]);
    c.bias = request.inputs.size() > 2;
    c.relu = activationOf(request).act == Act::Relu;
    return c;
}

Kernel forward(const Lane& lane, const KernelRequest& request, const Libraries::Call& call) {
    Kernel kernel = channelsLastKernel(request);
    const TensorDesc& y = request.outputs[0];
    const bool bias = request.inputs.size() > 2;
    const Result result(request, call);
    kernel.implementation = call.implementation;
    kernel.scratchBytes = result.scratchBytes();
    const ChainStep activation = activationOf(request);
    const uint32_t count = countOf(request, y.shape.elements()), channels = static_cast<uint32_t>(y.shape[1]);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=, type = elementOf(y.dtype)](const KernelBuffers& b) {
        Launches all = launches;
        const float* added = bias ? in<float>(b, 2) : nullptr;
        result.add(all, b, call.bias ? added : nullptr);
        addRest(all, b, call, added, type, count, channels, activation);
        return std::move(all).bound();
    };
    return kernel;
}

// Of dy and w.
Convolution ofInputGrad(const KernelRequest& request) {
    return geometry(request, Pass::Data, request.outputs[0], request.inputs[1], request.inputs[0]);
}

Kernel inputGrad(const Lane& lane, const KernelRequest& request, const Libraries::Call& call) {
    Kernel kernel = channelsLastKernel(request);
    const Result result(request, call);
    kernel.implementation = call.implementation;
    kernel.scratchBytes = result.scratchBytes();
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        result.add(all, b);
        return std::move(all).bound();
    };
    return kernel;
}

Convolution ofKernelGrad(const KernelRequest& request) {
    return geometry(request, Pass::Kernel, request.inputs[0], request.outputs[0], request.inputs[1]);
}

// Of x and dy; with a second output, the gradient of the bias too.
Kernel kernelGrad(const Lane& lane, const KernelRequest& request, const Libraries::Call& call) {
    Kernel kernel = channelsLastKernel(request);
    const TensorDesc& dy = request.inputs[1];
    const bool bias = request.outputs.size() > 1;
    const auto filters = static_cast<uint32_t>(dy.shape[1]);
    const SumOfColumns sums(elementOf(dy.dtype), countOf(request, dy.shape.elements()) / filters, filters);
    const Result result(request, call);
    const size_t sumsAt = result.scratchBytes();
    kernel.implementation = call.implementation;
    kernel.scratchBytes = sumsAt + (bias ? sums.scratchBytes() : 0);
    const Launches launches(lane, request, kernel);
    kernel.bind = [=](const KernelBuffers& b) {
        Launches all = launches;
        result.add(all, b);
        if (bias)
            sums.add(all, b.inputs[1], out<float>(b, 1),
                     reinterpret_cast<float*>(static_cast<std::byte*>(b.scratch) + sumsAt));
        return std::move(all).bound();
    };
    return kernel;
}

// A kernel for each call that the library has.
KernelFamily family(const Lane& lane, Convolution (*asked)(const KernelRequest&),
                    Kernel (*make)(const Lane&, const KernelRequest&, const Libraries::Call&)) {
    return [=](const KernelRequest& request, const KernelTaker& take) {
        const std::lock_guard lock(lane.driver->guard());
        lane.libraries->convolutions(asked(request), [&](const Libraries::Call& call) {
            return take(call.implementation, [&] { return make(lane, request, call); });
        });
    };
}

}  // namespace

void convolutions(KernelTable& table, const Lane& lane) {
    if (!lane.libraries) return;
    const std::vector<DType> halves{DType::BFloat16, DType::Float16};
    for (const char* name : {"Conv2D", "Conv3D"}) {
        table.addFamily(name, family(lane, ofForward, forward), halves);
        table.addFamily(std::string(name) + "InputGrad", family(lane, ofInputGrad, inputGrad), halves);
        table.addFamily(std::string(name) + "KernelGrad", family(lane, ofKernelGrad, kernelGrad), halves);
    }
    table.addFamily("Conv2DKernelBiasGrad", family(lane, ofKernelGrad, kernelGrad), halves);
}

}  // namespace tl::cuda
