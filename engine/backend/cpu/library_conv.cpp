// Convolutions on oneDNN, each of its implementations by itself. The library chooses blocked layouts, which are passed
// on to the plan; only weights whose form a Layout cannot say (grouped ones) are turned around inside the kernel. ReLU
// is a loop of our own: the library's turns NaN into zero, which would hide a broken run.
#include "engine/backend/cpu/library_conv.h"

#include <map>
#include <optional>

#include "engine/backend/cpu/onednn.h"
#include "engine/backend/cpu/support.h"
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
    bool lastChannels = false;  // [N, H, W, C] instead of what the library likes best

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

    memory::desc images() const { return imageDesc(x, xType); }
    memory::desc results() const { return imageDesc(y, yType); }
    memory::desc imageDesc(const Shape& shape, DType type) const {
        if (!blocked) return toDesc(shape, {}, type);
        return lastChannels ? toDesc(shape, channelsLast(shape), type) : anyDesc(shape, type);
    }
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
               // Fewer tiles than these are not worth the transform of the weights.
               x[0] * ((y[2] + 3) / 4) * ((y[3] + 3) / 4) >= 48 && w[0] % 16 == 0 && w[1] % 16 == 0 &&
               w[0] >= leastChannels && w[1] >= leastChannels && y[2] >= 4 && y[3] >= 4;
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

// A reorder between two places, as a step of a kernel.
BoundPrimitive reorderOf(const memory::desc& from, const void* source, const memory::desc& to, void* target) {
    const dnnl::reorder::primitive_desc description(dnnlEngine(), from, dnnlEngine(), to);
    BoundPrimitive bound{dnnl::reorder(description)};
    bound.bind(DNNL_ARG_FROM, from, const_cast<void*>(source));
    bound.bind(DNNL_ARG_TO, to, target);
    return bound;
}

constexpr auto kDirect = dnnl::algorithm::convolution_direct, kWinograd = dnnl::algorithm::convolution_winograd;
// Winograd's transformed tiles take memory; over this much it is not worth it.
constexpr size_t kMostScratch = size_t{192} << 20;

dnnl::convolution_forward::desc forwardDesc(const ConvCase& c, bool bias, dnnl::algorithm algorithm) {
    const auto kind = dnnl::prop_kind::forward_training;
    if (bias)
        return {kind,        algorithm, c.images(),  c.weights(), toDesc(Shape{c.w[0]}),
                c.results(), c.strides, c.dilations, c.before,    c.after};
    return {kind, algorithm, c.images(), c.weights(), c.results(), c.strides, c.dilations, c.before, c.after};
}

// The gradients' primitives want a forward one as a hint. One in 16 bits is so in all its values, though a gradient may
// be written in float32.
dnnl::convolution_forward::primitive_desc hintFor(ConvCase c, dnnl::algorithm algorithm) {
    if (isHalf(c.yType)) c.xType = c.wType = c.yType;
    return {forwardDesc(c, false, algorithm), scratchAttr(), dnnlEngine()};
}

// Each of the three has a case, makes descriptions of primitives for it, and kernels of those: layouts and scratch
// first, which cost nothing, then what runs. It keeps what the library reads as long as it is asked for its next
// implementation.
struct Forward {
    const KernelRequest& request;
    ConvCase c{request, request.inputs[0], request.inputs[1], request.outputs[0]};
    bool bias = request.inputs.size() > 2;
    dnnl::primitive_attr attr = withActivation(request);
    bool librarysActivation() const { return attr.get_post_ops().len() > 0; }
    bool suitsWinograd = c.suitsLibraryWinograd(32);
    std::optional<dnnl::convolution_forward::desc> desc{};
    using Description = dnnl::convolution_forward::primitive_desc;

    Description describe(dnnl::algorithm algorithm) {
        desc = forwardDesc(c, bias, algorithm);
        return {*desc, attr, dnnlEngine()};
    }
    Kernel layouts(const Description& pd) const {
        Kernel kernel;
        const bool outside = c.weightsOutside(pd.weights_desc());
        kernel.inputs = {fromDesc(pd.src_desc()), outside ? fromDesc(pd.weights_desc()) : Layout{}};
        if (bias) kernel.inputs.emplace_back();
        kernel.outputs = {fromDesc(pd.dst_desc())};
        kernel.scratchBytes = aligned(pd.scratchpad_desc().get_size()) + (outside ? 0 : pd.weights_desc().get_size());
        return kernel;
    }
    auto binder(const Description& pd) const {
        const bool relu = request.attributes.text("activation", "linear") == "relu", half = isHalf(c.yType),
                   outside = c.weightsOutside(pd.weights_desc()), bias = this->bias;
        const auto size = static_cast<int64_t>(pd.dst_desc().get_size() / sizeOf(c.yType));
        const int parts = partsFor(request.threads, size);
        const size_t pad = aligned(pd.scratchpad_desc().get_size());
        const dnnl::convolution_forward primitive(pd);
        return [=, c = c](const KernelBuffers& b) -> std::function<void()> {
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
    }
};

struct InputGrad {
    const KernelRequest& request;
    ConvCase c{request, request.outputs[0], request.inputs[1], request.inputs[0]};
    static bool librarysActivation() { return false; }
    bool suitsWinograd = c.suitsLibraryWinograd(32);
    using Backward = dnnl::convolution_backward_data;
    std::optional<Backward::desc> desc{};
    dnnl::convolution_forward::primitive_desc hint{};
    using Description = Backward::primitive_desc;

    Description describe(dnnl::algorithm algorithm) {
        desc.emplace(algorithm, c.images(), c.weights(), c.results(), c.strides, c.dilations, c.before, c.after);
        hint = hintFor(c, algorithm);
        return {*desc, scratchAttr(), dnnlEngine(), hint};
    }
    Kernel layouts(const Description& pd) const {
        Kernel kernel;
        const bool outside = c.weightsOutside(pd.weights_desc());
        kernel.inputs = {fromDesc(pd.diff_dst_desc()), outside ? fromDesc(pd.weights_desc()) : Layout{}};
        kernel.outputs = {fromDesc(pd.diff_src_desc())};
        kernel.scratchBytes = aligned(pd.scratchpad_desc().get_size()) + (outside ? 0 : pd.weights_desc().get_size());
        return kernel;
    }
    auto binder(const Description& pd) const {
        const bool outside = c.weightsOutside(pd.weights_desc());
        const size_t pad = aligned(pd.scratchpad_desc().get_size());
        const Backward primitive(pd);
        return [=, c = c](const KernelBuffers& b) -> std::function<void()> {
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
    }
};

struct KernelGrad {
    const KernelRequest& request;
    ConvCase c{request, request.inputs[0], request.outputs[0], request.inputs[1]};
    bool bias = request.outputs.size() > 1;
    static bool librarysActivation() { return false; }
    bool suitsWinograd = c.suitsLibraryWinograd(16);
    using Backward = dnnl::convolution_backward_weights;
    std::optional<Backward::desc> desc{};
    dnnl::convolution_forward::primitive_desc hint{};
    using Description = Backward::primitive_desc;

    Description describe(dnnl::algorithm algorithm) {
        if (bias)
            desc.emplace(algorithm, c.images(), c.weights(), toDesc(Shape{c.w[0]}), c.results(), c.strides, c.dilations,
                         c.before, c.after);
        else
            desc.emplace(algorithm, c.images(), c.weights(), c.results(), c.strides, c.dilations, c.before, c.after);
        hint = hintFor(c, algorithm);
        return {*desc, scratchAttr(), dnnlEngine(), hint};
    }
    // The library writes the padded channels of the bias too.
    size_t biasBytes(const Description& pd) const { return bias ? aligned(pd.diff_bias_desc().get_size()) : 0; }
    Kernel layouts(const Description& pd) const {
        Kernel kernel;
        const bool outside = c.weightsOutside(pd.diff_weights_desc());
        kernel.inputs = {fromDesc(pd.src_desc()), fromDesc(pd.diff_dst_desc())};
        kernel.outputs = {outside ? fromDesc(pd.diff_weights_desc()) : Layout{}};
        if (bias) kernel.outputs.emplace_back();
        kernel.scratchBytes = aligned(pd.scratchpad_desc().get_size()) + biasBytes(pd) +
                              (outside ? 0 : pd.diff_weights_desc().get_size());
        return kernel;
    }
    auto binder(const Description& pd) const {
        const bool outside = c.weightsOutside(pd.diff_weights_desc()), bias = this->bias;
        const size_t weights = aligned(pd.scratchpad_desc().get_size()) + biasBytes(pd);
        const Backward primitive(pd);
        return [=, c = c](const KernelBuffers& b) -> std::function<void()> {
            BoundPrimitive conv(primitive);
            conv.bind(DNNL_ARG_SRC, pd.src_desc(), b.inputs[0]);
            conv.bind(DNNL_ARG_DIFF_DST, pd.diff_dst_desc(), b.inputs[1]);
            conv.bind(DNNL_ARG_DIFF_WEIGHTS, pd.diff_weights_desc(), outside ? b.outputs[0] : at(b.scratch, weights));
            if (bias) conv.bind(DNNL_ARG_DIFF_BIAS, pd.diff_bias_desc(), b.outputs[1]);
            conv.bind(DNNL_ARG_SCRATCHPAD, pd.scratchpad_desc(), b.scratch);
            if (outside) return [conv] { conv.run(); };
            const BoundPrimitive turn =
                reorderOf(pd.diff_weights_desc(), at(b.scratch, weights), c.plainWeights(), b.outputs[0]);
            return [conv, turn] {
                conv.run();
                turn.run();
            };
        };
    }
};

// Every implementation once for each pair of layouts that it works in: those that the library chooses, Winograd's first
// where it suits the case, then channels last.
template <typename Side>
class LibraryOffer {
public:
    LibraryOffer(const KernelRequest& request, const KernelTaker& take) : side_{request}, take_(take) {}

    void all() {
        ConvCase& c = side_.c;
        if (side_.suitsWinograd && !each(kWinograd)) return;
        if (!each(kDirect) || !c.blocked) return;
        if (!side_.suitsWinograd && !each(kWinograd)) return;
        c.lastChannels = true;
        each(kDirect);
    }

private:
    // False when `take_` has enough.
    bool each(dnnl::algorithm algorithm) {
        try {
            auto pd = side_.describe(algorithm);
            do {
                if (!offer(pd, algorithm)) return false;
            } while (pd.next_impl());
        } catch (const dnnl::error&) {
            if (algorithm == kDirect && known_.empty()) throw;
            // The library has none on this processor.
        }
        return true;
    }

    bool offer(const typename Side::Description& pd, dnnl::algorithm algorithm) {
        if (algorithm == kWinograd && pd.scratchpad_desc().get_size() > kMostScratch) return true;
        Kernel kernel = side_.layouts(pd);
        kernel.implementation = std::string("onednn:") + pd.impl_info_str();
        const bool lastResort = kernel.implementation.find(":ref") != std::string::npos;  // plain loops
        const auto same = [&](const Kernel& other) {
            return other.implementation == kernel.implementation && other.inputs == kernel.inputs &&
                   other.outputs == kernel.outputs;
        };
        if ((lastResort && !known_.empty()) || std::ranges::any_of(known_, same)) return true;
        // Its sigmoid makes numbers of NaN.
        if (side_.librarysActivation() && kernel.implementation.find("gemm") != std::string::npos) return true;
        if (!soundKernel(pd.impl_info_str())) return true;
        known_.push_back(kernel);
        std::string& name = kernel.implementation;
        if (side_.c.lastChannels) name += ":nhwc";
        if (const int number = ++names_[name]; number > 1) name += "#" + std::to_string(number);
        return take_(name, [&] {
            kernel.bind = side_.binder(pd);
            return kernel;
        });
    }

    Side side_;
    const KernelTaker& take_;
    std::vector<Kernel> known_;  // without what runs
    std::map<std::string, int> names_;
};

}  // namespace

void offerLibraryForward(const KernelRequest& request, const KernelTaker& take) {
    LibraryOffer<Forward>(request, take).all();
}
void offerLibraryInputGrad(const KernelRequest& request, const KernelTaker& take) {
    LibraryOffer<InputGrad>(request, take).all();
}
void offerLibraryKernelGrad(const KernelRequest& request, const KernelTaker& take) {
    LibraryOffer<KernelGrad>(request, take).all();
}

}  // namespace tl::cpu
