// Joining values along an axis and taking a part out again. Plain layouts, where both are copies of whole stretches;
// values in blocks of channels are joined without turning them where every part is a whole number of blocks.
#include <cstring>

#include "engine/backend/cpu/support.h"

namespace tl::cpu {
namespace {

// Along `axis`, memory is `outer` stretches of extent * `inner` elements; 0 where it is not so simple.
struct Stretches {
    int64_t outer = 0, inner = 0;
};

Stretches stretches(const Shape& shape, int axis) {
    Stretches s{1, 1};
    for (int a = 0; a < shape.rank(); ++a) (a < axis ? s.outer : s.inner) *= a == axis ? 1 : shape[a];
    return s;
}

// A block of channels is contiguous, [N, C/b, space, b], so that channels are stretches of space * b for b of them.
bool blockedByChannels(const TensorDesc& desc, int64_t& block) {
    if (desc.layout.plain() || desc.layout.blocks.size() != 1) return false;
    const auto view = imageView(desc.shape, desc.layout);
    if (!view || view->kind != ImageView::Lanes::Channels) return false;
    block = view->lanes;
    return true;
}

int axisOf(const KernelRequest& request) {
    const int64_t axis = request.attributes.integer("axis", 1);
    return static_cast<int>(axis < 0 ? axis + request.outputs[0].shape.rank() : axis);
}

Kernel join(const KernelRequest& request) {
    const int axis = axisOf(request);
    const Stretches s = stretches(request.outputs[0].shape, axis);
    Kernel kernel = plainKernel(request);
    kernel.implementation = "copy";
    int64_t block = 0;
    bool blocked = request.blocked && axis == 1 && blockedByChannels(request.inputs[0], block);
    for (const TensorDesc& input : request.inputs) blocked &= block != 0 && input.shape[1] % block == 0;
    if (blocked) {
        for (size_t i = 0; i < kernel.inputs.size(); ++i) {
            kernel.inputs[i] = channelBlocks(request.inputs[i].shape, block);
        }
        kernel.outputs[0] = channelBlocks(request.outputs[0].shape, block);
    }
    std::vector<size_t> lengths;  // bytes of one stretch of each input
    size_t total = 0;
    for (const TensorDesc& input : request.inputs) {
        lengths.push_back(static_cast<size_t>(input.shape[axis] * s.inner) * sizeOf(input.dtype));
        total += lengths.back();
    }
    const int parts = partsFor(request.threads, static_cast<int64_t>(total) * s.outer / 8);
    kernel.bind = [=](const KernelBuffers& b) {
        const std::vector<void*> inputs = b.inputs;
        return [=, y = static_cast<std::byte*>(b.outputs[0])] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(s.outer, parts, part);
                for (int64_t o = begin; o < end; ++o) {
                    std::byte* to = y + static_cast<size_t>(o) * total;
                    for (size_t i = 0; i < inputs.size(); ++i) {
                        std::memcpy(to, static_cast<const std::byte*>(inputs[i]) + static_cast<size_t>(o) * lengths[i],
                                    lengths[i]);
                        to += lengths[i];
                    }
                }
            });
        };
    };
    return kernel;
}

Kernel cut(const KernelRequest& request) {
    const int axis = axisOf(request);
    const TensorDesc& x = request.inputs[0];
    const int64_t first = request.attributes.integer("begin");
    const Stretches s = stretches(x.shape, axis);
    Kernel kernel = plainKernel(request);
    kernel.implementation = "copy";
    int64_t block = 0;
    if (request.blocked && axis == 1 && blockedByChannels(x, block) && x.shape[1] % block == 0 && first % block == 0 &&
        request.outputs[0].shape[1] % block == 0) {
        kernel.inputs[0] = channelBlocks(x.shape, block);
        kernel.outputs[0] = channelBlocks(request.outputs[0].shape, block);
    }
    const size_t unit = static_cast<size_t>(s.inner) * sizeOf(x.dtype);
    const size_t from = static_cast<size_t>(x.shape[axis]) * unit,
                 length = static_cast<size_t>(request.outputs[0].shape[axis]) * unit;
    const size_t skip = static_cast<size_t>(first) * unit;
    const int parts = partsFor(request.threads, static_cast<int64_t>(length) * s.outer / 8);
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, source = static_cast<const std::byte*>(b.inputs[0]), y = static_cast<std::byte*>(b.outputs[0])] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(s.outer, parts, part);
                for (int64_t o = begin; o < end; ++o) {
                    std::memcpy(y + static_cast<size_t>(o) * length, source + static_cast<size_t>(o) * from + skip,
                                length);
                }
            });
        };
    };
    return kernel;
}

}  // namespace

void concat(KernelTable& table) {
    table.add("Concat", join);
    table.add("Slice", cut);
}

}  // namespace tl::cpu
