// MatMul of two matrices whose numbers are rounded to 8 bits first, each matrix by one scale that follows from its
// largest number (AbsMax). The pass float8_products makes it of MatMul, gradients included, so it has none of its own.
#include "engine/core/float8.h"

#include "engine/ops/support.h"

namespace tl::ops {
namespace {

constexpr int64_t kMultiple = 16;  // of all three sizes: what the matrix units of GPUs want

// MatMul's own inputs: a, b, perhaps the bias.
template <typename T>
std::vector<T> factorsOf(std::span<const T> inputs) {
    std::vector<T> factors{inputs[0], inputs[1]};
    factors.insert(factors.end(), inputs.begin() + 4, inputs.end());
    return factors;
}

Float8 formatOf(const Attributes& attributes, const char* key) {
    const std::string name = attributes.text(key, "");
    if (name == nameOf(float8Named(name))) return float8Named(name);
    throw Error(Message("Float8MatMul's {attribute}", key), "e4m3 or e5m2", name.empty() ? "none" : name);
}

void round(ReferenceTensor& matrix, Float8 format, const ReferenceTensor& largest) {
    const float scale = scaleOf(format, static_cast<float>(largest.values[0]));
    for (double& value : matrix.values)
        value = static_cast<double>(roundedTo(format, static_cast<float>(value) * scale) / scale);
}

OpCase productCase(const std::string& name, const Shape& a, const Shape& b, int64_t transposeA, int64_t transposeB,
                   const char* first, const char* second) {
    return {name,
            {{a}, {b}, {{}}, {{}}},
            {{"transpose_a", transposeA}, {"transpose_b", transposeB}, {"a_format", first}, {"b_format", second}},
            {{-1, 1}, {-1, 1}, {1, 1.7}, {1, 1.7}}};
}

}  // namespace

OpType float8_mat_mul() {
    OpType op;
    op.name = "Float8MatMul";
    op.help = "Multiplies two matrices after rounding their numbers to 8 bits, adds a bias and applies an activation.";
    op.precision = Precision::Compute;
    op.fullInputs = {2, 3, 4};
    op.infer = [](Types inputs, const Attributes& attributes) -> std::vector<ValueType> {
        expectCount("Float8MatMul", inputs, 4, 5);
        std::vector<ValueType> result = findOp("MatMul").infer(factorsOf(inputs), attributes);
        for (size_t i = 0; i < 2; ++i) {
            expectRank("Float8MatMul", i == 0 ? "a" : "b", inputs[i], 2);
            if (inputs[i].shape[0] % kMultiple != 0 || inputs[i].shape[1] % kMultiple != 0)
                throw Error(i == 0 ? "Float8MatMul's input a" : "Float8MatMul's input b", "multiples of 16",
                            inputs[i].shape.toString());
        }
        expectShape("Float8MatMul", "largest of a", inputs[2], {});
        expectShape("Float8MatMul", "largest of b", inputs[3], {});
        formatOf(attributes, "a_format"), formatOf(attributes, "b_format");
        return result;
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext& context) {
        std::vector<ReferenceTensor> factors = factorsOf(in);
        round(factors[0], formatOf(attributes, "a_format"), in[2]);
        round(factors[1], formatOf(attributes, "b_format"), in[3]);
        return findOp("MatMul").reference(factors, attributes, context);
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return findOp("MatMul").flops(inputs.subspan(0, 2), attributes);
    };
    op.cases = {productCase("forward", {32, 48}, {16, 48}, 0, 1, "e4m3", "e4m3"),
                productCase("gradient of the input", {32, 16}, {16, 48}, 0, 0, "e5m2", "e4m3"),
                productCase("gradient of the kernel", {32, 16}, {32, 48}, 1, 0, "e5m2", "e4m3"),
                productCase("transposed both", {64, 16}, {80, 64}, 1, 1, "e4m3", "e5m2")};
    OpCase full = productCase("bias and relu, clipped", {48, 32}, {16, 32}, 0, 1, "e4m3", "e4m3");
    full.inputs.push_back({{16}});
    full.attributes.set("activation", std::string("relu"));
    full.ranges = {{-1, 1}, {-0.01, 0.01}, {0.9, 1}, {0.009, 0.01}};  // what is larger becomes the largest
    OpCase tanh = full;
    tanh.name = "bias and tanh";
    tanh.attributes.set("activation", std::string("tanh"));
    op.cases.push_back(full);
    op.cases.push_back(tanh);
    return op;
}

}  // namespace tl::ops
