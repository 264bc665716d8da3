// Convolution of images and volumes and its gradients: few channels and 3x3 kernels on our own vector code, the rest on
// oneDNN. The library chooses blocked layouts, which are passed on to the plan; only weights whose form a Layout cannot
// say (grouped ones) are turned around inside the kernel. ReLU is a loop of our own: the library's turns NaN into zero,
// which would hide a broken run.
#include "engine/backend/cpu/lane_conv.h"
#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"
#include "engine/backend/cpu/winograd.h"
#include "engine/core/error.h"

namespace tl::cpu {
namespace {

using dnnl::memory;

struct ConvCase {
    Shape x, w, y;
    DType xType, wType, yType;
    int64_t group = 1;
    memory::dims strides, dilations, before, after;
    bool blocked = true;

    ConvCase(const KernelRequest& request, const TensorDesc& xDesc, const TensorDesc& wDesc, const TensorDesc& yDesc)
        : x(xDesc.shape), w(wDesc.shape), y(yDesc.shape), xType(xDesc.dtype), wType(wDesc.dtype), yType(yDesc.dtype),
          blocked(request.blocked) {
        const Attributes& a = request.attributes;
        const auto axes = static_cast<size_t>(x.rank()) - 2;
        group = a.integer("group", 1);
        strides = a.has("strides") ? a.list("strides") : memory::dims(axes, 1);
        const memory::dims pads = a.has("pads") ? a.list("pads") : memory::dims(2 * axes, 0);
        dilations = a.has("dilations") ? a.list("dilations") : memory::dims(axes, 1);
        for (int64_t& d : dilations) d -= 1;
        const auto middle = pads.begin() + static_cast<std::ptrdiff_t>(axes);
        before.assign(pads.begin(), middle);
        after.assign(middle, pads.end());
    }

    memory::desc images() const { return blocked ? anyDesc(x, xType) : toDesc(x, {}, xType); }
    memory::desc results() const { return blocked ? anyDesc(y, yType) : toDesc(y, {}, yType); }
    Shape groupedWeights() const {
        if (group == 1) return w;
        memory::dims dims = w.dims();
        dims[0] /= group;
        dims.insert(dims.begin(), group);
        return Shape(dims);
    }
    memory::desc weights() const {
        return blocked || group > 1 ? anyDesc(groupedWeights(), wType) : toDesc(w, {}, wType);
    }
    memory::desc plainWeights() const { return toDesc(groupedWeights(), {}, wType); }
    bool suitsLibraryWinograd(int64_t leastChannels) const {
        return blocked && bestIsa() == Isa::Avx512 && w.rank() == 4 && !isHalf(yType) && !isHalf(xType) && group == 1 &&
               w[2] == 3 && w[3] == 3 && strides == memory::dims{1, 1} && dilations == memory::dims{0, 0} &&
               w[0] % 16 == 0 && w[1] % 16 == 0 && w[0] >= leastChannels && w[1] >= leastChannels && y[2] >= 4 &&
               y[3] >= 4;
    }
    // The weights pass through the plan in the primitive's own layout.
    bool weightsOutside(const memory::desc& desc) const { return group == 1 && representable(desc); }
};

dnnl::primitive_attr withActivation(const KernelRequest& request) {
    dnnl::primitive_attr attr = scratchAttr();
    const Act act = actFrom(request.attributes.text("activation", "linear"));
    const float alpha = alphaOf(act, request.attributes);
    dnnl::post_ops ops;
    switch (act) {
    case Act::Linear:
    case Act::Relu: return attr;
    case Act::LeakyRelu: ops.append_eltwise(1, dnnl::algorithm::eltwise_relu, alpha, 0); break;
    case Act::Elu: ops.append_eltwise(1, dnnl::algorithm::eltwise_elu, alpha, 0); break;
    case Act::Gelu: ops.append_eltwise(1, dnnl::algorithm::eltwise_gelu_erf, 0, 0); break;
    case Act::Sigmoid: ops.append_eltwise(1, dnnl::algorithm::eltwise_logistic, 0, 0); break;
    case Act::Tanh: ops.append_eltwise(1, dnnl::algorithm::eltwise_tanh, 0, 0); break;
    default: throw Error("Conv2D's activation", "one that fuses", request.attributes.text("activation", ""));
    }
    attr.set_post_ops(ops);
    return attr;
}

size_t aligned(size_t bytes) { return (bytes + 63) / 64 * 64; }

std::byte* at(void* base, size_t offset) { return static_cast<std::byte*>(base) + offset; }

// A reorder between two places, as a step of a kernel.
BoundPrimitive reorderOf(const memory::desc& from, const void* source, const memory::desc& to, void* target) {
    const dnnl::reorder::primitive_desc description(dnnlEngine(), from, dnnlEngine(), to);
    BoundPrimitive bound{dnnl::reorder(description)};
    bound.bind(DNNL_ARG_FROM, from, const_cast<void*>(source));
    bound.bind(DNNL_ARG_TO, to, target);
    return bound;
}

template <typename PrimitiveDesc>
std::string nameOf(const PrimitiveDesc& pd) {
    return std::string("onednn:") + pd.impl_info_str();
}

constexpr auto kDirect = dnnl::algorithm::convolution_direct, kWinograd = dnnl::algorithm::convolution_winograd;
// Winograd's transformed tiles take memory; over this much it is not worth it.
constexpr size_t kMostScratch = size_t{192} << 20;

// Winograd's primitive where the case suits it and the library has one, else the direct one.
template <typename Make>
auto bestOf(bool suitsWinograd, const Make& make) {
    if (suitsWinograd) {
        try {
            auto pd = make(kWinograd);
            if (pd.scratchpad_desc().get_size() <= kMostScratch) return pd;
        } catch (const dnnl::error&) {
            // The library has no such primitive on this processor.
        }
    }
    return make(kDirect);
}

dnnl::convolution_forward::primitive_desc forwardDesc(const ConvCase& c, bool bias, const dnnl::primitive_attr& attr,
                                                      dnnl::algorithm algorithm) {
    using Forward = dnnl::convolution_forward;
    const auto kind = dnnl::prop_kind::forward_training;
    const Forward::desc desc = bias ? Forward::desc(kind, algorithm, c.images(), c.weights(), toDesc(Shape{c.w[0]}),
                                                    c.results(), c.strides, c.dilations, c.before, c.after)
                                    : Forward::desc(kind, algorithm, c.images(), c.weights(), c.results(), c.strides,
                                                    c.dilations, c.before, c.after);
    return {desc, attr, dnnlEngine()};
}

// The gradients' primitives want a forward one as a hint. One in 16 bits is so in all its values, though a gradient may
// be written in float32.
dnnl::convolution_forward::primitive_desc hintFor(ConvCase c, dnnl::algorithm algorithm) {
    if (isHalf(c.yType)) c.xType = c.wType = c.yType;
    return forwardDesc(c, false, scratchAttr(), algorithm);
}

Kernel forward(const KernelRequest& request) {
    if (suitsLanes(request, request.inputs[0], request.inputs[1], request.outputs[0])) return laneForward(request);
    if (suitsWinograd(request, request.inputs[0], request.inputs[1], request.outputs[0]))
        return winogradForward(request);
    const ConvCase c(request, request.inputs[0], request.inputs[1], request.outputs[0]);
    const bool bias = request.inputs.size() > 2;
    const auto attr = withActivation(request);
    const auto pd = bestOf(c.suitsLibraryWinograd(32),
                           [&](dnnl::algorithm algorithm) { return forwardDesc(c, bias, attr, algorithm); });
    const bool relu = request.attributes.text("activation", "linear") == "relu", half = isHalf(c.yType);
    const auto size = static_cast<int64_t>(pd.dst_desc().get_size() / sizeOf(c.yType));
    const int parts = partsFor(request.threads, size);
    const bool outside = c.weightsOutside(pd.weights_desc());
    Kernel kernel;
    kernel.inputs = {fromDesc(pd.src_desc()), outside ? fromDesc(pd.weights_desc()) : Layout{}};
    if (bias) kernel.inputs.emplace_back();
    kernel.outputs = {fromDesc(pd.dst_desc())};
    const size_t pad = aligned(pd.scratchpad_desc().get_size());
    kernel.scratchBytes = pad + (outside ? 0 : pd.weights_desc().get_size());
    kernel.implementation = nameOf(pd);
    const dnnl::convolution_forward primitive(pd);
    kernel.bind = [=](const KernelBuffers& b) -> std::function<void()> {
        BoundPrimitive conv(primitive);
        conv.bind(DNNL_ARG_SRC, pd.src_desc(), b.inputs[0]);
        conv.bind(DNNL_ARG_WEIGHTS, pd.weights_desc(), outside ? b.inputs[1] : at(b.scratch, pad));
        if (bias) conv.bind(DNNL_ARG_BIAS, pd.bias_desc(), b.inputs[2]);
        conv.bind(DNNL_ARG_DST, pd.dst_desc(), b.outputs[0]);
        conv.bind(DNNL_ARG_SCRATCHPAD, pd.scratchpad_desc(), b.scratch);
        const auto finish = [=, y = b.outputs[0]] {
            if (!relu) return;
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 16);
                activate(half, Act::Relu, 0, begin, end, y);
            });
        };
        if (outside) {
            return [conv, finish] {
                conv.run();
                finish();
            };
        }
        const BoundPrimitive turn = reorderOf(c.plainWeights(), b.inputs[1], pd.weights_desc(), at(b.scratch, pad));
        return [turn, conv, finish] {
            turn.run();
            conv.run();
            finish();
        };
    };
    return kernel;
}

Kernel inputGrad(const KernelRequest& request) {
    if (suitsLanes(request, request.outputs[0], request.inputs[1], request.inputs[0])) return laneInputGrad(request);
    if (suitsWinograd(request, request.outputs[0], request.inputs[1], request.inputs[0]))
        return winogradInputGrad(request);
    using Backward = dnnl::convolution_backward_data;
    const ConvCase c(request, request.outputs[0], request.inputs[1], request.inputs[0]);
    const auto pd = bestOf(c.suitsLibraryWinograd(32), [&](dnnl::algorithm algorithm) {
        const Backward::desc desc(algorithm, c.images(), c.weights(), c.results(), c.strides, c.dilations, c.before,
                                  c.after);
        return Backward::primitive_desc(desc, scratchAttr(), dnnlEngine(), hintFor(c, algorithm));
    });
    const bool outside = c.weightsOutside(pd.weights_desc());
    Kernel kernel;
    kernel.inputs = {fromDesc(pd.diff_dst_desc()), outside ? fromDesc(pd.weights_desc()) : Layout{}};
    kernel.outputs = {fromDesc(pd.diff_src_desc())};
    const size_t pad = aligned(pd.scratchpad_desc().get_size());
    kernel.scratchBytes = pad + (outside ? 0 : pd.weights_desc().get_size());
    kernel.implementation = nameOf(pd);
    const Backward primitive(pd);
    kernel.bind = [=](const KernelBuffers& b) -> std::function<void()> {
        BoundPrimitive conv(primitive);
        conv.bind(DNNL_ARG_DIFF_DST, pd.diff_dst_desc(), b.inputs[0]);
        conv.bind(DNNL_ARG_WEIGHTS, pd.weights_desc(), outside ? b.inputs[1] : at(b.scratch, pad));
        conv.bind(DNNL_ARG_DIFF_SRC, pd.diff_src_desc(), b.outputs[0]);
        conv.bind(DNNL_ARG_SCRATCHPAD, pd.scratchpad_desc(), b.scratch);
        if (outside) return [conv] { conv.run(); };
        const BoundPrimitive turn = reorderOf(c.plainWeights(), b.inputs[1], pd.weights_desc(), at(b.scratch, pad));
        return [turn, conv] {
            turn.run();
            conv.run();
        };
    };
    return kernel;
}

Kernel kernelGrad(const KernelRequest& request) {
    if (suitsLanes(request, request.inputs[0], request.outputs[0], request.inputs[1])) return laneKernelGrad(request);
    if (suitsWinograd(request, request.inputs[0], request.outputs[0], request.inputs[1]))
        return winogradKernelGrad(request);
    using Backward = dnnl::convolution_backward_weights;
    const ConvCase c(request, request.inputs[0], request.outputs[0], request.inputs[1]);
    const bool bias = request.outputs.size() > 1;
    const auto pd = bestOf(c.suitsLibraryWinograd(16), [&](dnnl::algorithm algorithm) {
        const Backward::desc desc = bias ? Backward::desc(algorithm, c.images(), c.weights(), toDesc(Shape{c.w[0]}),
                                                          c.results(), c.strides, c.dilations, c.before, c.after)
                                         : Backward::desc(algorithm, c.images(), c.weights(), c.results(), c.strides,
                                                          c.dilations, c.before, c.after);
        return Backward::primitive_desc(desc, scratchAttr(), dnnlEngine(), hintFor(c, algorithm));
    });
    const bool outside = c.weightsOutside(pd.diff_weights_desc());
    Kernel kernel;
    kernel.inputs = {fromDesc(pd.src_desc()), fromDesc(pd.diff_dst_desc())};
    kernel.outputs = {outside ? fromDesc(pd.diff_weights_desc()) : Layout{}};
    if (bias) kernel.outputs.emplace_back();
    const size_t pad = aligned(pd.scratchpad_desc().get_size());
    // The library writes the padded channels of the bias too.
    const size_t biasBytes = bias ? aligned(pd.diff_bias_desc().get_size()) : 0;
    kernel.scratchBytes = pad + biasBytes + (outside ? 0 : pd.diff_weights_desc().get_size());
    kernel.implementation = nameOf(pd);
    const Backward primitive(pd);
    kernel.bind = [=](const KernelBuffers& b) -> std::function<void()> {
        BoundPrimitive conv(primitive);
        conv.bind(DNNL_ARG_SRC, pd.src_desc(), b.inputs[0]);
        conv.bind(DNNL_ARG_DIFF_DST, pd.diff_dst_desc(), b.inputs[1]);
        conv.bind(DNNL_ARG_DIFF_WEIGHTS, pd.diff_weights_desc(),
                  outside ? b.outputs[0] : at(b.scratch, pad + biasBytes));
        if (bias) conv.bind(DNNL_ARG_DIFF_BIAS, pd.diff_bias_desc(), b.outputs[1]);
        conv.bind(DNNL_ARG_SCRATCHPAD, pd.scratchpad_desc(), b.scratch);
        if (outside) return [conv] { conv.run(); };
        const BoundPrimitive turn =
            reorderOf(pd.diff_weights_desc(), at(b.scratch, pad + biasBytes), c.plainWeights(), b.outputs[0]);
        return [conv, turn] {
            conv.run();
            turn.run();
        };
    };
    return kernel;
}

}  // namespace

void conv2d(KernelTable& table) {
    const auto halves = bf16Where(multipliesBf16());
    for (const char* name : {"Conv2D", "Conv3D"}) {
        table.add(name, forward, halves);
        table.add(std::string(name) + "InputGrad", inputGrad, halves);
        table.add(std::string(name) + "KernelGrad", kernelGrad, halves);
    }
    table.add("Conv2DKernelBiasGrad", kernelGrad, halves);
}

}  // namespace tl::cpu
