// Views of layouts and small look-ups for the kernels.
#include "engine/backend/cpu/support.h"

#include <numeric>

#include "engine/core/activation.h"

namespace tl::cpu {

std::optional<ImageView> imageView(const Shape& shape, const Layout& layout) {
    if (shape.rank() < 2) return std::nullopt;
    ImageView view;
    int64_t space = 1;
    for (int axis = 2; axis < shape.rank(); ++axis) space *= shape[axis];
    if (layout.paddedDims.empty()) {
        view = {shape[0], shape[1], space, 1, ImageView::Lanes::None};
        if (space == 1) view = {shape[0], 1, 1, shape[1], ImageView::Lanes::Channels};
        return view;
    }
    if (layout.blocks.empty()) {
        if (layout.paddedDims != shape.dims() || layout.strides != channelsLast(shape).strides) return std::nullopt;
        return ImageView{shape[0], 1, space, shape[1], ImageView::Lanes::Channels};
    }
    if (layout.blocks.size() != 1) return std::nullopt;
    const int64_t block = layout.blocks[0];
    // Outer dimensions in row-major order over the blocked extents.
    std::vector<int64_t> outer = layout.paddedDims;
    outer[static_cast<size_t>(layout.blockAxes[0])] /= block;
    int64_t stride = block;
    for (size_t axis = outer.size(); axis-- > 0;) {
        if (outer[axis] != 1 && layout.strides[axis] != stride) return std::nullopt;
        stride *= outer[axis];
    }
    if (layout.blockAxes[0] == 1) {
        for (int axis = 0; axis < shape.rank(); ++axis) {
            if (axis != 1 && layout.paddedDims[static_cast<size_t>(axis)] != shape[axis]) return std::nullopt;
        }
        return ImageView{shape[0], outer[1], space, block, ImageView::Lanes::Channels};
    }
    if (layout.blockAxes[0] == 0 && layout.paddedDims == shape.dims()) {
        return ImageView{outer[0], shape[1], space, block, ImageView::Lanes::Images};
    }
    return std::nullopt;
}

Layout imageLayout(const KernelRequest& request, const TensorDesc& desc) {
    return request.blocked && imageView(desc.shape, desc.layout) ? desc.layout : Layout{};
}

Layout resizedLayout(const Layout& layout, const Shape& from, const Shape& to) {
    if (layout.plain()) return {};
    const ImageView view = *imageView(from, layout);
    if (view.kind == ImageView::Lanes::Images) return imageLanes(to);
    if (layout.blocks.empty()) return channelsLast(to);
    Layout result = layout;
    int64_t stride = layout.blocks[0];
    for (int axis = to.rank() - 1; axis >= 0; --axis) {
        const size_t a = static_cast<size_t>(axis);
        result.strides[a] = stride;
        if (axis == 1) {
            stride *= result.paddedDims[1] / layout.blocks[0];
        } else {
            result.paddedDims[a] = to[axis];
            stride *= to[axis];
        }
    }
    return result;
}

namespace {

// Blocks on one axis, the rest in plain order.
Layout blocksOf(int64_t block, const Shape& shape, int axis) {
    Layout layout;
    layout.paddedDims = shape.dims();
    layout.strides.assign(shape.dims().size(), 1);
    layout.blocks = {block};
    layout.blockAxes = {axis};
    int64_t stride = block;
    for (int at = shape.rank() - 1; at >= 0; --at) {
        layout.strides[static_cast<size_t>(at)] = stride;
        stride *= at == axis ? shape[at] / block : shape[at];
    }
    return layout;
}

}  // namespace

int64_t channelBlock() { return bestIsa() == Isa::Avx512 ? 16 : 8; }
Layout channelBlocks(const Shape& shape, int64_t block) { return blocksOf(block, shape, 1); }
Layout imageLanes(const Shape& shape) { return blocksOf(16, shape, 0); }

Act actFrom(const std::string& name) { return activationKind(name).act; }

float alphaOf(Act act, const Attributes& attributes) {
    return static_cast<float>(attributes.number("alpha", activationKinds()[static_cast<size_t>(act)].alpha));
}

Layout commonLayout(const KernelRequest& request, std::vector<size_t> inputs) {
    if (!request.blocked) return {};
    if (inputs.empty())
        for (size_t i = 0; i < request.inputs.size(); ++i) inputs.push_back(i);
    for (size_t i : inputs)
        if (!request.inputs[i].layout.plain()) return request.inputs[i].layout;
    return {};
}

void activate(bool half, Act act, float alpha, int64_t begin, int64_t end, void* values) {
    if (half) {
        auto* y = static_cast<uint16_t*>(values) + begin;
        vec().activationBf16(act, alpha, end - begin, y, y);
    } else {
        float* y = static_cast<float*>(values) + begin;
        vec().activation(act, alpha, end - begin, y, y);
    }
}

std::vector<DType> bf16Where(bool supported) {
    return supported ? std::vector<DType>{DType::BFloat16} : std::vector<DType>{};
}

std::string ownName() {
    static const std::string name = std::string("own:") + vec().name;
    return name;
}

namespace {

// How many pieces the outermost axis in memory makes; 0 where it is not known.
int64_t piecesOf(const TensorDesc& desc) {
    const auto view = imageView(desc.shape, desc.layout);
    return view ? view->outer : 0;
}

}  // namespace

void bindUnits(Kernel& kernel, const KernelRequest& request, int64_t units, int parts, int64_t quantum,
               const BindUnits& bind) {
    kernel.bind = [=](const KernelBuffers& b) {
        return [=, run = bind(b)] {
            forParts(parts, [&](int part) {
                const auto [begin, end] = share(units, parts, part, quantum);
                run(begin, end);
            });
        };
    };
    std::vector<size_t> inputs, outputs;  // bytes
    int64_t count = 0;                    // the largest number of pieces that all values have
    bool divided = true;
    const auto add = [&](TensorDesc desc, const Layout& layout, bool read) {
        desc.layout = layout;
        const int64_t pieces = read && layout.opaqueBytes == 0 ? piecesOf(desc) : count;
        divided &= pieces > 0;
        count = std::gcd(count, pieces);
        return read ? desc.bytes() : 0;
    };
    for (size_t i = 0; i < request.outputs.size(); ++i)
        outputs.push_back(add(request.outputs[i], kernel.outputs[i], true));
    for (size_t i = 0; i < request.inputs.size(); ++i)
        inputs.push_back(add(request.inputs[i], kernel.inputs[i], kernel.reads.empty() || kernel.reads[i]));
    if (!divided || units % count != 0) return;
    for (std::vector<size_t>* sizes : {&inputs, &outputs})
        for (size_t& bytes : *sizes) bytes /= static_cast<size_t>(count);
    KernelBlocks blocks;
    blocks.count = count;
    blocks.inputs = std::move(inputs);
    blocks.outputs = std::move(outputs);
    blocks.bind = [bind, each = units / count](const KernelBuffers& b, int64_t number) {
        return [run = bind(b), end = number * each] { run(0, end); };
    };
    kernel.blocks = std::move(blocks);
}

void bindBlocks(Kernel& kernel, int threads) {
    const int parts = static_cast<int>(std::min<int64_t>(std::max(threads, 1), kernel.blocks.count));
    kernel.bind = [blocks = kernel.blocks, parts](const KernelBuffers& b) {
        std::vector<std::function<void()>> begin, run;
        for (int part = 0; part < parts; ++part) {
            const auto [first, last] = share(blocks.count, parts, part);
            const KernelBuffers own = blocks.from(first, part, b);
            begin.push_back(blocks.begin ? blocks.begin(own) : [] {});
            run.push_back(blocks.bind(own, last - first));
        }
        return [=, end = blocks.end ? blocks.end(b) : [] {}] {
            forParts(parts, [&](int part) {
                begin[static_cast<size_t>(part)]();
                run[static_cast<size_t>(part)]();
            });
            end();
        };
    };
}

Kernel plainKernel(const KernelRequest& request) {
    Kernel kernel;
    kernel.inputs.resize(request.inputs.size());
    kernel.outputs.resize(request.outputs.size());
    kernel.implementation = ownName();
    return kernel;
}

}  // namespace tl::cpu
