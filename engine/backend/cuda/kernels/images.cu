// A block a piece of an image: its first thread draws where the image's pixels come from, by the draws that
// engine/data/augment makes on the processor, and all follow them backwards from where they end.
#include "engine/backend/cuda/kernels/images.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

// engine/core/rng.h's Rng, which takes its words in pairs here.
struct Pairs {
    uint64_t key, step;
    uint64_t taken;
};

__device__ inline uint64_t nextPair(Pairs& pairs, int lowShift, int highShift, int highBits) {
    const Draw draw = philoxDraw(pairs.key, pairs.taken / 2, pairs.step);
    const bool second = pairs.taken++ % 2 != 0;
    const uint64_t low = (second ? draw.words[2] : draw.words[0]) >> lowShift;
    const uint64_t high = (second ? draw.words[3] : draw.words[1]) >> highShift;
    return highBits == 32 ? (high << 32) | low : (high << highBits) | low;
}

__device__ inline uint64_t below(Pairs& pairs, uint64_t n) {
    const uint64_t all = ~uint64_t{0}, limit = all - all % n;
    for (;;)
        if (const uint64_t draw = nextPair(pairs, 0, 0, 32); draw < limit) return draw % n;
}

__device__ inline double uniform(Pairs& pairs) {
    return static_cast<double>(nextPair(pairs, 6, 5, 26)) / 9007199254740992.0;
}

struct Moved {
    int dx, dy, mirrored, upsideDown;
};

__device__ inline Moved drawn(const ImageMove& move, uint64_t epoch, int sample) {
    Pairs pairs{move.key, (move.alternating ? 0 : epoch) << 40 ^ static_cast<uint64_t>(sample), 0};
    Moved moved{0, 0, 0, 0};
    if (move.padding >= 0) {
        const uint64_t places = 2 * static_cast<uint64_t>(move.padding) + 1;
        moved.dx = static_cast<int>(below(pairs, places)) - move.padding;
        moved.dy = static_cast<int>(below(pairs, places)) - move.padding;
    } else {
        if (move.horizontal) moved.mirrored = uniform(pairs) < move.probability;
        if (move.vertical) moved.upsideDown = uniform(pairs) < move.probability;
        if (move.alternating && epoch % 2 != 0) moved.mirrored ^= move.horizontal, moved.upsideDown ^= move.vertical;
    }
    return moved;
}

__device__ inline int inside(Outside outside, int i, int n) {
    if (outside == Outside::Nearest) return i < 0 ? 0 : i < n ? i : n - 1;
    if (n == 1) return 0;
    const int period = 2 * (n - 1), at = ((i % period) + period) % period;
    return at < n ? at : period - at;
}

}  // namespace

TL_KERNEL(imageBatch, ImageBatch, kBlock, 48) {
    TL_SHARED(Moved, moved, ImageBatch::kMoves);
    const uint32_t image = blockIdx.y;
    const int sample = a.order[a.place->first + image];
    if (threadIdx.x == 0) {
        for (int i = 0; i < a.moves; ++i) moved[i] = drawn(a.move[i], a.place->epoch, sample);
        if (blockIdx.x == 0) a.yLabels[image] = a.labels[sample];
    }
    __syncthreads();
    const uint32_t plane = static_cast<uint32_t>(a.rows * a.columns), count = plane * static_cast<uint32_t>(a.channels);
    const uint8_t* from = a.images + uint64_t{static_cast<uint32_t>(sample)} * count;
    uint8_t* to = a.y + uint64_t{image} * count;
    const uint32_t first = blockIdx.x * kImageChunk, end = min(first + kImageChunk, count);
    for (uint32_t i = first + threadIdx.x; i < end; i += kBlock) {
        const uint32_t channel = i / plane, pixel = i - channel * plane;
        int y = static_cast<int>(pixel / static_cast<uint32_t>(a.columns));
        int x = static_cast<int>(pixel) - y * a.columns;
        bool there = true;
        for (int m = a.moves - 1; m >= 0; --m) {
            const Moved by = moved[m];
            if (by.upsideDown) y = a.rows - 1 - y;
            if (by.mirrored) x = a.columns - 1 - x;
            y += by.dy;
            x += by.dx;
            const bool beyond = x < 0 || x >= a.columns || y < 0 || y >= a.rows;
            if (beyond && a.move[m].outside == Outside::Zero) {
                there = false;
                break;
            }
            if (beyond) x = inside(a.move[m].outside, x, a.columns), y = inside(a.move[m].outside, y, a.rows);
        }
        to[i] = there ? from[channel * plane + static_cast<uint32_t>(y * a.columns + x)] : uint8_t{0};
    }
}

}  // namespace tl::cuda
