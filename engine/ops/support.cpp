// Shared checks and reference loops of the ops. The loops follow the definitions index by index so that a mistake has
// nowhere to hide; only small examples run through them.
#include "engine/ops/support.h"

#include <cmath>

#include "engine/core/brief.h"

namespace tl::ops {
namespace {

Message named(const char* op, const char* input) {
    return Message("{op}'s input {name}", std::string(op), std::string(input));
}

}  // namespace

void expectCount(const char* op, Types inputs, size_t minimum, size_t maximum) {
    if (inputs.size() >= minimum && inputs.size() <= maximum) return;
    throw Error(std::string(op),
                maximum == minimum ? Message("{count} {count|input|inputs}", minimum)
                : maximum > 1000   ? Message("{least} or more inputs", minimum)
                                   : Message("{least} to {most} inputs", minimum, maximum),
                std::to_string(inputs.size()));
}

void expectFloat(const char* op, const char* input, const ValueType& type) {
    if (type.dtype != DType::Float32) throw Error(named(op, input), "float32", std::string(nameOf(type.dtype)));
}

void expectRank(const char* op, const char* input, const ValueType& type, int rank) {
    if (type.shape.rank() != rank)
        throw Error(named(op, input), Message("{rank} dimensions", rank), type.shape.toString());
}

void expectShape(const char* op, const char* input, const ValueType& type, const Shape& shape) {
    expectFloat(op, input, type);
    if (type.shape != shape) throw Error(named(op, input), shape.toString(), type.shape.toString());
}

void expectLabels(const char* op, const ValueType& type, int64_t rows) {
    if (type.dtype != DType::Int32) throw Error(named(op, "labels"), "int32", std::string(nameOf(type.dtype)));
    if (type.shape != Shape{rows})
        throw Error(named(op, "labels"), Message("{rows} labels", rows), type.shape.toString());
}

void expectFirst(const char* op, const Attributes& attributes) {
    if (const int64_t first = attributes.integer("first", 0); first < 0)
        throw Error(Message("{op}'s first element", std::string(op)), "0 or more", std::to_string(first));
}

void expectSameShapes(const char* op, Types inputs) {
    expectFloat(op, "0", inputs[0]);
    for (size_t i = 1; i < inputs.size(); ++i) expectShape(op, std::to_string(i).c_str(), inputs[i], inputs[0].shape);
}

void expectNoActivation(const char* op, const Attributes& attributes) {
    if (attributes.text("activation", "linear") != "linear")
        throw Error(Message("{name}'s gradient", std::string(op)), "no fused activation",
                    attributes.text("activation", "linear"),
                    "Emit an Activation op of its own; the compiler fuses it after the gradient.");
}

OpType pairwise(const char* name, const char* help, double (*function)(double, double),
                std::function<void(GradientContext&)> gradient) {
    OpType op;
    op.name = name;
    op.help = help;
    op.infer = [name](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount(name, inputs, 2, 2);
        expectSameShapes(name, inputs);
        return {inputs[0]};
    };
    op.chains = true;
    op.gradient = std::move(gradient);
    op.reference = [function](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        for (size_t i = 0; i < out[0].values.size(); ++i) out[0].values[i] = function(in[0].values[i], in[1].values[i]);
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return elements(inputs[0]); };
    op.cases = {{"images", {{{2, 17, 5, 7}}, {{2, 17, 5, 7}}}, {}}, {"matrix", {{{3, 13}}, {{3, 13}}}, {}}};
    return op;
}

OpType alongRows(const char* name, const char* help, const char* gradient,
                 void (*row)(std::span<const double> x, std::span<double> y)) {
    OpType op;
    op.name = name;
    op.help = help;
    op.infer = [name](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount(name, inputs, 1, 1);
        expectFloat(name, "x", inputs[0]);
        if (inputs[0].shape.rank() < 1) throw Error(named(name, "x"), "1 dimension or more", "a scalar");
        return {inputs[0]};
    };
    op.gradient = [gradient](GradientContext& context) {
        if (!context.needsGradient(0)) return;
        context.setInputGradient(0, context.emit(gradient, {context.output(0), context.outputGradient(0)})[0]);
    };
    op.reference = [row](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{in[0]};
        const auto width = static_cast<size_t>(in[0].shape[-1]);
        for (size_t at = 0; at < in[0].values.size(); at += width)
            row(std::span(in[0].values).subspan(at, width), std::span(out[0].values).subspan(at, width));
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 5 * elements(inputs[0]); };
    op.cases = {{"ten classes", {{{7, 10}}}, {}, {{-4, 4}}},
                {"large scores", {{{3, 37}}}, {}, {{-200, 200}}},
                {"three axes", {{{2, 3, 5}}}, {}}};
    return op;
}

OpType alongRowsGrad(const char* name, const char* help,
                     void (*row)(std::span<const double> y, std::span<const double> dy, std::span<double> dx)) {
    OpType op;
    op.name = name;
    op.help = help;
    op.infer = [name](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount(name, inputs, 2, 2);
        expectSameShapes(name, inputs);
        return {inputs[0]};
    };
    op.reference = [row](References in, const Attributes&, const StepContext&) {
        std::vector<ReferenceTensor> out{zeros(in[0].shape)};
        const auto width = static_cast<size_t>(in[0].shape[-1]);
        for (size_t at = 0; at < in[0].values.size(); at += width)
            row(std::span(in[0].values).subspan(at, width), std::span(in[1].values).subspan(at, width),
                std::span(out[0].values).subspan(at, width));
        return out;
    };
    op.flops = [](Types inputs, const Attributes&) { return 4 * elements(inputs[0]); };
    return op;
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
        throw Error(Message("{op}'s {key}", op, key), Message("{count} integers", count),
                    std::to_string(values.size()));
    for (int64_t value : values)
        if (value < minimum)
            throw Error(Message("{op}'s {key}", op, key), Message("at least {minimum}", minimum),
                        std::to_string(value));
    return values;
}

int64_t windowCount(const std::string& op, int64_t extent, int64_t before, int64_t after, int64_t window,
                    int64_t stride) {
    const int64_t room = extent + before + after - window;
    if (room < 0)
        throw Error(Message("{op}'s window", op), Message("at most the padded extent {after}", extent + before + after),
                    std::to_string(window), "Use a smaller kernel, padding, or a larger image.");
    return room / stride + 1;
}

int axisOf(const char* op, const Attributes& attributes, const Shape& shape) {
    const int64_t axis = attributes.integer("axis");
    const int64_t front = axis < 0 ? axis + shape.rank() : axis;
    if (front < 0 || front >= shape.rank())
        throw Error(Message("{name}'s axis", std::string(op)), Message("an axis of {shape}", shape.toString()),
                    std::to_string(axis));
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
        throw Error(Message("{name}'s input indices", std::string(op)), Message("0 to {rows}", rows - 1),
                    shortest(number));
    return static_cast<int64_t>(row);
}

int64_t channelOf(const Shape& shape, int64_t index) { return index / innerExtent(shape, 1) % shape[1]; }

Activated activationOf(const char* op, const Attributes& attributes, const std::string& key) {
    const ActivationKind& kind = activationKind(attributes.text(key, "linear"));
    const double alpha = attributes.number("alpha", kind.alpha);
    if (key == "activation" && !kind.fuses())
        throw Error(Message("{name}'s activation", std::string(op)), "one that this op can apply itself", kind.name,
                    "Emit an Activation op of its own.");
    if (alpha < kind.minimumAlpha)
        throw Error(Message("{name}'s alpha", std::string(op)), Message("{minimum_alpha} or more", kind.minimumAlpha),
                    shortest(alpha));
    return {kind, alpha};
}

void applyActivation(ReferenceTensor& y, const Attributes& attributes) {
    const auto [kind, alpha] = activationOf("reference", attributes, "activation");
    for (double& value : y.values) value = activate(kind.act, alpha, value);
}

double PoolGeometry::flops() const { return static_cast<double>(n * c * oh * ow * kh * kw); }

Attributes poolAttributes(std::vector<int64_t> kernel, std::vector<int64_t> strides, std::vector<int64_t> pads) {
    return {{"kernel_shape", kernel}, {"strides", strides}, {"pads", pads}};
}

PoolGeometry poolGeometry(const char* op, const Shape& input, const Attributes& attributes) {
    if (input.rank() != 4) throw Error(named(op, "x"), "images [N, C, H, W]", input.toString());
    const auto& kernel = listAttribute(op, attributes, "kernel_shape", 2, 1);
    const auto& strides = listAttribute(op, attributes, "strides", 2, 1);
    const auto& pads = listAttribute(op, attributes, "pads", 4, 0);
    for (size_t i = 0; i < 4; ++i)
        if (pads[i] >= kernel[i % 2])
            throw Error(Message("{name}'s pads", std::string(op)), "less than its kernel", std::to_string(pads[i]));
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

Shape resized(const char* op, const Shape& x, const Attributes& attributes) {
    if (x.rank() != 4) throw Error(named(op, "x"), "images [N, C, H, W]", x.toString());
    const auto& size = listAttribute(op, attributes, "size", 2, 1);
    resampleTaps(attributes, 1, 1);  // throws for an unknown one
    return {x[0], x[1], size[0], size[1]};
}

ReferenceTensor resample(const ReferenceTensor& x, const Shape& shape, const Taps& rows, const Taps& columns) {
    ReferenceTensor y = zeros(shape);
    size_t i = 0;
    for (int64_t plane = 0; plane < shape[0] * shape[1]; ++plane)
        for (const auto& row : rows)
            for (const auto& column : columns) {
                for (const Tap& down : row)
                    for (const Tap& across : column)
                        y.values[i] +=
                            down.weight * across.weight *
                            x.values[static_cast<size_t>((plane * x.shape[2] + down.from) * x.shape[3] + across.from)];
                ++i;
            }
    return y;
}

void expectSlope(const char* op, const Shape& x, const ValueType& slope) {
    expectFloat(op, "slope", slope);
    bool fits = slope.shape.rank() == x.rank() - 1;
    for (int axis = 0; fits && axis < slope.shape.rank(); ++axis)
        fits = slope.shape[axis] == 1 || slope.shape[axis] == x[axis + 1];
    if (!fits)
        throw Error(named(op, "slope"), Message("the extents of {shape} without the batch, or 1", x.toString()),
                    slope.shape.toString());
}

size_t slopeIndex(const Shape& x, const Shape& slope, size_t index) {
    auto rest = static_cast<int64_t>(index);
    int64_t result = 0, stride = 1;
    for (int axis = slope.rank() - 1; axis >= 0; --axis) {
        if (slope[axis] > 1) result += rest % x[axis + 1] * stride;
        rest /= x[axis + 1];
        stride *= slope[axis];
    }
    return static_cast<size_t>(result);
}

int64_t expectGroups(const char* op, const ValueType& x, const ValueType& gamma, const Attributes& attributes) {
    expectFloat(op, "x", x);
    if (x.shape.rank() < 2) throw Error(named(op, "x"), "2 dimensions or more", x.shape.toString());
    expectShape(op, "gamma", gamma, {x.shape[1]});
    const int64_t groups = attributes.integer("num_groups");
    if (groups < 1 || x.shape[1] % groups != 0)
        throw Error(Message("{name}'s num_groups", std::string(op)),
                    Message("a divisor of {shape} channels", x.shape[1]), std::to_string(groups));
    attributes.number("epsilon");
    return groups;
}

}  // namespace tl::ops
