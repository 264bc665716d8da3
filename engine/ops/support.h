// What the ops of this folder share: checks of input types with a sentence each, the loops of convolution and pooling,
// and the activation functions. Everything here is for the float64 reference and is written to be read, not to be fast.
#pragma once

#include <functional>

#include "engine/core/error.h"
#include "engine/ops/op.h"

namespace tl::ops {

using Types = std::span<const ValueType>;
using References = std::span<const ReferenceTensor>;

// Each throws Error where the inputs of `op` are not so.
void expectCount(const char* op, Types inputs, size_t minimum, size_t maximum);
void expectFloat(const char* op, const char* input, const ValueType& type);
void expectRank(const char* op, const char* input, const ValueType& type, int rank);
void expectShape(const char* op, const char* input, const ValueType& type, const Shape& shape);
// labels: int32 [rows].
void expectLabels(const char* op, const ValueType& type, int64_t rows);
// labels, or labels, other labels and the first ones' shares (float32), all [N].
void expectMixedLabels(const char* op, Types inputs);
// of(label) of a sample, or what its two labels give by their shares.
double mixOfLabels(References in, size_t sample, const std::function<double(double label)>& of);
// Every input is float32 and has the shape of the first.
void expectSameShapes(const char* op, Types inputs);
// A fused op has no gradient of its own: fusing comes after the gradient transform.
void expectNoActivation(const char* op, const Attributes& attributes);

ReferenceTensor zeros(Shape shape);
Shape shapeAttribute(const Attributes& attributes, const std::string& key);
double elements(const ValueType& type);

// An axis attribute counted from the front; throws Error where the shape has no such axis.
int axisOf(const char* op, const Attributes& attributes, const Shape& shape);
// Extents before and after an axis, multiplied up.
int64_t outerExtent(const Shape& shape, int axis);
int64_t innerExtent(const Shape& shape, int axis);
// The channel (axis 1) of element `index` of a row-major tensor.
int64_t channelOf(const Shape& shape, int64_t index);

// linear, relu, leaky_relu, elu, gelu, sigmoid, tanh.
double activate(const std::string& kind, double alpha, double x);
// d y / d x; from x for gelu, from y for every other kind.
double activationSlope(const std::string& kind, double alpha, double x, double y);
// The attribute `alpha`, or the kind's default (docs/ops.md).
double alphaOf(const Attributes& attributes, const std::string& kind);
void expectActivation(const char* op, const std::string& kind, double alpha);
// Applies attribute `activation` to every value.
void applyActivation(ReferenceTensor& y, const Attributes& attributes);

// A kind of ElementwiseLoss (attribute `kind`, Keras's name) at one value and target: the loss and its slope in y.
// binary_crossentropy and binary_focal_crossentropy take raw scores; the second's gamma and alpha are attributes
// (without alpha, yes and no weigh alike), as is huber's delta. Throws Error for an unknown kind.
struct ElementLoss {
    double value, slope;
};
ElementLoss elementLoss(const Attributes& attributes, double y, double target);
double elementLossDivisor(const Attributes& attributes, const Shape& shape);
// Of the sample that element `index` of in[0] belongs to: in[weights] where it is there, else 1.
double weightOf(References in, size_t weights, size_t index);

// CategoricalHinge's row that begins at element `row`: by how much it misses the margin, and the best other's element.
struct Margin {
    double miss;
    size_t best;
};
Margin marginOf(References in, size_t row);
// ThresholdCounts' thresholds.
std::vector<double> thresholdsOf(const Attributes& attributes);

// The sizes of a convolution, from shapes and attributes; throws Error where they do not fit.
struct ConvGeometry {
    int64_t n, c, h, w, o, kh, kw, oh, ow;
    int64_t strideH, strideW, top, left, dilationH, dilationW, group;
    Shape inputShape() const { return {n, c, h, w}; }
    Shape kernelShape() const { return {o, c / group, kh, kw}; }
    Shape outputShape() const { return {n, o, oh, ow}; }
    double flops() const;
};
ConvGeometry convGeometry(const char* op, const Shape& input, const Shape& kernel, const Attributes& attributes);
// Calls visit(xIndex, wIndex, yIndex) for every product of the definition whose x lies inside the image.
void forEachTap(const ConvGeometry& g, const std::function<void(size_t, size_t, size_t)>& visit);
// The attributes that a convolution hands to its gradient ops.
Attributes convAttributes(const Attributes& attributes);

struct PoolGeometry {
    int64_t n, c, h, w, kh, kw, oh, ow, strideH, strideW, top, left;
    Shape inputShape() const { return {n, c, h, w}; }
    Shape outputShape() const { return {n, c, oh, ow}; }
    double flops() const;
};
PoolGeometry poolGeometry(const char* op, const Shape& input, const Attributes& attributes);
// Calls visit(yIndex, xIndices): the elements of each window that lie inside the image, row-major.
void forEachWindow(const PoolGeometry& g, const std::function<void(size_t, const std::vector<size_t>&)>& visit);

}  // namespace tl::ops
