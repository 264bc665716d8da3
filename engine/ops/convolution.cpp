// Convolution as ONNX has it: a sliding dot product (no flip), with strides, pads on each side, dilations and groups,
// then a bias and an activation.
#include "engine/ops/convolution.h"

namespace tl::ops {
namespace {

using List = std::vector<int64_t>;

// The attributes that a convolution and its gradients hand to each other.
Attributes shared(const Attributes& attributes) {
    return {{"strides", attributes.list("strides")},
            {"pads", attributes.list("pads")},
            {"dilations", attributes.list("dilations")},
            {"group", attributes.integer("group", 1)}};
}

Attributes withShape(const Attributes& attributes, const std::string& key, const Shape& shape) {
    Attributes result = shared(attributes);
    result.set(key, shape.dims());
    return result;
}

ConvGeometry inputGradGeometry(const std::string& op, const Shape& dy, const Shape& kernel,
                               const Attributes& attributes) {
    const ConvGeometry g = convGeometry(op, shapeAttribute(attributes, "input_shape"), kernel, attributes);
    if (dy != g.outputShape()) throw Error(Message("{op}'s input dy", op), g.outputShape().toString(), dy.toString());
    return g;
}

ConvGeometry kernelGradGeometry(const std::string& op, const Shape& x, const Shape& dy, const Attributes& attributes) {
    const ConvGeometry g = convGeometry(op, x, shapeAttribute(attributes, "kernel_shape"), attributes);
    if (dy != g.outputShape()) throw Error(Message("{op}'s input dy", op), g.outputShape().toString(), dy.toString());
    return g;
}

void differentiateConvolution(const std::string& name, GradientContext& context) {
    expectNoActivation(name.c_str(), context.attributes());
    const int x = context.input(0), w = context.input(1), dy = context.outputGradient(0);
    const auto with = [&](const char* key, int value) {
        return withShape(context.attributes(), key, context.type(value).shape);
    };
    if (context.needsGradient(0))
        context.setInputGradient(0, context.emit(name + "InputGrad", {dy, w}, with("input_shape", x))[0]);
    if (context.needsGradient(1))
        context.setInputGradient(1, context.emit(name + "KernelGrad", {x, dy}, with("kernel_shape", w))[0]);
    if (context.input(2) >= 0 && context.needsGradient(2))
        context.setInputGradient(2, context.emit("BiasGrad", {dy})[0]);
}

}  // namespace

Shape ConvGeometry::with(int64_t first, int64_t second, const std::array<int64_t, 3>& extents) const {
    List dims{first, second};
    dims.insert(dims.end(), extents.end() - rank, extents.end());
    return Shape(dims);
}

double ConvGeometry::flops() const {
    const int64_t channels = c / group;  // that one output channel reads
    return 2.0 * static_cast<double>(n * o * out[0] * out[1] * out[2]) *
           static_cast<double>(channels * kernel[0] * kernel[1] * kernel[2]);
}

ConvGeometry convGeometry(const std::string& op, const Shape& input, const Shape& kernel,
                          const Attributes& attributes) {
    const int rank = op.rfind("Conv3D", 0) == 0 ? 3 : 2;
    if (input.rank() != rank + 2)
        throw Error(Message("{op}'s input x", op), rank == 2 ? "images [N, C, H, W]" : "volumes [N, C, D, H, W]",
                    input.toString());
    if (kernel.rank() != rank + 2)
        throw Error(Message("{op}'s input w", op),
                    rank == 2 ? "a kernel [out, in, h, w]" : "a kernel [out, in, d, h, w]", kernel.toString());
    const auto axes = static_cast<size_t>(rank), first = 3 - axes;
    const List &strides = listAttribute(op, attributes, "strides", axes, 1),
               &pads = listAttribute(op, attributes, "pads", 2 * axes, 0),
               &dilations = listAttribute(op, attributes, "dilations", axes, 1);
    ConvGeometry g{};
    g.rank = rank, g.n = input[0], g.c = input[1], g.o = kernel[0], g.group = attributes.integer("group", 1);
    if (g.group < 1 || g.c % g.group || g.o % g.group)
        throw Error(Message("{op}'s group", op),
                    Message("a divisor of {channels} input and {o} output channels", g.c, g.o),
                    std::to_string(g.group));
    if (kernel[1] * g.group != g.c)
        throw Error(Message("{op}'s input w", op), Message("{group} channels in a group", g.c / g.group),
                    std::to_string(kernel[1]));
    for (size_t a = 0; a < axes; ++a) {
        const size_t to = first + a;
        g.in[to] = input[static_cast<int>(a) + 2], g.kernel[to] = kernel[static_cast<int>(a) + 2];
        g.strides[to] = strides[a], g.before[to] = pads[a], g.dilations[to] = dilations[a];
        g.out[to] =
            windowCount(op, g.in[to], pads[a], pads[axes + a], (g.kernel[to] - 1) * dilations[a] + 1, strides[a]);
    }
    return g;
}

void forEachTap(const ConvGeometry& g, const std::function<void(size_t, size_t, size_t)>& visit) {
    const int64_t groupIn = g.c / g.group, groupOut = g.o / g.group;
    const int64_t outputs = g.out[0] * g.out[1] * g.out[2], taps = g.kernel[0] * g.kernel[1] * g.kernel[2];
    const int64_t plane = g.in[0] * g.in[1] * g.in[2];
    for (int64_t n = 0; n < g.n; ++n)
        for (int64_t o = 0; o < g.o; ++o)
            for (int64_t i = 0; i < groupIn; ++i)
                for (int64_t y = 0; y < outputs; ++y)
                    for (int64_t k = 0; k < taps; ++k) {
                        int64_t place = 0, restY = y, restK = k, scale = 1;
                        bool inside = true;
                        for (size_t a = 3; a-- > 0;) {
                            const int64_t x =
                                restY % g.out[a] * g.strides[a] - g.before[a] + restK % g.kernel[a] * g.dilations[a];
                            inside = inside && x >= 0 && x < g.in[a];
                            place += x * scale;
                            scale *= g.in[a], restY /= g.out[a], restK /= g.kernel[a];
                        }
                        if (!inside) continue;
                        const int64_t c = o / groupOut * groupIn + i;
                        visit(static_cast<size_t>((n * g.c + c) * plane + place),
                              static_cast<size_t>((o * groupIn + i) * taps + k),
                              static_cast<size_t>((n * g.o + o) * outputs + y));
                    }
}

OpType convolution(const std::string& name) {
    OpType op;
    op.name = name;
    op.precision = Precision::Compute;
    op.fullInputs = {2};
    op.infer = [=](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount(name.c_str(), inputs, 2, 3);
        expectFloat(name.c_str(), "x", inputs[0]), expectFloat(name.c_str(), "w", inputs[1]);
        const ConvGeometry g = convGeometry(name, inputs[0].shape, inputs[1].shape, attributes);
        if (inputs.size() > 2) expectShape(name.c_str(), "bias", inputs[2], {g.o});
        activationOf(name.c_str(), attributes, "activation");
        return {{g.outputShape(), DType::Float32}};
    };
    op.gradient = [=](GradientContext& context) { differentiateConvolution(name, context); };
    op.reference = [=](References in, const Attributes& attributes, const StepContext&) {
        const ConvGeometry g = convGeometry(name, in[0].shape, in[1].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.outputShape())};
        auto& y = out[0].values;
        forEachTap(g, [&](size_t xi, size_t wi, size_t yi) { y[yi] += in[0].values[xi] * in[1].values[wi]; });
        if (in.size() > 2)
            for (size_t i = 0; i < y.size(); ++i)
                y[i] += in[2].values[static_cast<size_t>(channelOf(out[0].shape, static_cast<int64_t>(i)))];
        applyActivation(out[0], attributes);
        return out;
    };
    op.flops = [=](Types inputs, const Attributes& attributes) {
        return convGeometry(name, inputs[0].shape, inputs[1].shape, attributes).flops();
    };
    return op;
}

OpType convolutionInputGrad(const std::string& name) {
    const std::string own = name + "InputGrad";
    OpType op;
    op.name = own;
    op.precision = Precision::Compute;
    op.infer = [=](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount(own.c_str(), inputs, 2, 2);
        expectFloat(own.c_str(), "dy", inputs[0]), expectFloat(own.c_str(), "w", inputs[1]);
        return {{inputGradGeometry(own, inputs[0].shape, inputs[1].shape, attributes).inputShape(), DType::Float32}};
    };
    op.gradient = [=](GradientContext& context) {
        const int dy = context.input(0), w = context.input(1), g = context.outputGradient(0);
        if (context.needsGradient(0))
            context.setInputGradient(0, context.emit(name, {g, w}, shared(context.attributes()))[0]);
        if (context.needsGradient(1))
            context.setInputGradient(
                1, context.emit(name + "KernelGrad", {g, dy},
                                withShape(context.attributes(), "kernel_shape", context.type(w).shape))[0]);
    };
    op.reference = [=](References in, const Attributes& attributes, const StepContext&) {
        const ConvGeometry g = inputGradGeometry(own, in[0].shape, in[1].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.inputShape())};
        forEachTap(g,
                   [&](size_t xi, size_t wi, size_t yi) { out[0].values[xi] += in[0].values[yi] * in[1].values[wi]; });
        return out;
    };
    op.flops = [=](Types inputs, const Attributes& attributes) {
        return inputGradGeometry(own, inputs[0].shape, inputs[1].shape, attributes).flops();
    };
    return op;
}

OpType convolutionKernelGrad(const std::string& name) {
    const std::string own = name + "KernelGrad";
    OpType op;
    op.name = own;
    op.precision = Precision::Compute;
    op.fullOutputs = {0};
    op.infer = [=](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount(own.c_str(), inputs, 2, 2);
        expectFloat(own.c_str(), "x", inputs[0]), expectFloat(own.c_str(), "dy", inputs[1]);
        return {{kernelGradGeometry(own, inputs[0].shape, inputs[1].shape, attributes).kernelShape(), DType::Float32}};
    };
    op.reference = [=](References in, const Attributes& attributes, const StepContext&) {
        const ConvGeometry g = kernelGradGeometry(own, in[0].shape, in[1].shape, attributes);
        std::vector<ReferenceTensor> out{zeros(g.kernelShape())};
        forEachTap(g,
                   [&](size_t xi, size_t wi, size_t yi) { out[0].values[wi] += in[0].values[xi] * in[1].values[yi]; });
        return out;
    };
    op.flops = [=](Types inputs, const Attributes& attributes) {
        return kernelGradGeometry(own, inputs[0].shape, inputs[1].shape, attributes).flops();
    };
    return op;
}

Attributes convCase(List strides, List pads, List dilations, int64_t group, const std::string& activation) {
    if (dilations.empty()) dilations.assign(strides.size(), 1);
    Attributes attributes{{"strides", strides}, {"pads", pads}, {"dilations", dilations}, {"group", group}};
    if (activation != "linear") attributes.set("activation", activation);
    return attributes;
}

}  // namespace tl::ops
