// What the ops of this folder share: checks of input types with a sentence each, the loops of pooling, and
// the activation functions. Everything here is for the float64 reference and is written to be read, not to be fast.
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
// labels, or labels, other labels and the first ones' shares (float32), all [N].
void expectMixedLabels(const char* op, Types inputs);
// of(label) of a sample, or what its two labels give by their shares.
double mixOfLabels(References in, size_t sample, const std::function<double(double label)>& of);
// The attribute `first`, an element's number.
void expectFirst(const char* op, const Attributes& attributes);
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
// A list of `count` integers, each at least `minimum`.
const std::vector<int64_t>& listAttribute(const std::string& op, const Attributes& attributes, const char* key,
                                          size_t count, int64_t minimum);
// Places of a window of this reach along an axis.
int64_t windowCount(const std::string& op, int64_t extent, int64_t before, int64_t after, int64_t window,
                    int64_t stride);

// An axis attribute counted from the front; throws Error where the shape has no such axis.
int axisOf(const char* op, const Attributes& attributes, const Shape& shape);
// Extents before and after an axis, multiplied up.
int64_t outerExtent(const Shape& shape, int axis);
int64_t innerExtent(const Shape& shape, int axis);
// The row of a table with `rows` rows that a number names, rounded; throws Error where there is none.
int64_t rowOf(const char* op, double number, int64_t rows);
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

// A row of scores as the logarithms of their softmax.
void logSoftmax(std::span<const double> scores, std::span<double> y);
// The gradient rule of a cross entropy: outputs loss and probabilities, inputs scores, targets and perhaps weights. Its
// gradient op takes the probabilities, the targets, the loss's gradient and the weights.
void differentiateCrossEntropy(GradientContext& context, const std::string& gradientOp);

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

struct PoolGeometry {
    int64_t n, c, h, w, kh, kw, oh, ow, strideH, strideW, top, left;
    Shape inputShape() const { return {n, c, h, w}; }
    Shape outputShape() const { return {n, c, oh, ow}; }
    double flops() const;
};
Attributes poolAttributes(std::vector<int64_t> kernel, std::vector<int64_t> strides, std::vector<int64_t> pads);
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
