// Shared checks and reference loops of the ops. The loops follow the definitions index by index so that a mistake has
// nowhere to hide; only small examples run through them.
#include "engine/ops/support.h"

#include <cmath>
#include <numbers>

namespace tl::ops {
namespace {

std::string named(const char* op, const char* input) { return std::string(op) + "'s input " + input; }

}  // namespace

void expectCount(const char* op, Types inputs, size_t minimum, size_t maximum) {
    if (inputs.size() >= minimum && inputs.size() <= maximum) return;
    std::string wanted = std::to_string(minimum);
    if (maximum != minimum) wanted += maximum > 1000 ? " or more" : " to " + std::to_string(maximum);
    throw Error(op, wanted + " inputs", std::to_string(inputs.size()));
}

void expectFloat(const char* op, const char* input, const ValueType& type) {
    if (type.dtype != DType::Float32) throw Error(named(op, input), "float32", std::string(nameOf(type.dtype)));
}

void expectRank(const char* op, const char* input, const ValueType& type, int rank) {
    if (type.shape.rank() != rank)
        throw Error(named(op, input), std::to_string(rank) + " dimensions", type.shape.toString());
}

void expectShape(const char* op, const char* input, const ValueType& type, const Shape& shape) {
    expectFloat(op, input, type);
    if (type.shape != shape) throw Error(named(op, input), shape.toString(), type.shape.toString());
}

void expectLabels(const char* op, const ValueType& type, int64_t rows) {
    if (type.dtype != DType::Int32) throw Error(named(op, "labels"), "int32", std::string(nameOf(type.dtype)));
    if (type.shape != Shape{rows})
        throw Error(named(op, "labels"), std::to_string(rows) + " labels", type.shape.toString());
}

void expectSameShapes(const char* op, Types inputs) {
    expectFloat(op, "0", inputs[0]);
    for (size_t i = 1; i < inputs.size(); ++i) expectShape(op, std::to_string(i).c_str(), inputs[i], inputs[0].shape);
}

void expectNoActivation(const char* op, const Attributes& attributes) {
    if (attributes.text("activation", "linear") != "linear")
        throw Error(std::string(op) + "'s gradient", "no fused activation", attributes.text("activation", "linear"),
                    "Emit an Activation op of its own; the compiler fuses it after the gradient.");
}

ReferenceTensor zeros(Shape shape) {
    const auto count = static_cast<size_t>(shape.elements());
    return {std::move(shape), std::vector<double>(count, 0.0)};
}

Shape shapeAttribute(const Attributes& attributes, const std::string& key) { return Shape(attributes.list(key)); }

double elements(const ValueType& type) { return static_cast<double>(type.shape.elements()); }

const std::vector<int64_t>& listAttribute(const std::string& op, const Attributes& attributes, const char* key,
                                          size_t count, int64_t minimum) {
    const auto& values = attributes.list(key);
    if (values.size() != count)
        throw Error(op + "'s " + key, std::to_string(count) + " integers", std::to_string(values.size()));
    for (int64_t value : values)
        if (value < minimum)
            throw Error(op + "'s " + key, "at least " + std::to_string(minimum), std::to_string(value));
    return values;
}

int64_t windowCount(const std::string& op, int64_t extent, int64_t before, int64_t after, int64_t window,
                    int64_t stride) {
    const int64_t room = extent + before + after - window;
    if (room < 0)
        throw Error(op + "'s window", "at most the padded extent " + std::to_string(extent + before + after),
                    std::to_string(window), "Use a smaller kernel, padding, or a larger image.");
    return room / stride + 1;
}

int axisOf(const char* op, const Attributes& attributes, const Shape& shape) {
    const int64_t axis = attributes.integer("axis");
    const int64_t front = axis < 0 ? axis + shape.rank() : axis;
    if (front < 0 || front >= shape.rank())
        throw Error(std::string(op) + "'s axis", "an axis of " + shape.toString(), std::to_string(axis));
    return static_cast<int>(front);
}

int64_t outerExtent(const Shape& shape, int axis) {
    int64_t extent = 1;
    for (int i = 0; i < axis; ++i) extent *= shape[i];
    return extent;
}

int64_t innerExtent(const Shape& shape, int axis) {
    int64_t extent = 1;
    for (int i = axis + 1; i < shape.rank(); ++i) extent *= shape[i];
    return extent;
}

int64_t rowOf(const char* op, double number, int64_t rows) {
    const double row = std::nearbyint(number);
    if (!(row >= 0 && row < static_cast<double>(rows)))
        throw Error(std::string(op) + "'s input indices", "0 to " + std::to_string(rows - 1), std::to_string(number));
    return static_cast<int64_t>(row);
}

int64_t channelOf(const Shape& shape, int64_t index) { return index / innerExtent(shape, 1) % shape[1]; }

double activate(const std::string& kind, double alpha, double x) {
    if (kind == "linear") return x;
    if (kind == "relu") return x > 0 ? x : 0;
    if (kind == "leaky_relu") return x > 0 ? x : alpha * x;
    if (kind == "elu") return x > 0 ? x : alpha * std::expm1(x);
    if (kind == "gelu") return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
    if (kind == "sigmoid") return 1 / (1 + std::exp(-x));
    if (kind == "tanh") return std::tanh(x);
    throw Error("activation", "linear, relu, leaky_relu, elu, gelu, sigmoid or tanh", kind);
}

double activationSlope(const std::string& kind, double alpha, double x, double y) {
    if (kind == "linear") return 1;
    if (kind == "relu") return y > 0 ? 1 : 0;
    if (kind == "leaky_relu") return y > 0 ? 1 : alpha;
    if (kind == "elu") return y > 0 ? 1 : y + alpha;
    if (kind == "gelu") {
        const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
        return 0.5 * (1 + std::erf(x / std::numbers::sqrt2)) + x * density;
    }
    if (kind == "sigmoid") return y * (1 - y);
    if (kind == "tanh") return 1 - y * y;
    throw Error("activation", "linear, relu, leaky_relu, elu, gelu, sigmoid or tanh", kind);
}

double alphaOf(const Attributes& attributes, const std::string& kind) {
    return attributes.number("alpha", kind == "leaky_relu" ? 0.01 : 1.0);
}

void expectActivation(const char* op, const std::string& kind, double alpha) {
    activate(kind, alpha, 0);
    // The slope is read off the sign of y, which is that of x only so.
    if ((kind == "leaky_relu" || kind == "elu") && alpha < 0)
        throw Error(std::string(op) + "'s alpha", "0 or more", std::to_string(alpha));
}

void applyActivation(ReferenceTensor& y, const Attributes& attributes) {
    const std::string kind = attributes.text("activation", "linear");
    const double alpha = alphaOf(attributes, kind);
    for (double& value : y.values) value = activate(kind, alpha, value);
}

double PoolGeometry::flops() const { return static_cast<double>(n * c * oh * ow * kh * kw); }

PoolGeometry poolGeometry(const char* op, const Shape& input, const Attributes& attributes) {
    if (input.rank() != 4) throw Error(named(op, "x"), "images [N, C, H, W]", input.toString());
    const auto& kernel = listAttribute(op, attributes, "kernel_shape", 2, 1);
    const auto& strides = listAttribute(op, attributes, "strides", 2, 1);
    const auto& pads = listAttribute(op, attributes, "pads", 4, 0);
    for (size_t i = 0; i < 4; ++i)
        if (pads[i] >= kernel[i % 2])
            throw Error(std::string(op) + "'s pads", "less than its kernel", std::to_string(pads[i]));
    PoolGeometry g{};
    g.n = input[0], g.c = input[1], g.h = input[2], g.w = input[3];
    g.kh = kernel[0], g.kw = kernel[1], g.strideH = strides[0], g.strideW = strides[1];
    g.top = pads[0], g.left = pads[1];
    g.oh = windowCount(op, g.h, pads[0], pads[2], g.kh, g.strideH);
    g.ow = windowCount(op, g.w, pads[1], pads[3], g.kw, g.strideW);
    return g;
}

void forEachWindow(const PoolGeometry& g, const std::function<void(size_t, const std::vector<size_t>&)>& visit) {
    std::vector<size_t> inside;
    size_t y = 0;
    for (int64_t plane = 0; plane < g.n * g.c; ++plane)
        for (int64_t oy = 0; oy < g.oh; ++oy)
            for (int64_t ox = 0; ox < g.ow; ++ox, ++y) {
                inside.clear();
                for (int64_t ky = 0; ky < g.kh; ++ky)
                    for (int64_t kx = 0; kx < g.kw; ++kx) {
                        const int64_t row = oy * g.strideH - g.top + ky, column = ox * g.strideW - g.left + kx;
                        if (row >= 0 && row < g.h && column >= 0 && column < g.w)
                            inside.push_back(static_cast<size_t>((plane * g.h + row) * g.w + column));
                    }
                visit(y, inside);
            }
}

}  // namespace tl::ops
