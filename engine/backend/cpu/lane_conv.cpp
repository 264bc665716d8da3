// Blocks of 16 images are divided among threads; each widens its rows by the padding's zeros and runs the vector code.
// Weights stay plain. Weight gradients are summed for each thread apart and then in the threads' order.
#include "engine/backend/cpu/lane_conv.h"

#include <algorithm>
#include <cstdint>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

constexpr int64_t kImages = 16;
constexpr int64_t kMostChannels = 64;  // in or out; with more, blocks of channels fill the lanes as well

struct Pads {
    int64_t top = 0, left = 0, bottom = 0, right = 0;
    explicit Pads(const Attributes& attributes) {
        if (!attributes.has("pads")) return;
        const auto& pads = attributes.list("pads");
        top = pads[0], left = pads[1], bottom = pads[2], right = pads[3];
    }
};

// Everything that a kernel needs to know; `from` is what it reads planes of, x or dy.
struct LaneCase {
    LaneConv conv{};
    int64_t blocks = 0, fromWidth = 0;
    int parts = 1;

    LaneCase(const KernelRequest& request, const Shape& from, const Shape& w, const Shape& to, bool flipped) {
        const Pads pads(request.attributes);
        const int64_t kh = w[2], kw = w[3];
        fromWidth = from[3];
        conv.top = flipped ? kh - 1 - pads.top : pads.top;
        conv.left = flipped ? kw - 1 - pads.left : pads.left;
        conv.right = flipped ? kw - 1 - pads.right : pads.right;
        conv.height = from[2], conv.width = from[3] + conv.left + conv.right;
        conv.outHeight = to[2], conv.outWidth = to[3];
        conv.inChannels = from[1], conv.outChannels = to[1];
        conv.kernelHeight = kh, conv.kernelWidth = kw;
        conv.flipped = flipped;
        blocks = from[0] / kImages;
        parts = static_cast<int>(std::min<int64_t>(std::max(request.threads, 1), blocks));
    }
    int64_t fromBlock() const { return conv.inChannels * conv.height * fromWidth * kImages; }
    int64_t toBlock() const { return conv.outChannels * conv.outHeight * conv.outWidth * kImages; }
    int64_t taps() const { return conv.inChannels * conv.kernelHeight * conv.kernelWidth; }
    // Floats that laneConv() works in.
    int64_t tapSpace() const { return 32 * conv.outWidth + 4 * conv.kernelWidth * taps(); }
    int64_t widened() const {
        return conv.width == fromWidth ? 0 : conv.inChannels * conv.height * conv.width * kImages;
    }
    // The block with zeros beside its rows: itself, or in `space`.
    const float* widen(const float* block, float* space) const {
        if (conv.width == fromWidth) return block;
        for (int64_t row = 0; row < conv.inChannels * conv.height; ++row) {
            const float* from = block + row * fromWidth * kImages;
            float* to = std::fill_n(space + row * conv.width * kImages, conv.left * kImages, 0.0f);
            to = std::copy_n(from, fromWidth * kImages, to);
            std::fill_n(to, (conv.width - conv.left - fromWidth) * kImages, 0.0f);
        }
        return space;
    }
};

size_t floats(int64_t count) { return static_cast<size_t>(count) * sizeof(float); }

// y = conv(from) for all blocks: the forward pass and, with turned weights, the input's gradient.
Kernel convolve(const KernelRequest& request, const LaneCase& c, bool bias, Act act, float alpha) {
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = imageLanes(request.inputs[0].shape);
    kernel.outputs[0] = imageLanes(request.outputs[0].shape);
    const int64_t space = c.widened() + c.tapSpace();
    kernel.partScratchBytes = floats(space);
    kernel.blocks.count = c.blocks;
    kernel.blocks.inputs = {floats(c.fromBlock())};
    kernel.blocks.outputs = {floats(c.toBlock())};
    kernel.blocks.bind = [=](const KernelBuffers& b, int64_t blocks) {
        return [=, x = in<float>(b, 0), w = in<float>(b, 1), bias = bias ? in<float>(b, 2) : nullptr,
                y = out<float>(b, 0), wide = PartScratch(b).of(b.part)] {
            for (int64_t block = 0; block < blocks; ++block) {
                float* to = y + block * c.toBlock();
                vec().laneConv(c.conv, c.widen(x + block * c.fromBlock(), wide), w, bias, act == Act::Relu, to,
                               wide + c.widened());
                if (act != Act::Linear && act != Act::Relu) vec().activation(act, alpha, c.toBlock(), to, to);
            }
        };
    };
    bindBlocks(kernel, request.threads);
    return kernel;
}

}  // namespace

bool canLanes(const KernelRequest& request, const TensorDesc& xDesc, const TensorDesc& wDesc, const TensorDesc& yDesc) {
    const Attributes& a = request.attributes;
    const Shape &x = xDesc.shape, &w = wDesc.shape, &y = yDesc.shape;
    const auto ones = [&](const char* key) {
        return !a.has(key) || std::ranges::all_of(a.list(key), [](int64_t v) { return v == 1; });
    };
    for (const TensorDesc* desc : {&xDesc, &wDesc, &yDesc})
        if (desc->dtype != DType::Float32 || desc->shape.rank() != 4) return false;
    // A tap's place in a block of images, rows widened, is an int32 (vec/table.h).
    const auto reached = [&](const Shape& image) {
        return (image[1] * image[2] + w[2]) * (image[3] + 2 * w[3]) * kImages <= INT32_MAX;
    };
    const Pads pads(a);
    return request.blocked && a.integer("group", 1) == 1 && ones("strides") && ones("dilations") &&
           x[0] % kImages == 0 && x[1] <= kMostChannels && y[1] <= kMostChannels && reached(x) && reached(y) &&
           std::max(pads.top, pads.bottom) < w[2] && std::max(pads.left, pads.right) < w[3];
}

bool suitsLanes(const KernelRequest& request, const TensorDesc& xDesc, const TensorDesc& wDesc,
                const TensorDesc& yDesc) {
    const Shape &x = xDesc.shape, &y = yDesc.shape;
    if (!canLanes(request, xDesc, wDesc, yDesc)) return false;
    // Colours to whole blocks of channels: oneDNN has a good kernel for it, and what follows works in blocks.
    const bool wideFirst = x[1] <= 3 && y[1] % 16 == 0;
    return x[0] / kImages >= request.threads && x[1] <= 8 && y[1] <= 32 && !wideFirst;
}

Kernel laneForward(const KernelRequest& request) {
    const Act act = actFrom(request.attributes.text("activation", "linear"));
    const LaneCase c(request, request.inputs[0].shape, request.inputs[1].shape, request.outputs[0].shape, false);
    return convolve(request, c, request.inputs.size() > 2, act, alphaOf(act, request.attributes));
}

Kernel laneInputGrad(const KernelRequest& request) {
    const LaneCase c(request, request.inputs[0].shape, request.inputs[1].shape, request.outputs[0].shape, true);
    return convolve(request, c, false, Act::Linear, 0);
}

Kernel laneKernelGrad(const KernelRequest& request) {
    const LaneCase c(request, request.inputs[0].shape, request.outputs[0].shape, request.inputs[1].shape, false);
    const bool bias = request.outputs.size() > 1;
    Kernel kernel = plainKernel(request);
    for (size_t i : {0, 1}) kernel.inputs[i] = imageLanes(request.inputs[i].shape);
    const int64_t weights = c.taps() * c.conv.outChannels, channels = c.conv.outChannels;
    const int64_t sums = (weights + channels) * kImages;
    kernel.scratchBytes = floats(sums * c.parts);
    kernel.partScratchBytes = floats(c.widened());
    kernel.blocks.count = c.blocks;
    kernel.blocks.inputs = {floats(c.fromBlock()), floats(c.toBlock())};
    kernel.blocks.begin = [=](const KernelBuffers& b) {
        return [=, total = static_cast<float*>(b.scratch) + b.part * sums] { std::fill_n(total, sums, 0.0f); };
    };
    kernel.blocks.bind = [=](const KernelBuffers& b, int64_t blocks) {
        return [=, x = in<float>(b, 0), dy = in<float>(b, 1), total = static_cast<float*>(b.scratch) + b.part * sums,
                wide = PartScratch(b).of(b.part)] {
            for (int64_t block = 0; block < blocks; ++block)
                vec().laneConvGrad(c.conv, c.widen(x + block * c.fromBlock(), wide), dy + block * c.toBlock(), total,
                                   bias ? total + weights * kImages : nullptr);
        };
    };
    kernel.blocks.end = [=](const KernelBuffers& b) {
        return [=, dw = out<float>(b, 0), db = bias ? out<float>(b, 1) : nullptr,
                scratch = static_cast<float*>(b.scratch)] {
            forParts(c.parts, [&](int part) {
                const auto [begin, end] = share(weights, c.parts, part);
                for (int other = 1; other < c.parts; ++other)
                    vec().accumulate((end - begin) * kImages, scratch + other * sums + begin * kImages,
                                     scratch + begin * kImages);
                vec().sumLanes(end - begin, scratch + begin * kImages, dw + begin);
                if (part > 0 || !db) return;
                float* first = scratch + weights * kImages;
                for (int other = 1; other < c.parts; ++other)
                    vec().accumulate(channels * kImages, first + other * sums, first);
                vec().sumLanes(channels, first, db);
            });
        };
    };
    bindBlocks(kernel, request.threads);
    return kernel;
}

}  // namespace tl::cpu
