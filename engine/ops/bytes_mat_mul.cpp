// MatMul with one factor of bytes: what a Dense layer right after the images' Rescale becomes (pass fuse_rescale), and
// the gradient of its kernel. It reads a quarter of the memory.
#include "engine/ops/bytes.h"

namespace tl::ops {
namespace {

Attributes bytesCase(int64_t input, int64_t a, int64_t b) {
    return {{"transpose_a", a},
            {"transpose_b", b},
            {"bytes_input", input},
            {"bytes_scale", 1 / 128.0},
            {"bytes_offset", -1.0}};
}

}  // namespace

OpType bytes_mat_mul() {
    const DType bytes = DType::UInt8;
    OpType op;
    op.name = "BytesMatMul";
    op.help =
        "Multiplies two matrices, one of them of scaled bytes, adds a bias to each row and applies an activation.";
    op.infer = [](Types inputs, const Attributes& attributes) {
        expectCount("BytesMatMul", inputs, 2, 3);
        return findOp("MatMul").infer(floatFactors("BytesMatMul", inputs, attributes), attributes);
    };
    op.reference = [](References in, const Attributes& attributes, const StepContext& context) {
        return findOp("MatMul").reference(floatFactors(in, attributes), attributes, context);
    };
    op.flops = [](Types inputs, const Attributes& attributes) { return findOp("MatMul").flops(inputs, attributes); };
    op.cases = {
        {"a, with bias", {{{50, 70}, bytes}, {{100, 70}}, {{100}}}, bytesCase(0, 0, 1), {{0, 256}, {-1, 1}, {-1, 1}}},
        {"a, fewer than units",
         {{{32, 70}, bytes}, {{130, 70}}, {{130}}},
         bytesCase(0, 0, 1),
         {{0, 256}, {-1, 1}, {-1, 1}}},
        {"a, few", {{{3, 70}, bytes}, {{70, 9}}}, bytesCase(0, 0, 0), {{0, 256}, {-1, 1}}},
        {"a, transposed", {{{70, 50}, bytes}, {{70, 90}}}, bytesCase(0, 1, 0), {{0, 256}, {-1, 1}}},
        {"b, transposed a", {{{30, 90}}, {{30, 100}, bytes}}, bytesCase(1, 1, 0), {{-1, 1}, {0, 256}}},
        {"b, transposed", {{{5, 60}}, {{100, 60}, bytes}}, bytesCase(1, 0, 1), {{-1, 1}, {0, 256}}}};
    return op;
}

}  // namespace tl::ops
