// Activations and their gradients, over whatever layout the value has. A function that is not zero at zero would write
// into a blocked layout's padding, so that one asks for a layout without padding.
#include "engine/core/activation.h"

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

const ActivationKind& kindOf(const KernelRequest& request) {
    return activationKind(request.attributes.text("kind", "linear"));
}

int64_t costOf(Act act) { return act == Act::Linear || act == Act::Relu || act == Act::LeakyRelu ? 1 : 4; }

// In pieces that stay in the first cache.
void thresholdBf16(float limit, float value, int64_t n, const uint16_t* x, uint16_t* y) {
    float piece[1024];
    for (int64_t start = 0; start < n; start += 1024) {
        const int64_t length = std::min<int64_t>(n - start, 1024);
        vec().widen(Half::BFloat16, length, x + start, piece);
        vec().threshold(limit, value, length, piece, piece);
        vec().narrow(Half::BFloat16, length, piece, y + start);
    }
}

Kernel forward(const KernelRequest& request) {
    const ActivationKind& kind = kindOf(request);
    const Act act = kind.act;
    const float alpha = alphaOf(act, request.attributes);
    const auto value = static_cast<float>(request.attributes.number("value", 0));  // threshold's
    TensorDesc desc = request.inputs[0];
    if (!request.blocked || (!kind.zeroAtZero && padded(desc))) desc.layout = {};
    const int64_t size = elementsIn(desc);
    const int parts = partsFor(request.threads, size * costOf(act));
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.outputs[0] = desc.layout;
    kernel.inPlace = {0};
    const bool half = request.outputs[0].dtype == DType::BFloat16;
    bindUnits(kernel, request, size, parts, 16, [=](const KernelBuffers& b) -> Units {
        if (half)
            return [=, x = in<uint16_t>(b, 0), y = out<uint16_t>(b, 0)](int64_t begin, int64_t end) {
                if (act == Act::Threshold)
                    thresholdBf16(alpha, value, end - begin, x + begin, y + begin);
                else
                    vec().activationBf16(act, alpha, end - begin, x + begin, y + begin);
            };
        return [=, x = in<float>(b, 0), y = out<float>(b, 0)](int64_t begin, int64_t end) {
            if (act == Act::Threshold)
                vec().threshold(alpha, value, end - begin, x + begin, y + begin);
            else
                vec().activation(act, alpha, end - begin, x + begin, y + begin);
        };
    });
    return kernel;
}

Kernel gradient(const KernelRequest& request) {
    const ActivationKind& kind = kindOf(request);
    const Act act = kind.act;
    const float alpha = alphaOf(act, request.attributes);
    const size_t source = kind.fromResult ? 1 : 0;
    // The forward value's layout is the one that its neighbours work in; a plain one gives way to the gradient's.
    TensorDesc desc = request.inputs[2];
    desc.layout = commonLayout(request, {source, 2});
    const int64_t size = elementsIn(desc);
    const int parts = partsFor(request.threads, size * costOf(act));
    Kernel kernel = plainKernel(request);
    for (Layout& layout : kernel.inputs) layout = desc.layout;
    kernel.outputs[0] = desc.layout;
    kernel.reads = {source == 0, source == 1, true};
    if (act == Act::Linear) kernel.reads[source] = false;
    kernel.inPlace = {2};
    const bool half = request.outputs[0].dtype == DType::BFloat16;
    bindUnits(kernel, request, size, parts, 16, [=](const KernelBuffers& b) -> Units {
        if (half)
            return [=, x = in<uint16_t>(b, source), dy = in<uint16_t>(b, 2), dx = out<uint16_t>(b, 0)](int64_t begin,
                                                                                                       int64_t end) {
                vec().activationGradBf16(act, alpha, end - begin, act == Act::Linear ? dy + begin : x + begin,
                                         dy + begin, dx + begin);
            };
        return [=, x = in<float>(b, source), dy = in<float>(b, 2), dx = out<float>(b, 0)](int64_t begin, int64_t end) {
            vec().activationGrad(act, alpha, end - begin, act == Act::Linear ? dy + begin : x + begin, dy + begin,
                                 dx + begin);
        };
    });
    return kernel;
}

}  // namespace

void activation(KernelTable& table) {
    table.add("Activation", forward, {DType::BFloat16});
    table.add("ActivationGrad", gradient, {DType::BFloat16});
}

}  // namespace tl::cpu
