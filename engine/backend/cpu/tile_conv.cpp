// Images are divided among threads. Weight gradients are summed for each thread apart and then in the threads' order.
#include "engine/backend/cpu/tile_conv.h"

#include "engine/backend/cpu/amx/conv.h"
#include "engine/backend/cpu/isa.h"
#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

constexpr int64_t kLanes = 16, kTile = kLanes * kLanes;
constexpr int64_t kMostTaps = 49, kMostWeights = int64_t{1} << 22;
constexpr int64_t kMostSums = int64_t{1} << 26;  // of all threads together

// As the value lies already where that will do.
Layout layoutFor(const TensorDesc& desc) {
    return desc.layout == channelBlocks(desc.shape) ? desc.layout : channelsLast(desc.shape);
}

amx::Images imagesIn(const Shape& shape, const Layout& layout) {
    const int64_t channels = shape[1], height = shape[2], width = shape[3], all = channels * height * width;
    if (layout == channelsLast(shape)) return {channels / kLanes, height, width, all, kLanes, channels};
    return {channels / kLanes, height, width, all, height * width * kLanes, kLanes};
}

int64_t first(const Attributes& attributes, const char* list, int64_t otherwise) {
    return attributes.has(list) ? attributes.list(list).front() : otherwise;
}

std::vector<int64_t> padsOf(const Attributes& attributes) {
    return attributes.has("pads") ? attributes.list("pads") : std::vector<int64_t>(4, 0);
}

amx::Conv convOf(const KernelRequest& request, const Shape& x, const Layout& xLayout, const Shape& w, const Shape& y,
                 const Layout& yLayout) {
    const Attributes& a = request.attributes;
    const auto pads = padsOf(a);
    return {imagesIn(x, xLayout), imagesIn(y, yLayout), w[2], w[3], first(a, "strides", 1), pads[0], pads[1]};
}

}  // namespace

bool canTiles(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y) {
    const Attributes& a = request.attributes;
    const auto all = [&](const char* list, int64_t value) {
        return !a.has(list) || std::ranges::all_of(a.list(list), [=](int64_t number) { return number == value; });
    };
    if (!request.blocked || x.shape.rank() != 4 || x.dtype != DType::BFloat16 || y.dtype != DType::BFloat16 ||
        !multipliesTiles())
        return false;
    const int64_t in = x.shape[1], out = y.shape[1], height = w.shape[2], width = w.shape[3];
    const int64_t stride = first(a, "strides", 1);
    const auto pads = padsOf(a);
    const auto narrow = [&](int64_t before, int64_t after, int64_t kernel) { return std::min(before, after) < kernel; };
    return in % kLanes == 0 && out % kLanes == 0 && a.integer("group", 1) == 1 && all("dilations", 1) &&
           (stride == 1 || stride == 2) && all("strides", stride) && height * width <= kMostTaps &&
           in * out * height * width <= kMostWeights && narrow(pads[0], pads[2], height) &&
           narrow(pads[1], pads[3], width);
}

bool suitsTiles(const KernelRequest& request, const TensorDesc& x, const TensorDesc& w, const TensorDesc& y) {
    if (!canTiles(request, x, w, y)) return false;
    const amx::Conv conv = convOf(request, x.shape, channelsLast(x.shape), w.shape, y.shape, channelsLast(y.shape));
    return x.shape[0] >= request.threads * amx::imagesTogether(conv) &&
           w.shape.elements() * request.threads <= kMostSums;
}

Kernel tileKernelGrad(const KernelRequest& request) {
    const Shape &x = request.inputs[0].shape, &dy = request.inputs[1].shape, &w = request.outputs[0].shape;
    const bool bias = request.outputs.size() > 1;
    Kernel kernel = plainKernel(request);
    for (size_t i : {0, 1}) kernel.inputs[i] = layoutFor(request.inputs[i]);
    const amx::Conv conv = convOf(request, x, kernel.inputs[0], w, dy, kernel.inputs[1]);
    const int64_t images = x[0], in = w[1], out = w[0], taps = w[2] * w[3], weights = in * out * taps;
    const int64_t together = amx::imagesTogether(conv), groups = (images + together - 1) / together;
    const int parts = static_cast<int>(std::min<int64_t>(std::max(request.threads, 1), groups));
    const int64_t sumSpace = (weights + out + kLanes - 1) / kLanes * kLanes;  // of weights and bias
    kernel.scratchBytes = static_cast<size_t>(sumSpace * parts) * sizeof(float);
    kernel.partScratchBytes = amx::kernelGradScratch(conv);
    kernel.implementation = "own:amx";
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = tl::cpu::in<uint16_t>(b, 0), dy = tl::cpu::in<uint16_t>(b, 1), dw = tl::cpu::out<float>(b, 0),
                db = bias ? tl::cpu::out<float>(b, 1) : nullptr, sums = static_cast<float*>(b.scratch),
                own = PartScratch(b)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(images, parts, part, together);
                float* mine = sums + part * sumSpace;
                amx::kernelGrad(conv, begin, end - begin, x, dy, mine, db ? mine + weights : nullptr,
                                reinterpret_cast<std::byte*>(own.of(part)));
            });
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(out, parts, part, kLanes);
                for (int64_t o = begin; o < end; o += kLanes)
                    for (int64_t block = 0; block < in / kLanes; ++block) {
                        const int64_t at = (block * out + o) / kLanes * taps * kTile;
                        for (int other = 1; other < parts; ++other)
                            vec().accumulate(taps * kTile, sums + other * sumSpace + at, sums + at);
                        const float* from = sums + at;
                        for (int64_t lane = 0; lane < kLanes; ++lane)
                            for (int64_t i = 0; i < kLanes; ++i)
                                for (int64_t tap = 0; tap < taps; ++tap)
                                    dw[((o + lane) * in + block * kLanes + i) * taps + tap] =
                                        from[tap * kTile + i * kLanes + lane];
                    }
                for (int64_t channel = begin; db && channel < end; ++channel) {
                    db[channel] = 0;
                    for (int other = 0; other < parts; ++other)
                        db[channel] += sums[other * sumSpace + weights + channel];
                }
            });
        };
    };
    return kernel;
}

}  // namespace tl::cpu
