// What kernels share: pieces of 128 bits, sums and largest values over a warp and a block, the draws of
// engine/core/rng.h. Every sum is added up in an order that follows from the shape alone, so that results repeat.
#pragma once

#include <cstdint>

#include "engine/backend/cuda/kernels/element.h"
#include "engine/backend/step_context.h"

namespace tl::cuda {

constexpr unsigned kAllLanes = 0xffffffffu;
// As many elements as fit into 128 bits, which a thread reads or writes at once.
template <typename T>
struct alignas(16) Pack {
    static constexpr int size = 16 / sizeof(T);
    T v[16 / sizeof(T)];
};

template <typename T>
__device__ inline Pack<T> loadPack(const T* from) {
    return *reinterpret_cast<const Pack<T>*>(from);
}
template <typename T>
__device__ inline void storePack(T* to, const Pack<T>& pack) {
    *reinterpret_cast<Pack<T>*>(to) = pack;
}

__device__ inline float warpSum(float x) {
    for (int distance = 16; distance > 0; distance /= 2) x += __shfl_xor_sync(kAllLanes, x, distance);
    return x;
}

// (A NaN stays.)
__device__ inline float warpMax(float x) {
    for (int distance = 16; distance > 0; distance /= 2) {
        const float other = __shfl_xor_sync(kAllLanes, x, distance);
        x = other > x || other != other ? other : x;
    }
    return x;
}

// The sum over all threads of a block of whole warps, for each of them. A kernel that wants several sums numbers them,
// so that each has shared memory of its own.
template <int number = 0>
__device__ inline float blockSum(float x) {
    TL_SHARED(float, partial, 32);
    const int thread = static_cast<int>(threadIdx.x), warps = static_cast<int>(blockDim.x) / 32;
    x = warpSum(x);
    if (thread % 32 == 0) partial[thread / 32] = x;
    __syncthreads();
    return warpSum(thread % 32 < warps ? partial[thread % 32] : 0.0f);
}

// The largest, likewise.
template <int number = 0>
__device__ inline float blockMax(float x) {
    TL_SHARED(float, partial, 32);
    const int thread = static_cast<int>(threadIdx.x), warps = static_cast<int>(blockDim.x) / 32;
    x = warpMax(x);
    if (thread % 32 == 0) partial[thread / 32] = x;
    __syncthreads();
    return warpMax(thread % 32 < warps ? partial[thread % 32] : -INFINITY);
}

// StepContext's rate and stands, which only the host can call.
__device__ inline float rateOf(const StepContext& context, bool freezesOut) {
    return freezesOut && context.freezeOutRate >= 0 ? context.freezeOutRate : context.learningRate;
}
__device__ inline bool stands(const StepContext& context, bool freezesOut) {
    return freezesOut && rateOf(context, true) == 0;
}

struct Draw {
    uint32_t words[4];
};

// As engine/core/rng.h has it: Philox4x32-10.
__device__ inline Draw philoxDraw(uint64_t key, uint64_t low, uint64_t high) {
    uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
    uint32_t c0 = static_cast<uint32_t>(low), c1 = static_cast<uint32_t>(low >> 32);
    uint32_t c2 = static_cast<uint32_t>(high), c3 = static_cast<uint32_t>(high >> 32);
    for (int round = 0; round < 10; ++round) {
        const uint64_t p0 = uint64_t{0xD2511F53u} * c0, p1 = uint64_t{0xCD9E8D57u} * c2;
        c0 = static_cast<uint32_t>(p1 >> 32) ^ c1 ^ k0;
        c1 = static_cast<uint32_t>(p1);
        c2 = static_cast<uint32_t>(p0 >> 32) ^ c3 ^ k1;
        c3 = static_cast<uint32_t>(p0);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return {{c0, c1, c2, c3}};
}

__device__ inline uint64_t drawKey(uint64_t seed, uint64_t stream) {
    const Draw mixed = philoxDraw(seed, stream, 0);
    return (uint64_t{mixed.words[1]} << 32) | mixed.words[0];
}

}  // namespace tl::cuda
