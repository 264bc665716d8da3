// Muon (Jordan et al., "Muon: An optimizer for hidden layers in neural networks", 2024) as Keras has it: the momentum
// of a matrix is made nearly orthogonal by a few Newton-Schulz steps, so that every direction of it moves alike.
// Kernels of more than two dimensions are taken as [first, the rest]. `rms_rate` scales the step to the size that
// Adam's have (Liu et al., "Muon is Scalable for LLM Training", 2025); 0 leaves it. Weight decay is decoupled. With
// `normalize_weights` the matrix is first brought to the norm sqrt(rows), as its inventor does on CIFAR-10: then only
// its direction is learned.
#include <algorithm>
#include <cmath>

#include "engine/ops/update.h"

namespace tl::ops {
namespace {

struct Matrix {
    size_t rows, columns;
    std::vector<double> values;

    Matrix transposed() const {
        Matrix t{columns, rows, std::vector<double>(values.size())};
        for (size_t r = 0; r < rows; ++r)
            for (size_t c = 0; c < columns; ++c) t.values[c * rows + r] = values[r * columns + c];
        return t;
    }
};

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix result{a.rows, b.columns, std::vector<double>(a.rows * b.columns)};
    for (size_t r = 0; r < a.rows; ++r)
        for (size_t k = 0; k < a.columns; ++k)
            for (size_t c = 0; c < b.columns; ++c)
                result.values[r * b.columns + c] += a.values[r * a.columns + k] * b.values[k * b.columns + c];
    return result;
}

Matrix sum(double factorA, const Matrix& a, double factorB, const Matrix& b) {
    Matrix result = a;
    for (size_t i = 0; i < a.values.size(); ++i) result.values[i] = factorA * a.values[i] + factorB * b.values[i];
    return result;
}

double normOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value * value;
    return std::sqrt(sum);
}

// A matrix of nearly the same singular vectors, whose singular values are all near 1.
Matrix orthogonalized(Matrix x, const Attributes& attributes) {
    const double a = attributes.number("a"), b = attributes.number("b"), c = attributes.number("c");
    const bool tall = x.rows > x.columns;
    if (tall) x = x.transposed();
    const double norm = normOf(x.values) + 1e-7;
    for (double& value : x.values) value /= norm;
    for (int64_t step = 0; step < attributes.integer("ns_steps"); ++step) {
        const Matrix square = product(x, x.transposed());
        x = sum(a, x, 1, product(sum(b, square, c, product(square, square)), x));
    }
    return tall ? x.transposed() : x;
}

std::vector<ReferenceTensor> evaluateMuonUpdate(References in, const Attributes& attributes,
                                                const StepContext& context) {
    const double momentum = attributes.number("momentum"), decay = attributes.number("weight_decay", 0);
    const double rate = rateOf(attributes, context), rms = attributes.number("rms_rate", 0);
    const bool nesterov = attributes.integer("nesterov", 0) != 0;
    std::vector<ReferenceTensor> out{in[0], in[2]};
    if (stands(attributes, context)) return out;
    const auto rows = static_cast<size_t>(in[0].shape[0]);
    Matrix direction{rows, in[0].values.size() / rows, std::vector<double>(in[0].values.size())};
    for (size_t i = 0; i < in[0].values.size(); ++i) {
        double& velocity = out[1].values[i];
        velocity = momentum * velocity + in[1].values[i];
        direction.values[i] = nesterov ? in[1].values[i] + momentum * velocity : velocity;
    }
    direction = orthogonalized(std::move(direction), attributes);
    const double larger = static_cast<double>(std::max(direction.rows, direction.columns));
    const double length = rate * attributes.number("lr_ratio", 1) * (rms > 0 ? rms * std::sqrt(larger) : 1);
    if (attributes.integer("normalize_weights", 0) != 0) {
        const double norm = normOf(out[0].values);
        for (double& weight : out[0].values) weight *= norm > 0 ? std::sqrt(static_cast<double>(rows)) / norm : 1;
    }
    for (size_t i = 0; i < out[0].values.size(); ++i)
        out[0].values[i] -= rate * decay * out[0].values[i] + length * direction.values[i];
    return out;
}

Attributes muonSettings(int64_t nesterov, double decay, double rms) {
    return {{"momentum", 0.95}, {"nesterov", nesterov}, {"ns_steps", int64_t{5}}, {"a", 3.4445},
            {"b", -4.7750},     {"c", 2.0315},          {"weight_decay", decay},  {"rms_rate", rms}};
}

}  // namespace

OpType muon_update() {
    OpType op;
    op.name = "MuonUpdate";
    op.help = "Moves a matrix along its momentum, made nearly orthogonal.";
    op.updates = {0, 2};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("MuonUpdate", inputs, 3, 3);
        expectSameShapes("MuonUpdate", inputs);
        if (inputs[0].shape.rank() < 2)
            throw Error("MuonUpdate", "a parameter of two dimensions or more", inputs[0].shape.toString());
        for (const char* key : {"momentum", "a", "b", "c"}) attributes.number(key);
        attributes.integer("ns_steps");
        return {inputs[0], inputs[2]};
    };
    op.reference = evaluateMuonUpdate;
    op.flops = [](Types inputs, const Attributes& attributes) {
        const double first = static_cast<double>(inputs[0].shape[0]), rest = elements(inputs[0]) / first;
        const double small = std::min(first, rest), large = std::max(first, rest);
        return static_cast<double>(attributes.integer("ns_steps")) *
               (4 * small * small * large + 2 * small * small * small);
    };
    const ValueType wide{{13, 29}}, tall{{29, 13}}, kernel{{8, 3, 3, 3}};
    op.cases = {{"wide", {wide, wide, wide}, muonSettings(1, 0, 0.2)},
                {"tall, plain momentum", {tall, tall, tall}, muonSettings(0, 0, 0)},
                {"convolution, weight decay", {kernel, kernel, kernel}, muonSettings(1, 0.1, 0.2)},
                {"convolution, normalised", {kernel, kernel, kernel}, muonSettings(1, 0.1, 0)},
                {"tall, normalised, lr_ratio", {tall, tall, tall}, muonSettings(1, 0, 0)}};
    for (const size_t normalized : {size_t{3}, size_t{4}})
        op.cases[normalized].attributes.set("normalize_weights", int64_t{1});
    op.cases[4].attributes.set("lr_ratio", 0.5);
    op.cases[4].attributes.set("freeze_out", int64_t{1});
    return op;
}

}  // namespace tl::ops
