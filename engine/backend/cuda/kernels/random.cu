// Four elements that follow each other row-major share one draw of Philox; a thread takes those four where they also
// lie together in memory, else one.
#include "engine/backend/cuda/kernels/random.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

template <typename F>
__device__ inline void change(const Draws& a, uint32_t i, const F& f) {
    switch (a.type) {
    case Element::BFloat16:
        static_cast<bfloat16*>(a.y)[i] = fromFloat<bfloat16>(f(toFloat(static_cast<const bfloat16*>(a.x)[i])));
        break;
    case Element::Float16:
        static_cast<float16*>(a.y)[i] = fromFloat<float16>(f(toFloat(static_cast<const float16*>(a.x)[i])));
        break;
    default: static_cast<float*>(a.y)[i] = f(static_cast<const float*>(a.x)[i]);
    }
}

__device__ inline uint32_t rowMajor(const Draws& a, uint32_t i) {
    if (a.channels == 1) return i;
    const uint32_t pixel = i / a.channels, channel = i - pixel * a.channels, image = pixel / a.inner;
    return (image * a.channels + channel) * a.inner + (pixel - image * a.inner);
}

__device__ inline uint32_t wordOf(const Draw& draw, uint32_t element) {
    const uint32_t low = element & 1 ? draw.words[1] : draw.words[0],
                   high = element & 1 ? draw.words[3] : draw.words[2];
    return element & 2 ? high : low;
}

}  // namespace

TL_KERNEL(dropout, Draws, kBlock, 40) {
    const uint64_t key = drawKey(a.context->seed, a.stream);
    const bool four = a.channels == 1 && a.plane == 1 && a.first % 4 == 0;
    const uint32_t each = four ? 4 : 1, first = (blockIdx.x * kBlock + threadIdx.x) * each;
    if (first >= a.count) return;
    const uint32_t element = (a.first + rowMajor(a, first)) / a.plane;
    const Draw draw = philoxDraw(key, element / 4, a.context->step);
    for (uint32_t i = 0; i < each && first + i < a.count; ++i) {
        const bool kept = wordOf(draw, element + i) >= a.threshold;
        change(a, first + i, [&](float x) { return kept ? x * a.scale : 0.0f; });
    }
}

TL_KERNEL(gaussianNoise, Draws, kBlock, 48) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x;
    if (i >= a.count) return;
    const uint32_t element = a.first + rowMajor(a, i);
    const Draw draw = philoxDraw(drawKey(a.context->seed, a.stream), element / 4, a.context->step);
    const float u = (static_cast<float>(wordOf(draw, element & ~1u) >> 9) + 0.5f) / 8388608.0f;
    const float turn = static_cast<float>(wordOf(draw, element | 1u) >> 8) / 16777216.0f;
    const float noise = sqrtf(-2 * logf(u)) * (element % 2 ? sinpif(2 * turn) : cospif(2 * turn));
    change(a, i, [&](float x) { return x + a.scale * noise; });
}

}  // namespace tl::cuda
