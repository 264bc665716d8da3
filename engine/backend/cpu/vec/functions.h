// Declarations of this build's functions, in the namespace of its instruction set; table.cpp collects them.
#pragma once

#include "engine/backend/cpu/vec/table.h"

namespace tl::cpu::TL_ISA {

void rescaleU8(int64_t n, const uint8_t* x, float* y, float scale, float offset);
void rescale(int64_t n, const float* x, float* y, float scale, float offset);
void activation(Act act, float alpha, int64_t n, const float* x, float* y);
void activationGrad(Act act, float alpha, int64_t n, const float* xy, const float* dy, float* dx);
void threshold(float limit, float value, int64_t n, const float* x, float* y);
void pairwise(Pairwise kind, int64_t n, const float* a, const float* b, float* y);
void maxGrad(int64_t n, const float* a, const float* b, const float* dy, float* da, float* db);
void add(int64_t n, int count, const float* const* x, int64_t offset, float* y, bool relu);
void addRow(int64_t n, const float* x, const float* bias, float* y);
void addValue(int64_t n, const float* x, float bias, float* y);
void accumulate(int64_t n, const float* x, float* sum);
double sum(int64_t n, const float* x);
double squareSum(int64_t n, const float* x);
float largest(int64_t n, const float* x);
void movingAverage(int64_t n, const float* moving, const float* value, float* out, float momentum);
void dropout(int64_t begin, int64_t n, const float* x, float* y, uint64_t key, uint64_t step, uint32_t threshold,
             float scale);
void widen(Half type, int64_t n, const uint16_t* x, float* y);
void narrow(Half type, int64_t n, const float* x, uint16_t* y);
void addBf16(int64_t n, int count, const uint16_t* const* x, int64_t offset, uint16_t* y, bool relu);
void activationGradBf16(Act act, float alpha, int64_t n, const uint16_t* xy, const uint16_t* dy, uint16_t* dx);
void activationBf16(Act act, float alpha, int64_t n, const uint16_t* x, uint16_t* y);
void noise(int64_t begin, int64_t n, const float* x, float* y, uint64_t key, uint64_t step, float deviation);
void prelu(int64_t n, const float* x, const float* slope, float* y);
void preluGrad(int64_t n, const float* x, const float* slope, const float* dy, float* dx, float* dslope);
void softmax(int64_t rows, int64_t width, const float* x, float* y);
void softmaxGrad(int64_t rows, int64_t width, const float* y, const float* dy, float* dx);
double crossEntropy(int64_t rows, int64_t width, const float* x, const int32_t* labels, float* y);
void logSoftmax(int64_t rows, int64_t width, const float* x, float* y);
void logSoftmaxGrad(int64_t rows, int64_t width, const float* y, const float* dy, float* dx);
void update(Rule rule, int64_t n, const UpdateBuffers& buffers, const UpdateNumbers& numbers);
template <typename T>
NormTable<T> normTable();
void layerNorm(int64_t rows, int64_t width, const float* x, const float* gamma, const float* beta, double epsilon,
               float* y, float* means, float* inverses);
void layerNormGrad(int64_t rows, int64_t width, const float* x, const float* dy, const float* gamma, const float* means,
                   const float* inverses, float* dx, float* dgamma, float* dbeta);
template <typename T>
WinogradTable<T> winogradTable();
void maxPool(const PoolShape& shape, const float* x, float* y, uint8_t* index8, int32_t* index32);
void maxPoolGrad(const PoolShape& shape, const float* dy, const uint8_t* index8, const int32_t* index32, float* dx);
void averagePool(const PoolShape& shape, const float* x, float* y);
void averagePoolGrad(const PoolShape& shape, const float* dy, float* dx);
void resample(const ResampleShape& shape, const float* x, float* y, float* row);
void lstmCell(int64_t n, const float* gates, const float* before, float* cell);
void lstmCellGrad(int64_t n, const float* gates, const float* before, const float* dshown, float* dcell, float* dgates);
void gruMix(int64_t n, const float* update, const float* candidate, const float* before, float* y);
void gruMixGrad(int64_t n, const float* update, const float* candidate, const float* before, const float* flow,
                float* dupdate, float* dcandidate, float* dbefore);
void products(int64_t n, const float* x, const float* a, const float* b, float* xa, float* xb);
void multiplyAdd(int64_t n, const float* a, const float* b, const float* c, float* y);
void transpose(int64_t rows, int64_t columns, const float* x, int64_t ldx, float* y, int64_t ldy);
void gemm(const GemmArgs& args);
void laneConv(const LaneConv& shape, const float* x, const float* w, const float* bias, bool relu, float* y,
              void* space);
void laneConvGrad(const LaneConv& shape, const float* x, const float* dy, float* sums, float* dbSums);
void winogradWeightGrad(int64_t out, int64_t in, int64_t first, int64_t last, const float* du, float* dw);
void sumLanes(int64_t n, const float* x, float* y);
int64_t fma(int64_t rounds);
int64_t fmaPairs(int64_t rounds);

}  // namespace tl::cpu::TL_ISA
