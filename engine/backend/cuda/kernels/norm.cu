// Normalisation. Statistics of a channel are taken chunk by chunk, each around its own mean, and joined in order (Chan,
// Golub and LeVeque, 1983), so that little is lost in float32.
#include "engine/backend/cuda/kernels/norm.h"

#include "engine/backend/cuda/kernels/activation.h"
#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

__device__ inline uint32_t placeOf(const ChannelShape& s, uint32_t row, uint32_t channel) {
    if (s.inner == 1) return row * s.channels + channel;
    return (row / s.inner * s.channels + channel) * s.inner + row % s.inner;
}

__device__ inline float load(const void* x, Element type, uint32_t at) {
    switch (type) {
    case Element::BFloat16: return toFloat(static_cast<const bfloat16*>(x)[at]);
    case Element::Float16: return toFloat(static_cast<const float16*>(x)[at]);
    default: return static_cast<const float*>(x)[at];
    }
}

__device__ inline void store(void* y, Element type, uint32_t at, float value) {
    switch (type) {
    case Element::BFloat16: static_cast<bfloat16*>(y)[at] = fromFloat<bfloat16>(value); break;
    case Element::Float16: static_cast<float16*>(y)[at] = fromFloat<float16>(value); break;
    default: static_cast<float*>(y)[at] = value;
    }
}

// The block's rows and channels: 32 channels, every eighth row of the chunk a warp.
struct Tile {
    uint32_t channel, begin, end;
    bool inside;
};

__device__ inline Tile tileOf(const ChannelShape& shape, uint32_t rowsOfChunk) {
    const uint32_t channel = blockIdx.x * 32 + threadIdx.x % 32, begin = blockIdx.y * rowsOfChunk;
    return {channel, begin + threadIdx.x / 32, min(begin + rowsOfChunk, shape.rows), channel < shape.channels};
}

// The sum over the block's warps of each channel's numbers, for all of them.
template <int number>
__device__ inline float overWarps(float x) {
    TL_SHARED(float, partial, kBlock);
    partial[threadIdx.x] = x;
    __syncthreads();
    float sum = 0;
    for (uint32_t warp = 0; warp < kBlock / 32; ++warp) sum += partial[warp * 32 + threadIdx.x % 32];
    return sum;
}

}  // namespace

TL_KERNEL(channelMoments, ChannelMoments, kBlock, 40) {
    const Tile tile = tileOf(a.shape, a.rowsOfChunk);
    float sum = 0;
    if (tile.inside)
        for (uint32_t row = tile.begin; row < tile.end; row += 8)
            sum += load(a.x, a.shape.type, placeOf(a.shape, row, tile.channel));
    const uint32_t rows = min(a.rowsOfChunk, a.shape.rows - blockIdx.y * a.rowsOfChunk);
    const float mean = overWarps<0>(sum) / static_cast<float>(rows);
    float squares = 0;
    if (tile.inside)
        for (uint32_t row = tile.begin; row < tile.end; row += 8) {
            const float centred = load(a.x, a.shape.type, placeOf(a.shape, row, tile.channel)) - mean;
            squares += centred * centred;
        }
    squares = overWarps<1>(squares);
    if (threadIdx.x >= 32 || !tile.inside) return;
    float* partial = a.partial + uint64_t{blockIdx.y} * 2 * a.shape.channels + tile.channel;
    partial[0] = mean;
    partial[a.shape.channels] = squares;
}

TL_KERNEL(momentsTotal, MomentsTotal, kBlock, 40) {
    const uint32_t channel = blockIdx.x * kBlock + threadIdx.x;
    if (channel >= a.channels) return;
    float count = 0, mean = 0, squares = 0;
    for (uint32_t chunk = 0; chunk < a.chunks; ++chunk) {
        const float* partial = a.partial + uint64_t{chunk} * 2 * a.channels + channel;
        const float rows = static_cast<float>(min(a.rowsOfChunk, a.rows - chunk * a.rowsOfChunk));
        const float both = count + rows, difference = partial[0] - mean;
        mean += difference * (rows / both);
        squares += partial[a.channels] + difference * difference * (count * (rows / both));
        count = both;
    }
    a.mean[channel] = mean;
    a.variance[channel] = squares / static_cast<float>(a.rows);
}

TL_KERNEL(normalise, Normalise, kBlock, 48) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x, count = a.shape.rows * a.shape.channels;
    if (i >= count) return;
    const uint32_t c = i / a.shape.inner % a.shape.channels;
    const float scale = a.gamma[c] / sqrtf(a.variance[c] + a.epsilon);
    float y = (load(a.x, a.shape.type, i) - a.mean[c]) * scale + a.beta[c];
    if (a.sum) y += load(a.sum, a.shape.type, i);
    withActivation(static_cast<Act>(a.activation), a.alpha, 0.0f, [&](const auto& f) { y = f(y); });
    store(a.y, a.shape.type, i, y);
}

TL_KERNEL(channelGradients, ChannelGradients, kBlock, 48) {
    const Tile tile = tileOf(a.shape, a.rowsOfChunk);
    float product = 0, sum = 0;
    if (tile.inside) {
        const uint32_t c = tile.channel;
        const float inverse = 1 / sqrtf(a.variance[c] + a.epsilon);
        for (uint32_t row = tile.begin; row < tile.end; row += 8) {
            const uint32_t at = placeOf(a.shape, row, c);
            const float normal = (load(a.x, a.shape.type, at) - a.mean[c]) * inverse;
            const float dy = load(a.dy, a.shape.type, at);
            const float flow = a.relu && normal * a.gamma[c] + a.beta[c] <= 0 ? 0 : dy;
            product += flow * normal;
            sum += flow;
        }
    }
    product = overWarps<0>(product);
    sum = overWarps<1>(sum);
    if (threadIdx.x >= 32 || !tile.inside) return;
    float* partial = a.partial + uint64_t{blockIdx.y} * 2 * a.shape.channels + tile.channel;
    partial[0] = product;
    partial[a.shape.channels] = sum;
}

TL_KERNEL(normaliseGrad, NormaliseGrad, kBlock, 40) {
    const uint32_t i = blockIdx.x * kBlock + threadIdx.x, count = a.shape.rows * a.shape.channels;
    if (i >= count) return;
    const uint32_t c = i / a.shape.inner % a.shape.channels;
    const float inverse = 1 / sqrtf(a.variance[c] + a.epsilon), rows = static_cast<float>(a.shape.rows);
    const float normal = (load(a.x, a.shape.type, i) - a.mean[c]) * inverse;
    const float dy = load(a.dy, a.shape.type, i);
    const float flow = a.relu && normal * a.gamma[c] + a.beta[c] <= 0 ? 0 : dy;
    store(a.dx, a.shape.type, i, a.gamma[c] * inverse * (flow - a.dbeta[c] / rows - normal * (a.dgamma[c] / rows)));
}

TL_KERNEL(groupNorm, GroupNorm, kBlock, 40) {
    const uint64_t first = uint64_t{blockIdx.x} * a.width;
    const uint32_t channel = blockIdx.x % a.groups * (a.channels / a.groups);
    float sum = 0;
    for (uint32_t i = threadIdx.x; i < a.width; i += kBlock) sum += a.x[first + i];
    const float mean = blockSum<0>(sum) / static_cast<float>(a.width);
    float squares = 0;
    for (uint32_t i = threadIdx.x; i < a.width; i += kBlock) {
        const float centred = a.x[first + i] - mean;
        squares += centred * centred;
    }
    const float inverse = 1 / sqrtf(blockSum<1>(squares) / static_cast<float>(a.width) + a.epsilon);
    for (uint32_t i = threadIdx.x; i < a.width; i += kBlock) {
        const uint32_t c = channel + i / a.inner;
        a.y[first + i] = (a.x[first + i] - mean) * inverse * a.gamma[c] + a.beta[c];
    }
    if (threadIdx.x != 0) return;
    a.mean[blockIdx.x] = mean;
    a.inverse[blockIdx.x] = inverse;
}

TL_KERNEL(groupNormGrad, GroupNormGrad, kBlock, 40) {
    const uint64_t first = uint64_t{blockIdx.x} * a.width;
    const uint32_t channel = blockIdx.x % a.groups * (a.channels / a.groups);
    const float mean = a.mean[blockIdx.x], inverse = a.inverse[blockIdx.x];
    float sum = 0, product = 0;
    for (uint32_t i = threadIdx.x; i < a.width; i += kBlock) {
        const float flow = a.dy[first + i] * a.gamma[channel + i / a.inner];
        sum += flow;
        product += flow * (a.x[first + i] - mean) * inverse;
    }
    sum = blockSum<0>(sum) / static_cast<float>(a.width);
    product = blockSum<1>(product) / static_cast<float>(a.width);
    for (uint32_t i = threadIdx.x; i < a.width; i += kBlock) {
        const float flow = a.dy[first + i] * a.gamma[channel + i / a.inner];
        a.dx[first + i] = inverse * (flow - sum - (a.x[first + i] - mean) * inverse * product);
    }
}

TL_KERNEL(groupNormWeights, GroupNormWeights, kBlock, 40) {
    const uint32_t channel = blockIdx.x, group = channel / (a.channels / a.groups);
    float product = 0, sum = 0;
    for (uint32_t i = threadIdx.x; i < a.images * a.inner; i += kBlock) {
        const uint32_t image = i / a.inner, statistic = image * a.groups + group;
        const uint64_t at = (uint64_t{image} * a.channels + channel) * a.inner + i % a.inner;
        product += a.dy[at] * (a.x[at] - a.mean[statistic]) * a.inverse[statistic];
        sum += a.dy[at];
    }
    product = blockSum<0>(product);
    sum = blockSum<1>(sum);
    if (threadIdx.x != 0) return;
    a.dgamma[channel] = product;
    a.dbeta[channel] = sum;
}

}  // namespace tl::cuda
