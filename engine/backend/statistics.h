// What the numbers of a tensor are like, in one pass over them on the calling thread's team (threads.h). The sums are
// in double and added up in the same order for any number of threads.
#pragma once

#include <cstdint>
#include <span>

#include "engine/core/histogram.h"

namespace tl {

struct Statistics {
    int64_t count = 0;                 // of all numbers
    int64_t nonFinite = 0, zeros = 0;  // of these
    double min = 0, max = 0;           // of the finite ones, as all below; 0 where there are none
    double sum = 0, sumOfSquares = 0;
    int64_t finite() const { return count - nonFinite; }
    double mean() const;
    double deviation() const;  // of the numbers themselves: divided by their count
    double norm() const;       // L2
};

Statistics statisticsOf(std::span<const float> values);

// `buckets` of equal width from the least finite number to the greatest: what tf.summary.histogram makes, 30 at first.
Histogram histogramOf(std::span<const float> values, const Statistics& statistics, int buckets = 30);
Histogram histogramOf(std::span<const float> values, int buckets = 30);

// The L2 norm of a - b.
double distance(std::span<const float> a, std::span<const float> b);

}  // namespace tl
