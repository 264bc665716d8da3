// X with A X = B, or with transpose_a Aᵀ X = B, for a square A: LU with partial pivoting. With G the gradient of X,
// that of B is Y = A⁻ᵀ G and that of A is -Y Xᵀ (Giles, "Collected Matrix Derivative Results", 2008).
#include <cmath>

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

std::vector<ReferenceTensor> evaluateSolve(References in, const Attributes& attributes, const StepContext&) {
    const auto n = static_cast<size_t>(in[0].shape[0]), m = static_cast<size_t>(in[1].shape[1]);
    const bool transposed = attributes.integer("transpose_a", 0) != 0;
    std::vector<double> a(n * n);
    for (size_t i = 0; i < n; ++i)
        for (size_t j = 0; j < n; ++j) a[i * n + j] = in[0].values[transposed ? j * n + i : i * n + j];
    std::vector<ReferenceTensor> out{in[1]};
    std::vector<double>& x = out[0].values;
    for (size_t k = 0; k < n; ++k) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; ++i)
            if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
        for (size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
        for (size_t j = 0; j < m; ++j) std::swap(x[k * m + j], x[pivot * m + j]);
        for (size_t i = k + 1; i < n; ++i) {
            const double factor = a[i * n + k] / a[k * n + k];
            for (size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
            for (size_t j = 0; j < m; ++j) x[i * m + j] -= factor * x[k * m + j];
        }
    }
    for (size_t k = n; k-- > 0;)
        for (size_t j = 0; j < m; ++j) {
            for (size_t i = k + 1; i < n; ++i) x[k * m + j] -= a[k * n + i] * x[i * m + j];
            x[k * m + j] /= a[k * n + k];
        }
    return out;
}

}  // namespace

OpType solve() {
    OpType op;
    op.name = "Solve";
    op.help = "Solves a system of linear equations.";
    op.infer = [](Types inputs, const Attributes&) -> std::vector<ValueType> {
        expectCount("Solve", inputs, 2, 2);
        expectFloat("Solve", "a", inputs[0]);
        expectRank("Solve", "a", inputs[0], 2), expectRank("Solve", "b", inputs[1], 2);
        const Shape& a = inputs[0].shape;
        if (a[0] != a[1]) throw Error("Solve's input a", "a square matrix", a.toString());
        expectShape("Solve", "b", inputs[1], {a[0], inputs[1].shape[1]});
        return {inputs[1]};
    };
    op.gradient = [](GradientContext& context) {
        if (!context.needsGradient(0) && !context.needsGradient(1)) return;
        const int64_t transposed = context.attributes().integer("transpose_a", 0);
        const int y =
            context.emit("Solve", {context.input(0), context.outputGradient(0)}, {{"transpose_a", 1 - transposed}})[0];
        if (context.needsGradient(1)) context.setInputGradient(1, y);
        if (!context.needsGradient(0)) return;
        const int left = transposed ? context.output(0) : y, right = transposed ? y : context.output(0);
        const int product = context.emit("MatMul", {left, right}, {{"transpose_b", int64_t{1}}})[0];
        context.setInputGradient(0, context.emit("Rescale", {product}, {{"scale", -1.0}, {"offset", 0.0}})[0]);
    };
    op.reference = evaluateSolve;
    op.flops = [](Types inputs, const Attributes&) {
        const auto n = static_cast<double>(inputs[0].shape[0]), m = static_cast<double>(inputs[1].shape[1]);
        return 2.0 / 3 * n * n * n + 2 * n * n * m;
    };
    // Random matrices in [1, 2) with few rows are well enough conditioned for float32 to hold the answer.
    op.cases = {{"one unknown", {{{1, 1}}, {{1, 3}}}, {}, {{1, 2}, {-1, 1}}},
                {"three", {{{3, 3}}, {{3, 2}}}, {}},
                {"transposed", {{{4, 4}}, {{4, 1}}}, {{"transpose_a", int64_t{1}}}}};
    return op;
}

}  // namespace tl::ops
