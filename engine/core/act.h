// The kinds of activation function. By itself and without a library header, because vector code is built once for each
// instruction set and must not carry copies of inline functions (backend/cpu/vec/table.h); activation.h says more.
#pragma once

namespace tl {

enum class Act : int {
    // Those that MatMul, Conv2D and BatchNormInference can apply to their own result.
    Linear,
    Relu,
    LeakyRelu,
    Elu,
    Gelu,
    Sigmoid,
    Tanh,
    // Those that are an op of their own.
    Relu6,
    Selu,
    Celu,
    GeluTanh,
    Silu,
    Mish,
    HardSigmoid,
    HardSilu,
    HardTanh,
    TanhShrink,
    Softplus,
    Softsign,
    Squareplus,
    Exponential,
    LogSigmoid,
    HardShrink,
    SoftShrink,
    Threshold,
    SparsePlus,
    SparseSigmoid,
};

// Scaled exponential linear units (Klambauer et al., NIPS 2017).
inline constexpr double kSeluAlpha = 1.6732632423543772, kSeluScale = 1.0507009873554805;

}  // namespace tl
