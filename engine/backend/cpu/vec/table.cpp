// This build's table of functions.
#include "engine/backend/cpu/vec/functions.h"

#define TL_TEXT_(x) #x
#define TL_TEXT(x) TL_TEXT_(x)

namespace tl::cpu::TL_ISA {

const VecTable& table() {
    static constexpr VecTable made{
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
        .movingAverage = movingAverage,
        .dropout = dropout,
        .widen = widen,
        .narrow = narrow,
        .activationBf16 = activationBf16,
        .noise = noise,
        .prelu = prelu,
        .preluGrad = preluGrad,
        .softmax = softmax,
        .softmaxGrad = softmaxGrad,
        .logSoftmax = logSoftmax,
        .logSoftmaxGrad = logSoftmaxGrad,
        .update = update,
        .moments = moments,
        .scaleShift = scaleShift,
        .normGradSums = normGradSums,
        .normGrad = normGrad,
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
        .fma = fma,
    };
    return made;
}

}  // namespace tl::cpu::TL_ISA
