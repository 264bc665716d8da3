// What a kernel file sees where g++ compiles it for the CPU: CUDA's words, over the threads of host/grid.h. The build
// includes it before each of kernels/*.cu; nvcc gets device/prelude.h in its place, with the same names.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "engine/backend/cuda/host/grid.h"
#include "engine/core/half.h"

// The names are CUDA's, and a type cannot stand in parentheses.
// NOLINTBEGIN(bugprone-reserved-identifier,bugprone-macro-parentheses)
#define __device__
#define TL_UNROLL _Pragma("GCC unroll 8")

#define threadIdx (::tl::cuda::threads::threadIndex())
#define blockIdx (::tl::cuda::threads::blockIndex())
#define blockDim (::tl::cuda::threads::blockExtent())
#define gridDim (::tl::cuda::threads::gridExtent())

#define TL_SITE (::tl::cuda::Site{__FILE__, __LINE__})
#define __syncthreads() ::tl::cuda::threads::meetBlock(TL_SITE)
#define __syncwarp(mask) ((void)::tl::cuda::threads::meetWarp(TL_SITE, mask, 0, -1))
#define __shfl_sync(mask, value, lane) ::tl::cuda::shuffled(TL_SITE, mask, value, (lane))
#define __shfl_xor_sync(mask, value, bits)                                                                             \
    ::tl::cuda::shuffled(TL_SITE, mask, value, ::tl::cuda::threads::lane() ^ (bits))
#define __shfl_down_sync(mask, value, by)                                                                              \
    ::tl::cuda::shuffled(TL_SITE, mask, value,                                                                         \
                         ::tl::cuda::threads::lane() + (by) < 32 ? ::tl::cuda::threads::lane() + (by) : -1)
#define __ballot_sync(mask, vote) ::tl::cuda::ballot(TL_SITE, mask, vote)
#define __any_sync(mask, vote) (::tl::cuda::ballot(TL_SITE, mask, vote) != 0)
#define __all_sync(mask, vote) (::tl::cuda::ballot(TL_SITE, mask, vote) == (mask))

// `count` elements of the block's shared memory.
#define TL_SHARED(Type, name, count)                                                                                   \
    static const char name##OfBlock = 0;                                                                               \
    Type* const name = static_cast<Type*>(::tl::cuda::threads::shared(&name##OfBlock, sizeof(Type) * (count)))

// A kernel of blocks of at most `threads` threads, which takes one struct, and uses `registers` at most on any
// architecture; a hot one reads 128 bits at a time. check_kernels.py holds it against what the compiler made.
#define TL_KERNEL(name, Arguments, threads, registers)                                                                 \
    static void name(const Arguments& a);                                                                              \
    static const ::tl::cuda::HostKernel name##Kernel{                                                                  \
        #name, [](const void* a) { name(*static_cast<const Arguments*>(a)); }, sizeof(Arguments), threads};            \
    __attribute__((section("tl_kernels"), used)) static const ::tl::cuda::HostKernel* const name##Row = &name##Kernel; \
    static void name(const Arguments& a)

#define TL_HOT_KERNEL(...) TL_KERNEL(__VA_ARGS__)
// NOLINTEND(bugprone-reserved-identifier,bugprone-macro-parentheses)

namespace tl::cuda {

template <typename T>
T shuffled(const Site& site, uint32_t mask, T value, int source) {
    static_assert(sizeof(T) <= sizeof(uint64_t));
    uint64_t word = 0;
    std::memcpy(&word, &value, sizeof(T));
    word = threads::meetWarp(site, mask, word, source);
    std::memcpy(&value, &word, sizeof(T));
    return value;
}

inline uint32_t ballot(const Site& site, uint32_t mask, bool vote) {
    uint32_t votes = 0;
    threads::meetWarp(site, mask, vote, -1, &votes);
    return votes;
}

using bfloat16 = BFloat16;
using float16 = Float16;
inline float toFloat(float x) { return x; }
inline float toFloat(bfloat16 x) { return static_cast<float>(x); }
inline float toFloat(float16 x) { return static_cast<float>(x); }
inline float toFloat(uint8_t x) { return x; }
template <typename T>
T fromFloat(float x) {
    return T(x);
}

using ::rintf;
inline float sinpif(float x) { return static_cast<float>(std::sin(3.141592653589793 * static_cast<double>(x))); }
inline float cospif(float x) { return static_cast<float>(std::cos(3.141592653589793 * static_cast<double>(x))); }
using std::max;
using std::min;

inline int atomicAdd(int* to, int value) { return (*to += value) - value; }

}  // namespace tl::cuda
