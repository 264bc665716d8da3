// Each function is one op of the graph, or a few.
#include "engine/eager/ops.h"

#include "engine/core/error.h"

namespace tl::eager {
namespace {

using List = std::vector<int64_t>;

Shape commonShape(const Shape& a, const Shape& b) {
    Shape result = a.rank() >= b.rank() ? a : b;
    for (int axis = 1; axis <= result.rank(); ++axis) {
        const int64_t left = axis <= a.rank() ? a[-axis] : 1, right = axis <= b.rank() ? b[-axis] : 1;
        if (left != right && left != 1 && right != 1)
            throw Error("arithmetic of arrays", "shapes that broadcast",
                        Message("{a} and {b}", a.toString(), b.toString()));
        result[-axis] = left == 1 ? right : left;
    }
    return result;
}

Array pairwise(const char* op, const Array& a, const Array& b) {
    const Shape shape = commonShape(a.shape(), b.shape());
    return apply(op, {broadcastTo(a, shape), broadcastTo(b, shape)})[0];
}

}  // namespace

Array operator+(const Array& a, const Array& b) { return pairwise("Add", a, b); }
Array operator-(const Array& a, const Array& b) { return pairwise("Sub", a, b); }
Array operator*(const Array& a, const Array& b) { return pairwise("Mul", a, b); }
Array operator/(const Array& a, const Array& b) { return pairwise("Div", a, b); }
Array operator-(const Array& a) { return rescale(a, -1); }

Array matmul(const Array& a, const Array& b, bool transposeA, bool transposeB) {
    return apply("MatMul", {a, b}, {{"transpose_a", int64_t{transposeA}}, {"transpose_b", int64_t{transposeB}}})[0];
}

Array solve(const Array& a, const Array& b) { return apply("Solve", {a, b})[0]; }

Array sum(const Array& x, std::vector<int64_t> axes, bool keepDims) {
    return apply("ReduceSum", {x}, {{"axes", std::move(axes)}, {"keepdims", int64_t{keepDims}}})[0];
}

Array mean(const Array& x) { return rescale(sum(x), 1.0 / static_cast<double>(x.shape().elements())); }

Array square(const Array& x) { return x * x; }

Array reshape(const Array& x, const Shape& shape) { return apply("Reshape", {x}, {{"shape", shape.dims()}})[0]; }

Array broadcastTo(const Array& x, const Shape& shape) {
    return x.shape() == shape ? x : apply("Expand", {x}, {{"shape", shape.dims()}})[0];
}

Array cast(const Array& x, DType type) { return apply("Cast", {x}, {{"to", std::string(nameOf(type))}})[0]; }

Array activation(const Array& x, const std::string& kind) { return apply("Activation", {x}, {{"kind", kind}})[0]; }

Array softmax(const Array& x) { return apply("Softmax", {x})[0]; }

Array rescale(const Array& x, double scale, double offset) {
    return apply("Rescale", {x}, {{"scale", scale}, {"offset", offset}})[0];
}

Array conv2d(const Array& x, const Array& kernel, int64_t stride, int64_t padding) {
    return apply("Conv2D", {x, kernel},
                 {{"strides", List{stride, stride}},
                  {"pads", List(4, padding)},
                  {"dilations", List{1, 1}},
                  {"group", int64_t{1}}})[0];
}

Array maxPool2d(const Array& x, int64_t size) {
    return apply("MaxPool2D", {x},
                 {{"kernel_shape", List{size, size}}, {"strides", List{size, size}}, {"pads", List(4, 0)}})[0];
}

Array crossEntropy(const Array& logits, const Array& labels) {
    return apply("SparseCrossEntropy", {logits, labels})[0];
}

Array countCorrect(const Array& scores, const Array& labels) { return apply("CountCorrect", {scores, labels})[0]; }

}  // namespace tl::eager
