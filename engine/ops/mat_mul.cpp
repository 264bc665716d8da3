// y = op(a) op(b) + bias for matrices, op being a transpose of the last two axes or nothing; further axes in front are
// a batch of products, equal on both sides. The gradients are matrix products again; which operand comes first follows
// from the transposes.
#include "engine/ops/support.h"

namespace tl::ops {

namespace {

struct Sizes {
    int64_t products, m, k, n;
    bool ta, tb;
    Shape output;
};

Sizes sizesOf(const Shape& a, const Shape& b, const Attributes& attributes) {
    const bool ta = attributes.integer("transpose_a", 0) != 0, tb = attributes.integer("transpose_b", 0) != 0;
    if (a.rank() < 2) throw Error("MatMul's input a", "2 dimensions or more", a.toString());
    if (b.rank() != a.rank())
        throw Error("MatMul's input b", Message("{rank} dimensions, as a", a.rank()), b.toString());
    Sizes s{1, ta ? a[-1] : a[-2], ta ? a[-2] : a[-1], tb ? b[-2] : b[-1], ta, tb, a};
    for (int axis = 0; axis < a.rank() - 2; ++axis) {
        if (a[axis] != b[axis])
            throw Error("MatMul's input b", Message("as many matrices as a, {a}", a.toString()), b.toString());
        s.products *= a[axis];
    }
    s.output[-2] = s.m, s.output[-1] = s.n;
    const int64_t rows = tb ? b[-1] : b[-2];
    if (rows != s.k) throw Error("MatMul's input b", Message("{count} rows to match a", s.k), std::to_string(rows));
    return s;
}

void differentiateMatMul(GradientContext& context) {
    const Attributes& attributes = context.attributes();
    expectNoActivation("MatMul", attributes);
    const int64_t ta = attributes.integer("transpose_a", 0), tb = attributes.integer("transpose_b", 0);
    const int a = context.input(0), b = context.input(1), dy = context.outputGradient(0);
    const auto product = [&](int left, int right, int64_t transposeLeft, int64_t transposeRight) {
        return context.emit("MatMul", {left, right},
                            {{"transpose_a", transposeLeft}, {"transpose_b", transposeRight}})[0];
    };
    if (context.needsGradient(0)) context.setInputGradient(0, ta ? product(b, dy, tb, 1) : product(dy, b, 0, 1 - tb));
    if (context.needsGradient(1)) context.setInputGradient(1, tb ? product(dy, a, 1, ta) : product(a, dy, 1 - ta, 0));
    if (context.input(2) >= 0 && context.needsGradient(2))
        context.setInputGradient(2, context.emit("BiasGrad", {dy})[0]);
}

std::vector<ReferenceTensor> evaluateMatMul(References in, const Attributes& attributes, const StepContext&) {
    const Sizes s = sizesOf(in[0].shape, in[1].shape, attributes);
    std::vector<ReferenceTensor> out{zeros(s.output)};
    for (int64_t p = 0; p < s.products; ++p)
        for (int64_t i = 0; i < s.m; ++i)
            for (int64_t j = 0; j < s.n; ++j) {
                const int64_t a = p * s.m * s.k, b = p * s.k * s.n;
                double sum = in.size() > 2 ? in[2].values[static_cast<size_t>(j)] : 0;
                for (int64_t k = 0; k < s.k; ++k)
                    sum += in[0].values[static_cast<size_t>(a + (s.ta ? k * s.m + i : i * s.k + k))] *
                           in[1].values[static_cast<size_t>(b + (s.tb ? j * s.k + k : k * s.n + j))];
                out[0].values[static_cast<size_t>((p * s.m + i) * s.n + j)] = sum;
            }
    applyActivation(out[0], attributes);
    return out;
}

Attributes transposes(int64_t a, int64_t b) { return {{"transpose_a", a}, {"transpose_b", b}}; }

}  // namespace

OpType mat_mul() {
    OpType op;
    op.name = "MatMul";
    op.help = "Multiplies two matrices, adds a bias to each row and applies an activation.";
    op.precision = Precision::Compute;
    op.fullInputs = {2};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("MatMul", inputs, 2, 3);
        expectFloat("MatMul", "a", inputs[0]), expectFloat("MatMul", "b", inputs[1]);
        const Sizes s = sizesOf(inputs[0].shape, inputs[1].shape, attributes);
        if (inputs.size() > 2) {
            expectShape("MatMul", "bias", inputs[2], {s.n});
            if (s.output.rank() > 2)
                throw Error("MatMul's input a", "a matrix where there is a bias", s.output.toString());
        }
        activationOf("MatMul", attributes, "activation");
        return {{s.output, DType::Float32}};
    };
    op.gradient = differentiateMatMul;
    op.reference = evaluateMatMul;
    op.flops = [](Types inputs, const Attributes& attributes) {
        const Sizes s = sizesOf(inputs[0].shape, inputs[1].shape, attributes);
        return 2.0 * static_cast<double>(s.products * s.m) * static_cast<double>(s.k) * static_cast<double>(s.n);
    };
    op.cases = {
        {"plain", {{{5, 7}}, {{7, 3}}}, transposes(0, 0)},
        {"transposed a", {{{7, 5}}, {{7, 3}}}, transposes(1, 0)},
        {"transposed b", {{{33, 17}}, {{19, 17}}}, transposes(0, 1)},
        {"transposed both", {{{7, 5}}, {{3, 7}}}, transposes(1, 1)},
        {"bias", {{{5, 40}}, {{40, 11}}, {{11}}}, transposes(0, 0)},
        {"batch", {{{3, 5, 7}}, {{3, 7, 4}}}, transposes(0, 0)},
        {"batch, transposed a", {{{2, 3, 7, 5}}, {{2, 3, 7, 17}}}, transposes(1, 0)},
        {"batch, transposed b", {{{2, 3, 33, 16}}, {{2, 3, 33, 16}}}, transposes(0, 1)},
        {"batch, transposed both", {{{3, 7, 5}}, {{3, 2, 7}}}, transposes(1, 1)},
        {"many rows, odd width", {{{29, 33}}, {{33, 45}}, {{45}}}, transposes(0, 0)},
        {"few rows, wide", {{{3, 20}}, {{20, 100}}}, transposes(0, 0)},
        {"transposed a, tiles", {{{18, 26}}, {{18, 48}}}, transposes(1, 0)},
        {"transposed b, more columns than rows", {{{50, 70}}, {{100, 70}}, {{100}}}, transposes(0, 1)},
        {"one row", {{{1, 64}}, {{10, 64}}, {{10}}}, transposes(0, 1)},
        {"one row, many columns", {{{1, 1100}}, {{75, 1100}}, {{75}}}, transposes(0, 1)},
    };
    for (const char* kind : {"relu", "leaky_relu", "elu", "gelu", "sigmoid", "tanh"})
        op.cases.push_back({std::string("bias and ") + kind,
                            {{{6, 18}}, {{18, 21}}, {{21}}},
                            {{"transpose_a", int64_t{0}},
                             {"transpose_b", int64_t{0}},
                             {"activation", kind},
                             {"alpha", kind == std::string("leaky_relu") ? 0.2 : 1.0}}});
    return op;
}

}  // namespace tl::ops
