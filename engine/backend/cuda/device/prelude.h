// What a kernel file sees where nvcc compiles it: the names of host/prelude.h, by CUDA's own means.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>

#define TL_UNROLL _Pragma("unroll")
#define TL_SHARED(Type, name, count) __shared__ Type name[count]
// `gate`: see Driver::setGate().
#define TL_KERNEL(name, Arguments, threads, registers)                                                                 \
    static __device__ __forceinline__ void name##Body(const Arguments& a);                                             \
    extern "C" __global__ void __launch_bounds__(threads)                                                              \
        name(const __grid_constant__ Arguments a, const unsigned* gate) {                                              \
        if (gate && *gate) return;                                                                                     \
        name##Body(a);                                                                                                 \
    }                                                                                                                  \
    static __device__ __forceinline__ void name##Body(const Arguments& a)

#define TL_HOT_KERNEL(...) TL_KERNEL(__VA_ARGS__)

namespace tl::cuda {

using bfloat16 = __nv_bfloat16;
using float16 = __half;
inline __device__ float toFloat(float x) { return x; }
inline __device__ float toFloat(bfloat16 x) { return __bfloat162float(x); }
inline __device__ float toFloat(float16 x) { return __half2float(x); }
inline __device__ float toFloat(uint8_t x) { return x; }
template <typename T>
__device__ T fromFloat(float x) {
    return T(x);
}

}  // namespace tl::cuda
