// What the ops of this folder share: checks of input types with a sentence each, the loops of convolution and pooling,
// and the activation functions. Everything here is for the float64 reference and is written to be read, not to be fast.
#pragma once

#include <functional>

#include "engine/core/activation.h"
#include "engine/core/error.h"
#include "engine/core/resample.h"
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
// Every input is float32 and has the shape of the first.
void expectSameShapes(const char* op, Types inputs);
// A fused op has no gradient of its own: fusing comes after the gradient transform.
void expectNoActivation(const char* op, const Attributes& attributes);

// An op of two values of one shape, element by element: `gradient` is its rule.
OpType pairwise(const char* name, const char* help, double (*function)(double, double),
                std::function<void(GradientContext&)> gradient);

// An op on each row of the last axis, whose gradient op takes y and dy; and that gradient op.
OpType alongRows(const char* name, const char* help, const char* gradient,
                 void (*row)(std::span<const double> x, std::span<double> y));
OpType alongRowsGrad(const char* name, const char* help,
                     void (*row)(std::span<const double> y, std::span<const double> dy, std::span<double> dx));

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

// What attribute `key` ("kind" of Activation, "activation" of ops that apply one to their result) and `alpha` say;
// throws Error where they do not fit.
struct Activated {
    const ActivationKind& kind;
    double alpha;
};
Activated activationOf(const char* op, const Attributes& attributes, const std::string& key);
// Applies attribute `activation` to every value.
void applyActivation(ReferenceTensor& y, const Attributes& attributes);

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

// Resize's output, and the reference of it and its gradient. `y`: the shape of the result.
Shape resized(const char* op, const Shape& x, const Attributes& attributes);
ReferenceTensor resample(const ReferenceTensor& x, const Shape& y, const Taps& rows, const Taps& columns);

// PRelu's slope: x's axes without the batch, each as long as x's or 1; and the slope of element `index` of x.
void expectSlope(const char* op, const Shape& x, const ValueType& slope);
size_t slopeIndex(const Shape& x, const Shape& slope, size_t index);

// GroupNorm's num_groups, which must divide x's channels; gamma has one number a channel.
int64_t expectGroups(const char* op, const ValueType& x, const ValueType& gamma, const Attributes& attributes);

}  // namespace tl::ops
