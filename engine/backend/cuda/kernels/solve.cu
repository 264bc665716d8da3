// LU with partial pivoting: the block clears a column at a time; then each thread goes back up through right-hand sides
// of its own.
#include "engine/backend/cuda/kernels/solve.h"

#include "engine/backend/cuda/kernels/common.h"

namespace tl::cuda {
namespace {

struct Pivot {
    float size;
    int row;
};

// The larger, or the earlier row; a NaN is never larger.
__device__ inline Pivot larger(const Pivot& p, const Pivot& q) {
    return q.size > p.size || (q.size == p.size && q.row < p.row) ? q : p;
}

}  // namespace

TL_KERNEL(solve, Solve, kBlock, 48) {
    TL_SHARED(Pivot, partial, kBlock / 32);
    const int thread = static_cast<int>(threadIdx.x), n = a.n, m = a.m;
    for (int i = thread; i < n * n; i += kBlock) a.lu[i] = a.a[a.transposed ? i % n * n + i / n : i];
    for (int i = thread; i < n * m; i += kBlock) a.x[i] = a.b[i];
    __syncthreads();
    for (int k = 0; k < n; ++k) {
        Pivot pivot{fabsf(a.lu[k * n + k]), k};
        for (int i = k + thread; i < n; i += kBlock) pivot = larger(pivot, {fabsf(a.lu[i * n + k]), i});
        for (int distance = 16; distance > 0; distance /= 2) {
            const float size = __shfl_xor_sync(kAllLanes, pivot.size, distance);
            const int row = __shfl_xor_sync(kAllLanes, pivot.row, distance);
            pivot = larger(pivot, {size, row});
        }
        if (thread % 32 == 0) partial[thread / 32] = pivot;
        __syncthreads();
        for (int warp = 0; warp < kBlock / 32; ++warp) pivot = larger(pivot, partial[warp]);
        if (pivot.row != k)
            for (int j = thread; j < n + m; j += kBlock) {
                float* one = j < n ? a.lu + k * n + j : a.x + k * m + j - n;
                float* other = j < n ? a.lu + pivot.row * n + j : a.x + pivot.row * m + j - n;
                const float held = *one;
                *one = *other;
                *other = held;
            }
        __syncthreads();
        const int left = n - k - 1, columns = left + m;
        for (int i = thread; i < left * columns; i += kBlock) {
            const int row = k + 1 + i / columns, j = i % columns;
            const float factor = a.lu[row * n + k] / a.lu[k * n + k];
            if (j < left)
                a.lu[row * n + k + 1 + j] -= factor * a.lu[k * n + k + 1 + j];
            else
                a.x[row * m + j - left] -= factor * a.x[k * m + j - left];
        }
        __syncthreads();
    }
    for (int j = thread; j < m; j += kBlock)
        for (int k = n - 1; k >= 0; --k) {
            float sum = a.x[k * m + j];
            for (int i = k + 1; i < n; ++i) sum -= a.lu[k * n + i] * a.x[i * m + j];
            a.x[k * m + j] = sum / a.lu[k * n + k];
        }
}

}  // namespace tl::cuda
