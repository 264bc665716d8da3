// Batch and group normalisation. Batch normalisation's element (row, channel) is x[row * channels + channel] where
// `inner` is 1 (a matrix, or channels innermost), else x[(row / inner * channels + channel) * inner + row % inner].
#pragma once

#include <cstdint>

#include "engine/backend/cuda/kernels/element.h"

namespace tl::cuda {

struct ChannelShape {
    Element type;
    uint32_t rows, channels, inner;
};

// Of each chunk of rows and each channel: the mean and the sum of squares around it, in [chunks, 2, channels].
struct ChannelMoments {
    const void* x;
    float* partial;
    ChannelShape shape;
    uint32_t rowsOfChunk;
};

struct MomentsTotal {
    const float* partial;
    float *mean, *variance;
    uint32_t rows, channels, chunks, rowsOfChunk;
};

// y = activation((x - mean) / sqrt(variance + epsilon) * gamma + beta + sum).
struct Normalise {
    const void *x, *sum;
    void* y;
    const float *gamma, *beta, *mean, *variance;
    ChannelShape shape;
    float epsilon, alpha;
    int activation;  // an Act
};

// Of each chunk: the sums of dy times the normalised x, and of dy, in [chunks, 2, channels].
struct ChannelGradients {
    const void *x, *dy;
    const float *gamma, *beta, *mean, *variance;
    float* partial;
    ChannelShape shape;
    uint32_t rowsOfChunk;
    float epsilon;
    bool relu;
};

struct NormaliseGrad {
    const void *x, *dy;
    void* dx;
    const float *gamma, *beta, *mean, *variance, *dgamma, *dbeta;
    ChannelShape shape;
    float epsilon;
    bool relu;
};

// A block a group of an image. Plain layout.
struct GroupNorm {
    const float *x, *gamma, *beta;
    float *y, *mean, *inverse;
    uint32_t width, inner, channels, groups;
    float epsilon;
};

struct GroupNormGrad {
    const float *x, *dy, *gamma, *mean, *inverse;
    float* dx;
    uint32_t width, inner, channels, groups;
};

// A block a channel.
struct GroupNormWeights {
    const float *x, *dy, *mean, *inverse;
    float *dgamma, *dbeta;
    uint32_t images, inner, channels, groups;
};

}  // namespace tl::cuda
