// Metrics' counts.
#include "engine/backend/cuda/kernels/metrics.h"

#include "engine/backend/cuda/kernels/common.h"
#include "engine/backend/cuda/kernels/rows.h"

namespace tl::cuda {

TL_KERNEL(countCorrect, CountCorrect, kBlock, 32) {
    const int row = static_cast<int>(blockIdx.x) * kRowsPerBlock + static_cast<int>(threadIdx.x) / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const float* scores = a.scores + int64_t{row} * a.width;
    const int label = a.labels[row];
    const bool known = label >= 0 && label < a.width;
    const float own = known ? scores[label] : 0;
    float better = 0;
    bool number = true;
    for (int i = lane; i < a.width; i += 32) {
        better += float(scores[i] > own || (scores[i] == own && i < label));
        number &= scores[i] == scores[i];
    }
    better = warpSum(better);
    number = __all_sync(kAllLanes, number);
    if (lane == 0) a.out[row] = float(known && number && better < static_cast<float>(a.k));
}

TL_KERNEL(bestClass, BestClass, kBlock, 32) {
    const int row = static_cast<int>(blockIdx.x) * kRowsPerBlock + static_cast<int>(threadIdx.x) / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    if (row >= a.rows) return;
    const float* scores = a.scores + int64_t{row} * a.width;
    float best = -INFINITY;
    int which = a.width;
    bool number = true;
    for (int i = lane; i < a.width; i += 32) {
        number &= scores[i] == scores[i];
        if (scores[i] > best || which == a.width) {
            best = scores[i];
            which = i;
        }
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        const float other = __shfl_xor_sync(kAllLanes, best, distance);
        const int at = __shfl_xor_sync(kAllLanes, which, distance);
        if (at < a.width && (other > best || (other == best && at < which) || which == a.width)) {
            best = other;
            which = at;
        }
    }
    number = __all_sync(kAllLanes, number);
    if (a.width == 1) which = scores[0] > a.threshold;
    if (lane == 0) a.best[row] = number ? which : -1;
}

TL_KERNEL(confusion, Confusion, kBlock, 32) {
    const int label = static_cast<int>(blockIdx.x);
    for (int column = static_cast<int>(threadIdx.x); column < a.classes; column += kBlock) {
        int count = 0;
        for (int row = 0; row < a.rows; ++row) count += a.labels[row] == label && a.best[row] == column;
        a.counts[label * a.classes + column] = static_cast<float>(count);
    }
}

TL_KERNEL(thresholdCounts, ThresholdCounts, kBlock, 32) {
    const int t = static_cast<int>(blockIdx.x), last = a.thresholds - 1;
    const double threshold = a.thresholds == 0 ? a.threshold
                             : t == 0          ? -1e-7
                             : t == last       ? 1 + 1e-7
                                               : static_cast<double>(t) / static_cast<double>(last);
    float positives = 0, hits = 0, yeses = 0;
    for (uint32_t i = threadIdx.x; i < a.count; i += kBlock) {
        const bool is = a.targets[i] > 0.5f;
        const float p = a.predictions[i];
        const bool yes = p != p ? !is : static_cast<double>(p) > threshold;
        positives += float(is);
        yeses += float(yes);
        hits += float(is && yes);
    }
    positives = blockSum<0>(positives);
    hits = blockSum<1>(hits);
    yeses = blockSum<2>(yeses);
    if (threadIdx.x != 0) return;
    float* counts = a.counts + int64_t{t} * 4;
    counts[0] = hits;
    counts[1] = yeses - hits;
    counts[2] = static_cast<float>(a.count) - positives - (yeses - hits);
    counts[3] = positives - hits;
}

}  // namespace tl::cuda
