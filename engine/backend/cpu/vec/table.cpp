// This build's table of functions.
#include "engine/backend/cpu/vec/functions.h"

#define TL_TEXT_(x) #x
#define TL_TEXT(x) TL_TEXT_(x)

namespace tl::cpu::TL_ISA {

const VecTable& table() {
    static const VecTable made{
        .name = TL_TEXT(TL_ISA),
        .rescaleU8 = rescaleU8,
        .rescale = rescale,
        .activation = activation,
        .activationGrad = activationGrad,
        .threshold = threshold,
        .pairwise = pairwise,
        .maxGrad = maxGrad,
        .add = add,
        .addRow = addRow,
        .addValue = addValue,
        .accumulate = accumulate,
        .sum = sum,
        .squareSum = squareSum,
        .largest = largest,
        .movingAverage = movingAverage,
        .dropout = dropout,
        .widen = widen,
        .narrow = narrow,
        .addBf16 = addBf16,
        .activationGradBf16 = activationGradBf16,
        .activationBf16 = activationBf16,
        .noise = noise,
        .prelu = prelu,
        .preluGrad = preluGrad,
        .softmax = softmax,
        .softmaxGrad = softmaxGrad,
        .crossEntropy = crossEntropy,
        .logSoftmax = logSoftmax,
        .logSoftmaxGrad = logSoftmaxGrad,
        .update = update,
        .norm32 = normTable<float>(),
        .norm16 = normTable<uint16_t>(),
        .layerNorm = layerNorm,
        .layerNormGrad = layerNormGrad,
        .maxPool = maxPool,
        .maxPoolGrad = maxPoolGrad,
        .averagePool = averagePool,
        .averagePoolGrad = averagePoolGrad,
        .resample = resample,
        .lstmCell = lstmCell,
        .lstmCellGrad = lstmCellGrad,
        .gruMix = gruMix,
        .gruMixGrad = gruMixGrad,
        .products = products,
        .multiplyAdd = multiplyAdd,
        .transpose = transpose,
        .gemm = gemm,
        .laneConv = laneConv,
        .laneConvGrad = laneConvGrad,
        .winograd32 = winogradTable<float>(),
        .winograd16 = winogradTable<uint16_t>(),
        .winogradWeightGrad = winogradWeightGrad,
        .sumLanes = sumLanes,
        .fma = fma,
        .fmaPairs = fmaPairs,
    };
    return made;
}

}  // namespace tl::cpu::TL_ISA
