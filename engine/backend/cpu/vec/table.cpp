// This build's table of functions.
#include "engine/backend/cpu/vec/functions.h"

#define TL_TEXT_(x) #x
#define TL_TEXT(x) TL_TEXT_(x)

namespace tl::cpu::TL_ISA {

const VecTable& table() {
    static const VecTable made{TL_TEXT(TL_ISA),
                               rescaleU8,
                               rescale,
                               activation,
                               activationGrad,
                               add,
                               addRow,
                               addValue,
                               accumulate,
                               sum,
                               movingAverage,
                               dropout,
                               widen,
                               narrow,
                               addBf16,
                               activationGradBf16,
                               activationBf16,
                               softmax,
                               softmaxGrad,
                               update,
                               normTable<float>(),
                               normTable<uint16_t>(),
                               maxPool,
                               maxPoolGrad,
                               averagePool,
                               averagePoolGrad,
                               transpose,
                               gemm,
                               laneConv,
                               laneConvGrad,
                               winogradTable<float>(),
                               winogradTable<uint16_t>(),
                               winogradWeights,
                               winogradWeightGrad,
                               sumLanes,
                               fma};
    return made;
}

}  // namespace tl::cpu::TL_ISA
