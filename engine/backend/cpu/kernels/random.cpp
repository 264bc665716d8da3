// Dropout and noise. The draw belongs to the element's row-major index (engine/core/rng.h), so the values are taken
// plain and any other layout is turned around before; channels that are dropped whole need none of that.
#include "engine/core/rng.h"

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
    // Factors of all channels, and a row of zeros.
    kernel.scratchBytes = static_cast<size_t>(draws + 2 * width) * sizeof(float);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, x = in<float>(b, 0), y = out<float>(b, 0), factors = static_cast<float*>(b.scratch),
                context = b.context] {
            std::fill(factors, factors + draws, 1.0f);
            float* zeros = factors + draws;  // and past the last channel of a padded block
            std::fill(zeros, zeros + 2 * width, 0.0f);
            vec().dropout(first, draws, factors, factors, dropoutKey(context->seed, mask.stream), context->step,
                          mask.threshold, mask.scale);
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(v.outer * v.blocks, parts, part);
                for (int64_t plane = begin; plane < end; ++plane) {
                    const int64_t at = plane * v.space * v.lanes;
                    const int64_t first = plane / v.blocks * channels + plane % v.blocks * v.channelsPerBlock();
                    vec().norm<float>().scaleShift(v.space, v.lanes, x + at, zeros, factors + first, zeros, y + at,
                                                   false);
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
