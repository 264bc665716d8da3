// Views of layouts and small look-ups for the kernels.
#include "engine/backend/cpu/support.h"

#include "engine/core/error.h"

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

Layout channelsLast(const Shape& shape) {
    Layout layout;
    layout.paddedDims = shape.dims();
    layout.strides.assign(shape.dims().size(), 1);
    int64_t stride = shape[1];
    for (int axis = shape.rank() - 1; axis >= 2; --axis) {
        layout.strides[static_cast<size_t>(axis)] = stride;
        stride *= shape[axis];
    }
    layout.strides[0] = stride;
    return layout;
}

namespace {

// Blocks of 16 on one axis, the rest in plain order.
Layout blocksOf16(const Shape& shape, int axis) {
    Layout layout;
    layout.paddedDims = shape.dims();
    layout.strides.assign(shape.dims().size(), 1);
    layout.blocks = {16};
    layout.blockAxes = {axis};
    int64_t stride = 16;
    for (int at = shape.rank() - 1; at >= 0; --at) {
        layout.strides[static_cast<size_t>(at)] = stride;
        stride *= at == axis ? shape[at] / 16 : shape[at];
    }
    return layout;
}

}  // namespace

Layout channelBlocks(const Shape& shape) { return blocksOf16(shape, 1); }
Layout imageLanes(const Shape& shape) { return blocksOf16(shape, 0); }

Act actFrom(const std::string& name) {
    static const std::pair<const char*, Act> known[] = {
        {"linear", Act::Linear}, {"relu", Act::Relu}, {"leaky_relu", Act::LeakyRelu},
        {"elu", Act::Elu},       {"gelu", Act::Gelu}, {"sigmoid", Act::Sigmoid},
        {"tanh", Act::Tanh}};
    for (const auto& [text, act] : known) {
        if (name == text) return act;
    }
    throw Error("activation \"" + name + "\"", "linear, relu, leaky_relu, elu, gelu, sigmoid or tanh", name);
}

float alphaOf(Act act, const Attributes& attributes) {
    return static_cast<float>(attributes.number("alpha", act == Act::LeakyRelu ? 0.01 : 1.0));
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

Kernel plainKernel(const KernelRequest& request) {
    Kernel kernel;
    kernel.inputs.resize(request.inputs.size());
    kernel.outputs.resize(request.outputs.size());
    kernel.implementation = ownName();
    return kernel;
}

}  // namespace tl::cpu
