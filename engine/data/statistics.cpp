// Integer histograms do not depend on the order of adding, so neither do the mean and deviation made from them.
#include "engine/data/statistics.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <numeric>
#include <span>
#include <thread>

#include "engine/core/error.h"
#include "engine/data/planar.h"

namespace tl {
namespace {

using Histogram = std::array<int64_t, 256>;

// Four tables in turn, so that equal neighbours do not wait for each other's addition.
void count(const uint8_t* pixels, size_t size, Histogram& histogram) {
    uint32_t tables[4][256] = {};
    size_t i = 0;
    for (; i + 4 <= size; i += 4) {
        ++tables[0][pixels[i]];
        ++tables[1][pixels[i + 1]];
        ++tables[2][pixels[i + 2]];
        ++tables[3][pixels[i + 3]];
    }
    for (; i < size; ++i) ++tables[0][pixels[i]];
    for (size_t v = 0; v < 256; ++v) histogram[v] += int64_t{tables[0][v]} + tables[1][v] + tables[2][v] + tables[3][v];
}

void finish(ChannelStatistics& channel) {
    long double sum = 0, squares = 0;
    channel.count = 0;
    for (size_t v = 0; v < 256; ++v) {
        const auto n = static_cast<long double>(channel.histogram[v]);
        channel.count += channel.histogram[v];
        sum += n * static_cast<long double>(v);
        squares += n * static_cast<long double>(v * v);
    }
    if (channel.count == 0) return;
    const long double mean = sum / static_cast<long double>(channel.count);
    channel.mean = static_cast<double>(mean);
    channel.deviation =
        static_cast<double>(std::sqrt(std::max(0.0L, squares / static_cast<long double>(channel.count) - mean * mean)));
}

// What one thread gathers.
struct Gathered {
    std::array<Histogram, 3> histograms{};
    int channels = 0;
    int64_t images = 0;
    std::map<std::pair<int, int>, int64_t> sizes;
    std::vector<std::pair<int64_t, BrokenItem>> broken;
    std::vector<uint8_t> planar;
    Image image, scratch;

    void add(const uint8_t* pixels, const Shape& shape) {
        const auto area = static_cast<size_t>(shape[1] * shape[2]);
        const int depth = static_cast<int>(std::min<int64_t>(shape[0], 3));
        for (int c = 0; c < depth; ++c)
            count(pixels + static_cast<size_t>(c) * area, area, histograms[static_cast<size_t>(c)]);
        channels = std::max(channels, depth);
    }
    void unpack(const Image& whole) {
        planar.resize(whole.pixels.size());
        toPlanar(whole, planar.data());
    }
    void add(const Image& whole) {
        unpack(whole);
        add(planar.data(), {whole.channels, whole.height, whole.width});
    }
};

ImageStatistics channelsOf(const std::array<Histogram, 3>& histograms, int channels) {
    ImageStatistics statistics;
    statistics.channels.resize(static_cast<size_t>(channels));
    for (size_t c = 0; c < statistics.channels.size(); ++c) {
        statistics.channels[c].histogram = histograms[c];
        finish(statistics.channels[c]);
    }
    return statistics;
}

// Calls for each item with its pixels (channels-first) or numbers, on `threads` threads, each with its own Gathered.
template <typename Visit>
std::vector<Gathered> forEachItem(const Source& source, int threads, const std::stop_token& stop,
                                  const std::function<void(double)>& progress, Visit visit) {
    const int64_t size = source.size();
    const Shape shape = source.sampleShape();
    const bool numbers = source.dataType() != DType::UInt8;
    const auto bytes = static_cast<size_t>(shape.elements()) * sizeOf(source.dataType());
    std::atomic<int64_t> next{0};
    std::exception_ptr error;
    std::mutex mutex;
    const auto one = [&](Gathered& gathered, int64_t i) {
        if (const uint8_t* planar = source.planar(i)) {
            visit(gathered, i, std::span(planar, bytes), numbers ? Shape{} : shape);
            return;
        }
        try {
            source.read(i, gathered.image);
        } catch (const Error& e) {
            gathered.broken.push_back({i, {source.itemName(i), e.message()}});
            return;
        }
        const Image& image = gathered.image;
        gathered.unpack(image);
        visit(gathered, i, std::span<const uint8_t>(gathered.planar), Shape{image.channels, image.height, image.width});
    };
    const auto work = [&](Gathered& gathered, bool tells) {
        constexpr int64_t piece = 64;
        try {
            for (int64_t first; (first = next.fetch_add(piece)) < size && !stop.stop_requested();) {
                for (int64_t i = first; i < std::min(first + piece, size); ++i) one(gathered, i);
                if (tells && progress) progress(static_cast<double>(first) / static_cast<double>(size));
            }
        } catch (...) {
            const std::scoped_lock lock(mutex);
            if (!error) error = std::current_exception();
            next = size;
        }
    };
    std::vector<Gathered> parts(static_cast<size_t>(std::clamp(threads, 1, 256)));
    {
        std::vector<std::jthread> helpers;
        for (size_t i = 1; i < parts.size(); ++i) helpers.emplace_back([&, i] { work(parts[i], false); });
        work(parts[0], true);
    }
    if (error) std::rethrow_exception(error);
    if (stop.stop_requested()) throw Error("Measuring the data set was cancelled.");
    return parts;
}

Hash128 contentOf(std::span<const uint8_t> bytes, const Shape& shape) {
    Hash128 hash;
    for (const int64_t extent : shape.dims()) hash.add(static_cast<uint64_t>(extent));
    hash.add(bytes);
    return hash;
}

constexpr Hash128 kBroken{0, 0};

// Groups of equal contents, by sorting: in the order of size, then of their first items.
void findDuplicates(const Source& source, SourceStatistics& result) {
    std::vector<int64_t> order(result.contents.size());
    std::iota(order.begin(), order.end(), int64_t{0});
    const auto contentAt = [&](int64_t i) -> const Hash128& { return result.contents[static_cast<size_t>(i)]; };
    std::sort(order.begin(), order.end(),
              [&](int64_t a, int64_t b) { return contentAt(a) != contentAt(b) ? contentAt(a) < contentAt(b) : a < b; });
    for (size_t first = 0, last = 0; first < order.size(); first = last) {
        while (last < order.size() && contentAt(order[last]) == contentAt(order[first])) ++last;
        if (last - first < 2 || contentAt(order[first]) == kBroken) continue;
        result.duplicates.emplace_back(order.begin() + static_cast<ptrdiff_t>(first),
                                       order.begin() + static_cast<ptrdiff_t>(last));
    }
    std::sort(result.duplicates.begin(), result.duplicates.end(), [](const auto& a, const auto& b) {
        return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
    });
    for (const auto& group : result.duplicates)
        result.contradictions += std::any_of(group.begin(), group.end(), [&](int64_t i) {
            return source.label(i) != source.label(group[0]) || source.target(i) != source.target(group[0]);
        });
}

void measureTargets(const Source& source, SourceStatistics& result) {
    if (!source.hasTargets() || source.size() == 0) return;
    const auto mean = [&](const auto& of) {
        double sum = 0;
        for (int64_t i = 0; i < source.size(); ++i) sum += of(static_cast<double>(source.target(i)));
        return sum / static_cast<double>(source.size());
    };
    result.targetMean = mean([](double target) { return target; });
    result.targetDeviation =
        std::sqrt(mean([&](double target) { return (target - result.targetMean) * (target - result.targetMean); }));
}

}  // namespace

int64_t SourceStatistics::repeated() const {
    int64_t count = 0;
    for (const auto& group : duplicates) count += static_cast<int64_t>(group.size()) - 1;
    return count;
}

ImageStatistics imageStatistics(const Image& image) {
    Gathered gathered;
    gathered.add(image);
    return channelsOf(gathered.histograms, gathered.channels);
}

std::vector<int64_t> classCounts(const Source& source) {
    std::vector<int64_t> counts(source.classNames().size());
    if (source.hasTargets()) return counts;
    for (int64_t i = 0; i < source.size(); ++i) {
        const auto label = static_cast<size_t>(source.label(i));
        if (label >= counts.size())
            throw Error(source.itemName(i), Message("a label below {count}", counts.size()), std::to_string(label));
        ++counts[label];
    }
    return counts;
}

SourceStatistics sourceStatistics(const Source& source, int threads, std::stop_token stop,
                                  const std::function<void(double fraction)>& progress) {
    SourceStatistics result;
    result.contents.assign(static_cast<size_t>(source.size()), kBroken);
    const Shape sample = source.sampleShape();
    auto parts = forEachItem(source, threads, stop, progress,
                             [&](Gathered& gathered, int64_t i, std::span<const uint8_t> bytes, const Shape& shape) {
                                 result.contents[static_cast<size_t>(i)] = contentOf(bytes, shape);
                                 ++gathered.images;
                                 if (shape.rank() == 0) return;
                                 ++gathered.sizes[{static_cast<int>(shape[2]), static_cast<int>(shape[1])}];
                                 if (shape == sample) return gathered.add(bytes.data(), shape);
                                 // As a network gets it, and Normalization measures it: a large one counts no more.
                                 fitImage(gathered.image, sample, gathered.scratch);
                                 gathered.add(gathered.image);
                             });
    result.classCounts = classCounts(source);
    Gathered all;
    for (auto& part : parts) {
        for (size_t c = 0; c < 3; ++c)
            for (size_t v = 0; v < 256; ++v) all.histograms[c][v] += part.histograms[c][v];
        all.channels = std::max(all.channels, part.channels);
        all.images += part.images;
        for (const auto& [size, count] : part.sizes) result.sizes[size] += count;
        all.broken.insert(all.broken.end(), part.broken.begin(), part.broken.end());
    }
    std::sort(all.broken.begin(), all.broken.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [index, item] : all.broken) result.broken.push_back(std::move(item));
    result.pixels = channelsOf(all.histograms, all.channels);
    result.images = all.images;
    if (!result.sizes.empty()) {
        result.minWidth = result.sizes.begin()->first.first;
        result.maxWidth = result.sizes.rbegin()->first.first;
        result.minHeight = INT32_MAX;
        for (const auto& [size, count] : result.sizes) {
            result.minHeight = std::min(result.minHeight, size.second);
            result.maxHeight = std::max(result.maxHeight, size.second);
        }
    }
    findDuplicates(source, result);
    if (source.dataType() != DType::UInt8) {
        result.columns = columnStatistics(source, stop);
        result.unscaled = unscaledStatistics(source, stop);
    }
    measureTargets(source, result);
    if (progress) progress(1);
    return result;
}

std::vector<Leak> findLeaks(const DataSet& data, const SourceStatistics& train, int threads, std::stop_token stop,
                            const std::function<void(double fraction)>& progress) {
    std::map<Hash128, int64_t> known;
    for (size_t i = 0; i < train.contents.size(); ++i)
        if (train.contents[i] != kBroken) known.emplace(train.contents[i], static_cast<int64_t>(i));
    std::vector<Leak> leaks;
    for (const auto& [name, source] : {std::pair("validation", data.validation), {"test", data.test}}) {
        if (!source) continue;
        std::vector<int64_t> same(static_cast<size_t>(source->size()), -1);
        forEachItem(*source, threads, stop, progress,
                    [&](Gathered&, int64_t i, std::span<const uint8_t> bytes, const Shape& shape) {
                        const auto found = known.find(contentOf(bytes, shape));
                        if (found != known.end()) same[static_cast<size_t>(i)] = found->second;
                    });
        for (size_t i = 0; i < same.size(); ++i)
            if (same[i] >= 0) leaks.push_back({name, static_cast<int64_t>(i), same[i]});
    }
    return leaks;
}

}  // namespace tl
