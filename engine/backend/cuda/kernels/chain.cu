// Elementwise ops. A thread carries 8 elements through all steps of a chain, so that what lies between them is never
// written; which steps there are is the same for all threads and costs a branch that no warp parts at.
#include "engine/backend/cuda/kernels/common.h"

#include "engine/backend/cuda/kernels/activation.h"
#include "engine/backend/cuda/kernels/chain.h"

namespace tl::cuda {
namespace {

constexpr int kEach = kChainEach;

template <typename T>
__device__ inline void loadAs(const void* from, uint32_t at, uint32_t count, float (&v)[kEach]) {
    const T* x = static_cast<const T*>(from) + at;
    if (at + kEach <= count) {
        if constexpr (sizeof(T) == 1) {
            struct alignas(8) Bytes {
                T v[kEach];
            };
            const Bytes bytes = *reinterpret_cast<const Bytes*>(x);
            TL_UNROLL
            for (int i = 0; i < kEach; ++i) v[i] = toFloat(bytes.v[i]);
        } else {
            TL_UNROLL
            for (int first = 0; first < kEach; first += Pack<T>::size) {
                const Pack<T> pack = loadPack(x + first);
                TL_UNROLL
                for (int i = 0; i < Pack<T>::size; ++i) v[first + i] = toFloat(pack.v[i]);
            }
        }
    } else {
        TL_UNROLL
        for (int i = 0; i < kEach; ++i) v[i] = at + i < count ? toFloat(x[i]) : 0.0f;
    }
}

__device__ inline void load(const void* from, Element type, uint32_t at, uint32_t count, float (&v)[kEach]) {
    switch (type) {
    case Element::BFloat16: return loadAs<bfloat16>(from, at, count, v);
    case Element::Float16: return loadAs<float16>(from, at, count, v);
    case Element::UInt8: return loadAs<uint8_t>(from, at, count, v);
    default: return loadAs<float>(from, at, count, v);
    }
}

template <typename T>
__device__ inline void storeAs(void* to, uint32_t at, uint32_t count, const float (&v)[kEach]) {
    T* y = static_cast<T*>(to) + at;
    if (at + kEach <= count) {
        TL_UNROLL
        for (int first = 0; first < kEach; first += Pack<T>::size) {
            Pack<T> pack;
            TL_UNROLL
            for (int i = 0; i < Pack<T>::size; ++i) pack.v[i] = fromFloat<T>(v[first + i]);
            storePack(y + first, pack);
        }
    } else {
        TL_UNROLL
        for (int i = 0; i < kEach; ++i)
            if (at + i < count) y[i] = fromFloat<T>(v[i]);
    }
}

__device__ inline void store(void* to, Element type, uint32_t at, uint32_t count, const float (&v)[kEach]) {
    switch (type) {
    case Element::BFloat16: return storeAs<bfloat16>(to, at, count, v);
    case Element::Float16: return storeAs<float16>(to, at, count, v);
    default: return storeAs<float>(to, at, count, v);
    }
}

__device__ inline float number(const ChainOperand& operand) { return *static_cast<const float*>(operand.data); }

template <typename Make>
__device__ inline void each(float (&v)[kEach], const Make& make) {
    TL_UNROLL
    for (int i = 0; i < kEach; ++i) v[i] = make(i);
}

__device__ inline void take(const ChainStep& s, float (&v)[kEach], const float (&o)[kEach], float second) {
    switch (s.op) {
    case ChainOp::Activate:
        return withActivation(s.act, s.a, s.b, [&](const auto& f) { each(v, [&](int i) { return f(v[i]); }); });
    case ChainOp::Slope:
        return withSlope(s.act, s.a, [&](const auto& slope) { each(v, [&](int i) { return v[i] * slope(o[i]); }); });
    case ChainOp::Add: return each(v, [&](int i) { return v[i] + o[i]; });
    case ChainOp::Sub: return each(v, [&](int i) { return v[i] - o[i]; });
    case ChainOp::Mul: return each(v, [&](int i) { return v[i] * o[i]; });
    case ChainOp::Div: return each(v, [&](int i) { return v[i] / o[i]; });
    case ChainOp::Max: return each(v, [&](int i) { return v[i] > o[i] ? v[i] : o[i]; });
    case ChainOp::Min: return each(v, [&](int i) { return v[i] < o[i] ? v[i] : o[i]; });
    case ChainOp::Rescale: return each(v, [&](int i) { return v[i] * s.a + s.b; });
    case ChainOp::Clip: return each(v, [&](int i) { return within(v[i], -s.a, s.a); });
    case ChainOp::ClipNorm: return each(v, [&](int i) { return v[i] * (s.a / atLeast(o[i], s.a)); });
    case ChainOp::Mix: return each(v, [&](int i) { return v[i] * s.a + o[i] * s.b; });
    case ChainOp::Penalty:
        return each(v, [&](int i) { return o[i] * (s.a * float((v[i] > 0) - (v[i] < 0)) + 2 * s.b * v[i]); });
    case ChainOp::Average: return each(v, [&](int i) { return v[i] + (second > 1 ? s.a : 1.0f) * (o[i] - v[i]); });
    case ChainOp::Overwrite: return each(v, [&](int i) { return fmodf(second, s.a) == 0 ? o[i] : v[i]; });
    case ChainOp::Count: return each(v, [&](int i) { return v[i] + (v[i] >= s.a ? 1 - s.b : 1.0f); });
    }
}

}  // namespace

TL_HOT_KERNEL(chain, Chain, kBlock, 64) {
    const uint32_t at = (blockIdx.x * kBlock + threadIdx.x) * kEach;
    if (at >= a.count) return;
    float v[kEach], o[kEach] = {};
    load(a.x.data, a.x.type, at, a.count, v);
    for (int s = 0; s < a.steps; ++s) {
        const ChainStep step = a.step[s];
        float second = 0;
        if (step.operand >= 0) {
            const ChainOperand operand = a.operand[step.operand];
            if (operand.single) {
                const float same = number(operand);
                each(o, [&](int) { return same; });
            } else {
                load(operand.data, operand.type, at, a.count, o);
            }
        }
        if (step.second >= 0) second = number(a.operand[step.second]);
        take(step, v, o, second);
    }
    store(a.y, a.yType, at, a.count, v);
}

TL_KERNEL(maxGrad, MaxGrad, kBlock, 32) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const float x = a.a[i], other = a.b[i], dy = a.dy[i];
    a.da[i] = x > other ? dy : x < other ? 0 : 0.5f * dy;
    a.db[i] = x < other ? dy : x > other ? 0 : 0.5f * dy;
}

TL_HOT_KERNEL(channelAdd, ChannelAdd, kBlock, 40) {
    const uint32_t at = (blockIdx.x * kBlock + threadIdx.x) * kEach;
    if (at >= a.count) return;
    float v[kEach];
    load(a.x, a.type, at, a.count, v);
    each(v, [&](int i) { return v[i] + a.bias[(at + i) / a.inner % a.channels]; });
    store(a.y, a.type, at, a.count, v);
}

}  // namespace tl::cuda
