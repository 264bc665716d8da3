// The vector code's functions, one table for each instruction set. All work on contiguous ranges that the caller has
// divided among threads, so that they know nothing of layouts; `n` counts elements. Files of vec/ include no library
// header with inline functions: a copy of one built for AVX-512 must never be linked into the rest of the program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/act.h"

namespace tl::cpu {

enum class Half : int { BFloat16, Float16 };
// Of two values, element by element.
enum class Pairwise : int { Sub, Mul, Div, Max, Min };

// A loop nest over pooling windows; element ((o * height + y) * width + x) * lanes + l.
struct PoolShape {
    int64_t height, width, outHeight, outWidth, lanes;
    int64_t kernelHeight, kernelWidth, strideHeight, strideWidth, padTop, padLeft;
};

// A plane of another size: each row (column) of the result is a weighted sum of rows (columns); the taps of result i
// are [begin[i], begin[i + 1]) of `from` and `weight`.
struct Resampling {
    int64_t count;  // of results
    const int32_t *begin, *from;
    const float* weight;
};
struct ResampleShape {
    int64_t width, lanes;  // of the plane that is resampled
    Resampling rows, columns;
};

// How a weight follows its gradient; Nadam and AdamW are Adam with other numbers. What each does with its slots (in the
// order that docs/ops.md gives them) stands in optimizers.cpp.
enum class Rule : int {
    Sgd,
    SgdMomentum,
    Adam,
    Adamax,
    Lion,
    Adagrad,
    Adadelta,
    RmsProp,
    RmsPropMomentum,
    RmsPropCentered,
    RmsPropCenteredMomentum,
};

// (`state`, since a program with Qt makes `slots` a macro.)
// Rows of the parameter and its slots lie `stride` apart, those of the gradient `gradientStride`.
struct UpdateBuffers {
    const float *p, *g, *state[3];
    float *pOut, *stateOut[3];
    int64_t rows = 1, stride = 0, gradientStride = 0;
};

// A rule reads those that it needs. All are worked out in double first: 1 - 0.999 in float32 is off by 1.3e-5.
struct UpdateNumbers {
    float rate;
    float epsilon, under;        // beside the root, and under it (with a sum's initial value)
    float decay;                 // of the weight, added to its gradient
    float shrink;                // of the weight itself, in this step: decoupled decay
    float beta1, beta2;          // memory of the gradient (or momentum) and of its square
    float rest1, rest2;          // 1 - beta
    float ofMoment, ofGradient;  // how far the step goes along each, the rate included
    float ofSlot;                // how much of a gradient joins the momentum
    float scale;                 // of the second moment, which started at 0
};

// C[m, n] = A B + bias, then the activation; A[i, k] = a[i * rsa + k * csa], rows of B and C lie ldb and ldc apart.
struct GemmArgs {
    int64_t m, n, k;
    const float* a;
    int64_t rsa, csa;
    const float* b;
    int64_t ldb;
    float* c;
    int64_t ldc;
    const float* bias;  // [n] or null
    Act act;
    float alpha;
    float* pack;                     // (k + m) * 16 floats
    const float* rowBias = nullptr;  // [m], where there is no bias
};

// Where one product of a convolution's sum finds its factors: bytes into the weights, floats into the image.
struct Tap {
    int32_t a, b;
};

// Convolution of stride 1 over planes with 16 images in the lanes: element ((channel * height + y) * width + x) * 16 +
// image. Rows of x are wider than the image by zeros at the left and right, as many as the convolution pads; above and
// below there are none.
struct LaneConv {
    int64_t height, width;  // of x, the zeros included
    int64_t top, left, right;
    int64_t outHeight, outWidth;
    int64_t inChannels, outChannels;
    int64_t kernelHeight, kernelWidth;
    bool flipped;  // the input's gradient: weights of [inChannels][outChannels], turned by 180 degrees
};

// A 3x3 convolution of stride 1 by Winograd's method: images in planes of 16 channels, element
// ((((image * blocks + block) * height + y) * width) + x) * 16 + channel. Its 4x4 tiles of results are counted over all
// images, row by row; `chunk` of them are worked on at a time.
struct WinogradShape {
    int64_t height, width, outHeight, outWidth, top, left;
    int64_t inBlocks, outBlocks;
    int64_t chunk;
};

// Functions of values in memory as float or, as uint16_t, in bfloat16; all sums are in float or wider.
// Batch normalisation of rows of `lanes` channels side by side, or of one channel.
template <typename T>
struct NormTable {
    void (*moments)(int64_t rows, int64_t lanes, const T* x, const float* shift, double* sum, double* square);
    void (*scaleShift)(int64_t rows, int64_t lanes, const T* x, const float* mean, const float* scale,
                       const float* beta, T* y, bool relu);
    void (*gradSums)(int64_t rows, int64_t lanes, const T* x, const T* dy, const float* mean, const float* scale,
                     const float* beta, bool relu, double* sumDy, double* sumDyX);
    // dx = scale * dy' - a - (x - mean) * b, dy' = dy where the relu let it through
    void (*grad)(int64_t rows, int64_t lanes, const T* x, const T* dy, const float* mean, const float* scale,
                 const float* beta, const float* a, const float* b, bool relu, T* dx);
};

// Tiles [first, first + count). u holds 36 matrices [in][out] in words, which is two numbers [in / 2][out][2] in
// bfloat16; du holds 36 of [out][in]. scratch: 36 * ((chunk + 1) * channels, both sides', + 32) floats. The gradient
// begins du anew and adds to db, or null.
template <typename T>
struct WinogradTable {
    // u for the inputs [first, last), even numbers, from w[to][from][3][3], or flipped for the input's gradient.
    void (*weights)(int64_t from, int64_t to, int64_t first, int64_t last, const float* w, bool flipped, T* u);
    void (*convolve)(const WinogradShape& shape, int64_t first, int64_t count, const T* x, const T* u,
                     const float* bias, bool relu, T* y, float* scratch);
    void (*grad)(const WinogradShape& shape, int64_t first, int64_t count, const T* x, const T* dy, float* du,
                 float* db, float* scratch);
};

struct VecTable {
    const char* name;
    template <typename T>
    const NormTable<T>& norm() const {
        if constexpr (sizeof(T) == 4)
            return norm32;
        else
            return norm16;
    }
    template <typename T>
    const WinogradTable<T>& winograd() const {
        if constexpr (sizeof(T) == 4)
            return winograd32;
        else
            return winograd16;
    }
    // elementwise
    void (*rescaleU8)(int64_t n, const uint8_t* x, float* y, float scale, float offset);
    void (*rescale)(int64_t n, const float* x, float* y, float scale, float offset);
    void (*activation)(Act act, float alpha, int64_t n, const float* x, float* y);
    // xy is y, the activation's result, or x, as the kind's fromResult says (engine/core/activation.h).
    void (*activationGrad)(Act act, float alpha, int64_t n, const float* xy, const float* dy, float* dx);
    void (*threshold)(float limit, float value, int64_t n, const float* x, float* y);  // x > limit ? x : value
    void (*pairwise)(Pairwise kind, int64_t n, const float* a, const float* b, float* y);
    // dy to the larger of a and b, half to each of equals; da or db may be dy.
    void (*maxGrad)(int64_t n, const float* a, const float* b, const float* dy, float* da, float* db);
    void (*add)(int64_t n, int count, const float* const* x, int64_t offset, float* y, bool relu);
    void (*addRow)(int64_t n, const float* x, const float* bias, float* y);  // y = x + bias, elementwise
    void (*addValue)(int64_t n, const float* x, float bias, float* y);
    void (*accumulate)(int64_t n, const float* x, float* sum);  // sum += x
    double (*sum)(int64_t n, const float* x);
    double (*squareSum)(int64_t n, const float* x);
    float (*largest)(int64_t n, const float* x);  // without its sign; NaN before infinity before numbers
    void (*movingAverage)(int64_t n, const float* moving, const float* value, float* out, float momentum);
    // Elements [begin, begin + n) of the logical tensor.
    void (*dropout)(int64_t begin, int64_t n, const float* x, float* y, uint64_t key, uint64_t step, uint32_t threshold,
                    float scale);
    // between float32 and a 16-bit float
    void (*widen)(Half type, int64_t n, const uint16_t* x, float* y);
    void (*narrow)(Half type, int64_t n, const float* x, uint16_t* y);
    void (*addBf16)(int64_t n, int count, const uint16_t* const* x, int64_t offset, uint16_t* y, bool relu);
    void (*activationGradBf16)(Act act, float alpha, int64_t n, const uint16_t* xy, const uint16_t* dy, uint16_t* dx);
    void (*activationBf16)(Act act, float alpha, int64_t n, const uint16_t* x, uint16_t* y);
    // y = x + deviation * noise of elements [begin, begin + n).
    void (*noise)(int64_t begin, int64_t n, const float* x, float* y, uint64_t key, uint64_t step, float deviation);
    void (*prelu)(int64_t n, const float* x, const float* slope, float* y);
    void (*preluGrad)(int64_t n, const float* x, const float* slope, const float* dy, float* dx, float* dslope);  // +=
    // rows of `width`
    void (*softmax)(int64_t rows, int64_t width, const float* x, float* y);
    void (*softmaxGrad)(int64_t rows, int64_t width, const float* y, const float* dy, float* dx);
    // y = softmax(x); returns the sum of -log y[label], NaN where a label is none of the classes.
    double (*crossEntropy)(int64_t rows, int64_t width, const float* x, const int32_t* labels, float* y);
    void (*logSoftmax)(int64_t rows, int64_t width, const float* x, float* y);
    void (*logSoftmaxGrad)(int64_t rows, int64_t width, const float* y, const float* dy, float* dx);
    // optimizers
    void (*update)(Rule rule, int64_t n, const UpdateBuffers& buffers, const UpdateNumbers& numbers);
    NormTable<float> norm32;
    NormTable<uint16_t> norm16;
    // Rows normalised by their own mean and deviation, which are written for the gradient; that adds to dgamma and
    // dbeta. dx may be dy.
    void (*layerNorm)(int64_t rows, int64_t width, const float* x, const float* gamma, const float* beta,
                      double epsilon, float* y, float* means, float* inverses);
    void (*layerNormGrad)(int64_t rows, int64_t width, const float* x, const float* dy, const float* gamma,
                          const float* means, const float* inverses, float* dx, float* dgamma, float* dbeta);
    // pooling of one plane
    void (*maxPool)(const PoolShape& shape, const float* x, float* y, uint8_t* index8, int32_t* index32);
    void (*maxPoolGrad)(const PoolShape& shape, const float* dy, const uint8_t* index8, const int32_t* index32,
                        float* dx);
    void (*averagePool)(const PoolShape& shape, const float* x, float* y);
    void (*averagePoolGrad)(const PoolShape& shape, const float* dy, float* dx);
    // One plane; `row` is scratch of width * lanes.
    void (*resample)(const ResampleShape& shape, const float* x, float* y, float* row);
    // recurrent cells, one row of n units; gates lie side by side (vec/recurrent.cpp)
    void (*lstmCell)(int64_t n, const float* gates, const float* before, float* cell);
    void (*lstmCellGrad)(int64_t n, const float* gates, const float* before, const float* dshown, float* dcell,
                         float* dgates);
    void (*gruMix)(int64_t n, const float* update, const float* candidate, const float* before, float* y);
    void (*gruMixGrad)(int64_t n, const float* update, const float* candidate, const float* before, const float* flow,
                       float* dupdate, float* dcandidate, float* dbefore);
    void (*products)(int64_t n, const float* x, const float* a, const float* b, float* xa, float* xb);
    void (*multiplyAdd)(int64_t n, const float* a, const float* b, const float* c, float* y);  // y = a * b + c
    // y[c * ldy + r] = x[r * ldx + c]
    void (*transpose)(int64_t rows, int64_t columns, const float* x, int64_t ldx, float* y, int64_t ldy);
    void (*gemm)(const GemmArgs& args);
    // y = conv(x, w) + bias (or null), relu if asked. space: scratch, 32 bytes for each register of a row (16 *
    // outWidth floats in registers of 4 or more) and 8 for each of inChannels * kernel area, 2 * kernelWidth times.
    void (*laneConv)(const LaneConv& shape, const float* x, const float* w, const float* bias, bool relu, float* y,
                     void* space);
    // sums[oc][ic][ky][kx][16] += x * dy over all pixels; with db, dbSums[oc][16] += dy.
    void (*laneConvGrad)(const LaneConv& shape, const float* x, const float* dy, float* sums, float* dbSums);
    WinogradTable<float> winograd32;
    WinogradTable<uint16_t> winograd16;
    // dw[out][in][3][3] of du, for the outputs [first, last).
    void (*winogradWeightGrad)(int64_t out, int64_t in, int64_t first, int64_t last, const float* du, float* dw);
    // y[i] = the sum of x[i][0..15]
    void (*sumLanes)(int64_t n, const float* x, float* y);
    // Rounds of multiply-adds in registers; returns the operations of one round.
    int64_t (*fma)(int64_t rounds);
    int64_t (*fmaPairs)(int64_t rounds);  // the same of pairs of bfloat16, where multipliesBf16() holds
};

namespace sse2 {
const VecTable& table();
}
namespace avx2 {
const VecTable& table();
}
namespace avx512 {
const VecTable& table();
}

// The best for this processor.
const VecTable& vec();

}  // namespace tl::cpu
