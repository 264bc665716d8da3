// This build's table of functions.
#include "engine/backend/cpu/vec/functions.h"

#define TL_TEXT_(x) #x
#define TL_TEXT(x) TL_TEXT_(x)

namespace tl::cpu::TL_ISA {

const VecTable& table() {
    static constexpr VecTable made{TL_TEXT(TL_ISA), rescaleU8,    rescale,         activation,
                                   activationGrad,  add,          addRow,          addValue,
                                   accumulate,      sum,          squareSum,       movingAverage,
                                   dropout,         widen,        narrow,          activationBf16,
                                   softmax,         softmaxGrad,  update,          moments,
                                   scaleShift,      normGradSums, normGrad,        maxPool,
                                   maxPoolGrad,     averagePool,  averagePoolGrad, fma};
    return made;
}

}  // namespace tl::cpu::TL_ISA
