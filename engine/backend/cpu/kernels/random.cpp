// Dropout and noise. The draw belongs to the element's row-major index (engine/core/rng.h), so the values are taken
// plain and any other layout is turned around before; channels that are dropped whole need none of that.
#include "engine/core/rng.h"

#include <algorithm>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

struct Mask {
    uint64_t stream;
    uint32_t threshold;
    float scale;
    int64_t first;  // element that the draws begin with

    explicit Mask(const Attributes& attributes)
        : stream(static_cast<uint64_t>(attributes.integer("stream", 0))),
          threshold(dropoutThreshold(attributes.number("rate"))),
          scale(static_cast<float>(1.0 / (1.0 - attributes.number("rate")))), first(attributes.integer("first", 0)) {}
};

// What is dropped is 0, whatever it was.
void scaled(int64_t n, float factor, const float* x, float* y) {
    if (factor == 0)
        std::fill(y, y + n, 0.0f);
    else
        for (int64_t i = 0; i < n; ++i) y[i] = x[i] * factor;
}
void scaled(int64_t n, const float* factors, const float* x, float* y) {
    for (int64_t i = 0; i < n; ++i) {
        const float kept = x[i] * factors[i];
        y[i] = factors[i] == 0 ? 0.0f : kept;
    }
}

Kernel dropChannels(const KernelRequest& request) {
    const Mask mask(request.attributes);
    const Shape& shape = request.inputs[0].shape;
    Layout layout = imageLayout(request, request.inputs[0]);
    if (imageView(shape, layout)->kind == ImageView::Lanes::Images) layout = {};
    const ImageView v = *imageView(shape, layout);
    const int64_t channels = shape[1], width = v.blocks * v.channelsPerBlock(), draws = shape[0] * channels;
    const int64_t first = mask.first * draws / shape.elements();  // channel
    const int parts = partsFor(request.threads, v.elements());
    Kernel kernel = plainKernel(request);
    kernel.inputs[0] = kernel.outputs[0] = layout;
    kernel.inPlace = {0};
    // Factors of all channels, and some past the last one of a padded block.
    kernel.scratchBytes = static_cast<size_t>(draws + width) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), y = out<float>(b, 0), factors = static_cast<float*>(b.scratch),
                context = b.context] {
            std::fill(factors, factors + draws, 1.0f);
            std::fill(factors + draws, factors + draws + width, 0.0f);
            vec().dropout(first, draws, factors, factors, dropoutKey(context->seed, mask.stream), context->step,
                          mask.threshold, mask.scale);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(v.outer * v.blocks, parts, part);
                for (int64_t plane = begin; plane < end; ++plane) {
                    const int64_t at = plane * v.space * v.lanes;
                    const float* factor =
                        factors + plane / v.blocks * channels + plane % v.blocks * v.channelsPerBlock();
                    if (v.lanes == 1)
                        scaled(v.space, *factor, x + at, y + at);
                    else
                        for (int64_t s = 0; s < v.space; ++s)
                            scaled(v.lanes, factor, x + at + s * v.lanes, y + at + s * v.lanes);
                }
            });
        };
    };
    return kernel;
}

Kernel dropout(const KernelRequest& request) {
    if (request.attributes.integer("spatial", 0) != 0) return dropChannels(request);
    const Mask mask(request.attributes);
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size * 8);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), y = out<float>(b, 0), context = b.context] {
            const uint64_t key = dropoutKey(context->seed, mask.stream);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 64);
                vec().dropout(mask.first + begin, end - begin, x + begin, y + begin, key, context->step, mask.threshold,
                              mask.scale);
            });
        };
    };
    return kernel;
}

Kernel noise(const KernelRequest& request) {
    const auto stream = static_cast<uint64_t>(request.attributes.integer("stream", 0));
    const auto deviation = static_cast<float>(request.attributes.number("stddev"));
    const int64_t first = request.attributes.integer("first", 0);
    const int64_t size = request.inputs[0].shape.elements();
    const int parts = partsFor(request.threads, size * 16);
    Kernel kernel = plainKernel(request);
    kernel.inPlace = {0};
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), y = out<float>(b, 0), context = b.context] {
            const uint64_t key = dropoutKey(context->seed, stream);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(size, parts, part, 64);
                vec().noise(first + begin, end - begin, x + begin, y + begin, key, context->step, deviation);
            });
        };
    };
    return kernel;
}

}  // namespace

void random(KernelTable& table) {
    table.add("Dropout", dropout);
    table.add("GaussianNoise", noise);
}

}  // namespace tl::cpu
