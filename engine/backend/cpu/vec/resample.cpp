// Resampling of one plane: for each row of the result the rows that it is made of are summed over their whole width,
// then the columns are gathered from that one row. Lanes are independent values side by side.
#include "engine/backend/cpu/vec/functions.h"

namespace tl::cpu::TL_ISA {
namespace {

// y = sum of weight * x at stride `step` over the taps of one result; n values side by side.
inline void gather(const Resampling& taps, int64_t result, const float* x, int64_t step, int64_t n, float* y) {
    const int32_t begin = taps.begin[result], end = taps.begin[result + 1];
    if (begin == end) {
        for (int64_t i = 0; i < n; ++i) y[i] = 0;
        return;
    }
    const float* first = x + taps.from[begin] * step;
    const float weight = taps.weight[begin];
#pragma omp simd
    for (int64_t i = 0; i < n; ++i) y[i] = weight * first[i];
    for (int32_t t = begin + 1; t < end; ++t) {
        const float* next = x + taps.from[t] * step;
        const float share = taps.weight[t];
#pragma omp simd
        for (int64_t i = 0; i < n; ++i) y[i] += share * next[i];
    }
}

}  // namespace

void resample(const ResampleShape& s, const float* x, float* y, float* row) {
    const int64_t stride = s.width * s.lanes;
    for (int64_t oy = 0; oy < s.rows.count; ++oy) {
        gather(s.rows, oy, x, stride, stride, row);
        for (int64_t ox = 0; ox < s.columns.count; ++ox, y += s.lanes) gather(s.columns, ox, row, s.lanes, s.lanes, y);
    }
}

}  // namespace tl::cpu::TL_ISA
