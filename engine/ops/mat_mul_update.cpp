// A matrix product that is the gradient of a parameter, and the update that uses it: the gradient itself is never kept.
// Inputs are those of the update with the product's factors in the gradient's place: param, a, b, slots, perhaps the
// step count. Attributes are those of both, and `update` names the update's op. Of the factors only b may be of bytes.
#include "engine/ops/bytes.h"
#include "engine/ops/update.h"

namespace tl::ops {
namespace {

const OpType& updateOf(const Attributes& attributes) { return findOp(attributes.text("update", "")); }

// The inputs of the update, given the product.
template <typename T>
std::vector<T> updateInputs(std::span<const T> inputs, const T& product) {
    std::vector<T> given{inputs[0], product};
    given.insert(given.end(), inputs.begin() + 3, inputs.end());
    return given;
}

ValueType productType(Types inputs, const Attributes& attributes) {
    return findOp("MatMul").infer(floatFactors("MatMulUpdate", inputs.subspan(1, 2), attributes), attributes)[0];
}

std::vector<ValueType> matMulUpdateTypes(Types inputs, const Attributes& attributes) {
    if (inputs.size() < 3)
        throw Error("MatMulUpdate", "a parameter and two factors", Message("{count} inputs", inputs.size()));
    if (attributes.integer("transpose_b", 0) != 0) throw Error("MatMulUpdate", "b as it is", "a transposed b");
    if (attributes.integer("bytes_input", 1) != 1) throw Error("MatMulUpdate", "bytes in b, if any", "bytes in a");
    return updateOf(attributes).infer(updateInputs(inputs, productType(inputs, attributes)), attributes);
}

// Of [m, n] from k samples, as a Dense layer's kernel: x^T dy.
OpCase matMulUpdateCase(const std::string& update, const OpCase& one, int64_t m, int64_t n, int64_t k) {
    OpCase made = one;
    made.name = update + ", " + one.name;
    made.attributes.set("update", update);
    made.attributes.set("transpose_a", int64_t{1});
    const size_t slots = one.inputs.size() - 2 - (one.inputs.back().shape.rank() == 0 ? 1 : 0);
    made.inputs[0] = {{m, n}};
    made.inputs[1] = {{k, m}};
    for (size_t i = 0; i < slots; ++i) made.inputs[2 + i] = {{m, n}};
    made.inputs.insert(made.inputs.begin() + 2, ValueType{{k, n}});
    made.ranges.insert(made.ranges.begin() + 2, {-1, 1});
    return made;
}

}  // namespace

OpType mat_mul_update() {
    OpType op;
    op.name = "MatMulUpdate";
    op.help = "Moves a parameter against its gradient, which is a matrix product.";
    op.updates = {0, 3, 4, 5};
    op.infer = matMulUpdateTypes;
    op.reference = [](References in, const Attributes& attributes, const StepContext& context) {
        const auto product =
            findOp("MatMul").reference(floatFactors(in.subspan(1, 2), attributes), attributes, context)[0];
        return updateOf(attributes).reference(updateInputs(in, product), attributes, context);
    };
    op.flops = [](Types inputs, const Attributes& attributes) {
        return findOp("MatMul").flops(inputs.subspan(1, 2), attributes) +
               updateOf(attributes).flops(updateInputs(inputs, productType(inputs, attributes)), attributes);
    };
    const Attributes momentum{{"momentum", 0.9}, {"nesterov", int64_t{1}}, {"weight_decay", 0.01}};
    const Attributes adam{{"beta_1", 0.9}, {"beta_2", 0.999}, {"epsilon", 1e-7}, {"weight_decay", 0.01}};
    const Attributes centred{{"rho", 0.9}, {"centered", int64_t{1}}, {"epsilon", 1e-7}};
    op.cases = {
        matMulUpdateCase("SgdUpdate", updateCase("plain", 0, {{"momentum", 0.0}}, {}), 13, 29, 5),
        matMulUpdateCase("SgdUpdate", updateCase("nesterov, weight decay", 1, momentum, {{-1, 1}}), 150, 300, 7),
        matMulUpdateCase("RmsPropUpdate", updateCase("centred", 2, centred, {{0.5, 1}, {-0.1, 0.1}}), 90, 130, 12),
        matMulUpdateCase("AdamUpdate", updateCase("third step", 2, adam, {{-1, 1}, {0.5, 1}}, 3), 301, 40, 33)};
    OpCase bytes = matMulUpdateCase("SgdUpdate", updateCase("bytes", 0, {{"momentum", 0.0}}, {}), 70, 200, 9);
    bytes.inputs[2].dtype = DType::UInt8;
    bytes.ranges[2] = {0, 256};
    bytes.attributes.set("bytes_input", int64_t{1});
    bytes.attributes.set("bytes_scale", 1 / 128.0);
    bytes.attributes.set("bytes_offset", -1.0);
    op.cases.push_back(bytes);
    return op;
}

}  // namespace tl::ops
