// Eight sums side by side, so that the compiler keeps them in vectors. Parts are of a fixed size, whoever counts them.
#include "engine/backend/statistics.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <vector>

#include "engine/backend/threads.h"

namespace tl {
namespace {

constexpr size_t kLanes = 8, kPart = 32768;

Statistics part(std::span<const float> values) {
    std::array<double, kLanes> sum{}, squares{};
    std::array<float, kLanes> least, greatest;
    std::array<int32_t, kLanes> zeros{}, finite{};
    least.fill(FLT_MAX);
    greatest.fill(-FLT_MAX);
    const auto take = [&](const float* from, size_t lanes) {
        for (size_t l = 0; l < lanes; ++l) {
            const float value = from[l];
            const bool good = std::fabs(value) <= FLT_MAX;
            const float counted = good ? value : 0.0f;
            const auto wide = static_cast<double>(counted);
            sum[l] += wide;
            squares[l] += wide * wide;
            least[l] = good && value < least[l] ? value : least[l];
            greatest[l] = good && value > greatest[l] ? value : greatest[l];
            zeros[l] += value == 0.0f;
            finite[l] += good;
        }
    };
    size_t i = 0;
    for (; i + kLanes <= values.size(); i += kLanes) take(values.data() + i, kLanes);
    take(values.data() + i, values.size() - i);
    Statistics result;
    result.count = static_cast<int64_t>(values.size());
    result.nonFinite = result.count;
    for (size_t l = 0; l < kLanes; ++l) {
        result.nonFinite -= finite[l];
        result.zeros += zeros[l];
        result.sum += sum[l];
        result.sumOfSquares += squares[l];
    }
    result.min = static_cast<double>(*std::ranges::min_element(least));
    result.max = static_cast<double>(*std::ranges::max_element(greatest));
    return result;
}

// body(part, its values) for each part, on the team.
template <typename Body>
size_t eachPart(size_t count, const Body& body) {
    const size_t parts = std::max<size_t>((count + kPart - 1) / kPart, 1);
    inParts(static_cast<int>(parts), [&](int index) {
        const size_t begin = static_cast<size_t>(index) * kPart;
        body(static_cast<size_t>(index), begin, std::min(count, begin + kPart) - begin);
    });
    return parts;
}

}  // namespace

double Statistics::mean() const { return finite() > 0 ? sum / static_cast<double>(finite()) : 0; }

double Statistics::deviation() const {
    if (finite() == 0) return 0;
    return std::sqrt(std::max(sumOfSquares / static_cast<double>(finite()) - mean() * mean(), 0.0));
}

double Statistics::norm() const { return std::sqrt(sumOfSquares); }

Statistics statisticsOf(std::span<const float> values) {
    std::vector<Statistics> parts(std::max<size_t>((values.size() + kPart - 1) / kPart, 1));
    eachPart(values.size(),
             [&](size_t index, size_t begin, size_t count) { parts[index] = part(values.subspan(begin, count)); });
    Statistics all;
    all.min = DBL_MAX;
    all.max = -DBL_MAX;
    for (const Statistics& each : parts) {
        all.count += each.count;
        all.nonFinite += each.nonFinite;
        all.zeros += each.zeros;
        all.sum += each.sum;
        all.sumOfSquares += each.sumOfSquares;
        if (each.finite() == 0) continue;
        all.min = std::min(all.min, each.min);
        all.max = std::max(all.max, each.max);
    }
    if (all.finite() == 0) all.min = all.max = 0;
    return all;
}

Histogram histogramOf(std::span<const float> values, const Statistics& statistics, int buckets) {
    Histogram histogram;
    histogram.count = static_cast<double>(statistics.finite());
    histogram.sum = statistics.sum;
    histogram.sumOfSquares = statistics.sumOfSquares;
    histogram.min = statistics.min;
    histogram.max = statistics.max;
    if (statistics.finite() == 0) return histogram;
    if (histogram.min == histogram.max) {  // one bucket around the one value
        histogram.edges = {histogram.min, histogram.max};
        histogram.counts = {histogram.count};
        return histogram;
    }
    const auto wide = static_cast<size_t>(buckets);
    const double width = (histogram.max - histogram.min) / buckets;
    for (int i = 0; i < buckets; ++i) histogram.edges.push_back(histogram.min + i * width);
    histogram.edges.push_back(histogram.max);
    std::vector<int32_t> counts(std::max<size_t>((values.size() + kPart - 1) / kPart, 1) * wide, 0);
    const auto last = static_cast<double>(buckets - 1);
    eachPart(values.size(), [&](size_t index, size_t begin, size_t count) {
        int32_t* own = counts.data() + index * wide;
        for (const float value : values.subspan(begin, count)) {
            if (!(std::fabs(value) <= FLT_MAX)) continue;
            const double place = (static_cast<double>(value) - histogram.min) / width;
            ++own[static_cast<size_t>(std::clamp(place, 0.0, last))];
        }
    });
    histogram.counts.assign(wide, 0);
    for (size_t i = 0; i < counts.size(); ++i) histogram.counts[i % wide] += counts[i];
    return histogram;
}

Histogram histogramOf(std::span<const float> values, int buckets) {
    return histogramOf(values, statisticsOf(values), buckets);
}

double distance(std::span<const float> a, std::span<const float> b) {
    std::vector<double> parts(std::max<size_t>((a.size() + kPart - 1) / kPart, 1));
    eachPart(a.size(), [&](size_t index, size_t begin, size_t count) {
        std::array<double, kLanes> sums{};
        size_t i = begin;
        for (; i + kLanes <= begin + count; i += kLanes)
            for (size_t l = 0; l < kLanes; ++l) {
                const double difference = static_cast<double>(a[i + l]) - static_cast<double>(b[i + l]);
                sums[l] += difference * difference;
            }
        for (; i < begin + count; ++i) {
            const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
            sums[0] += difference * difference;
        }
        for (const double sum : sums) parts[index] += sum;
    });
    double all = 0;
    for (const double sum : parts) all += sum;
    return std::sqrt(all);
}

}  // namespace tl
