// Largest numbers, and matrices in 8 bits, row by row or turned around: matrix units want the axis that is summed over
// to be the one whose numbers lie side by side, in both factors.
#include "engine/backend/cuda/kernels/float8.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

template <typename T>
__device__ inline float largestOf(const AbsMax& a) {
    const T* const x = static_cast<const T*>(a.x);
    const uint32_t begin = blockIdx.x * a.share, end = min(begin + a.share, a.count);
    const uint32_t whole = end - (end - begin) % Pack<T>::size;
    uint32_t most = 0;  // sizes of floats are in the order of their bits
    const auto look = [&](T number) { most = max(most, std::bit_cast<uint32_t>(toFloat(number)) & 0x7fffffffu); };
    for (uint32_t i = begin + threadIdx.x * Pack<T>::size; i < whole; i += kBlock * Pack<T>::size) {
        const Pack<T> pack = loadPack(x + i);
        TL_UNROLL
        for (const T number : pack.v) look(number);
    }
    for (uint32_t i = whole + threadIdx.x; i < end; i += kBlock) look(x[i]);
    return blockMax(std::bit_cast<float>(most));
}

__device__ inline float scaleFor(const ToFloat8& a) {
    const float scale = scaleOf(a.format, *a.largest);
    if (threadIdx.x == 0 && blockIdx.x == 0 && blockIdx.y == 0) *a.inverse = 1 / scale;
    return scale;
}

template <typename T>
__device__ inline uint8_t inBits(Float8 format, T x, float scale) {
    return bitsOf(format, roundedTo(format, toFloat(x) * scale));
}

template <typename T>
__device__ inline void convert(const ToFloat8& a) {
    const float scale = scaleFor(a);
    const uint32_t first = (blockIdx.x * kBlock + threadIdx.x) * kFloat8Each;
    if (first >= a.rows * a.columns) return;
    const T* const x = static_cast<const T*>(a.x) + first;
    Pack<uint8_t> bytes;
    TL_UNROLL
    for (int piece = 0; piece < static_cast<int>(kFloat8Each) / Pack<T>::size; ++piece) {
        const Pack<T> pack = loadPack(x + piece * Pack<T>::size);
        TL_UNROLL
        for (int i = 0; i < Pack<T>::size; ++i) bytes.v[piece * Pack<T>::size + i] = inBits(a.format, pack.v[i], scale);
    }
    storePack(a.y + first, bytes);
}

// Where a tile's 16 bytes number `piece` of column `column` of x lie in shared memory. Pieces change places from eight
// columns to the next, which a warp writes to at once: else all these bytes came to one bank.
__device__ inline uint32_t placeOf(uint32_t column, uint32_t piece) {
    constexpr uint32_t kPieces = kFloat8Tile / kFloat8Each;
    return column * kPieces + (piece + column / 8) % kPieces;
}

template <typename T>
__device__ inline void turn(const ToFloat8& a) {
    constexpr uint32_t kPacks = kFloat8Tile / Pack<T>::size;  // of a row of x
    TL_SHARED(Pack<uint8_t>, tile, kFloat8Tile * kFloat8Tile / kFloat8Each);
    const float scale = scaleFor(a);
    const uint32_t firstColumn = blockIdx.x * kFloat8Tile, firstRow = blockIdx.y * kFloat8Tile;
    const uint32_t from = threadIdx.x % kPacks * Pack<T>::size;
    for (uint32_t row = threadIdx.x / kPacks; row < kFloat8Tile; row += kBlock / kPacks) {
        if (firstRow + row >= a.rows || firstColumn + from >= a.columns) continue;
        const Pack<T> pack =
            loadPack(static_cast<const T*>(a.x) + uint64_t{firstRow + row} * a.columns + firstColumn + from);
        TL_UNROLL
        for (int i = 0; i < Pack<T>::size; ++i)
            tile[placeOf(from + static_cast<uint32_t>(i), row / kFloat8Each)].v[row % kFloat8Each] =
                inBits(a.format, pack.v[i], scale);
    }
    __syncthreads();
    const uint32_t column = threadIdx.x / (kFloat8Tile / kFloat8Each),
                   piece = threadIdx.x % (kFloat8Tile / kFloat8Each), row = piece * kFloat8Each;
    if (firstColumn + column >= a.columns || firstRow + row >= a.rows) return;
    storePack(a.y + uint64_t{firstColumn + column} * a.rows + firstRow + row, tile[placeOf(column, piece)]);
}

}  // namespace

TL_HOT_KERNEL(absMax, AbsMax, kBlock, 40) {
    const float largest = a.type == Element::BFloat16 ? largestOf<bfloat16>(a) : largestOf<float>(a);
    if (threadIdx.x == 0) a.y[blockIdx.x] = largest;
}

TL_HOT_KERNEL(toFloat8, ToFloat8, kBlock, 40) {
    a.type == Element::BFloat16 ? convert<bfloat16>(a) : convert<float>(a);
}

TL_HOT_KERNEL(toFloat8Turned, ToFloat8, kBlock, 40) {
    a.type == Element::BFloat16 ? turn<bfloat16>(a) : turn<float>(a);
}

}  // namespace tl::cuda
