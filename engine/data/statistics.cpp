// Integer histograms do not depend on the order of adding, so neither do the mean and deviation made from them.
#include "engine/data/statistics.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
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
    int minWidth = INT32_MAX, maxWidth = 0, minHeight = INT32_MAX, maxHeight = 0;
    std::vector<std::pair<int64_t, BrokenItem>> broken;
    std::vector<uint8_t> planar;
    Image image;

    void add(const uint8_t* pixels, int depth, int height, int width) {
        const auto area = static_cast<size_t>(width) * static_cast<size_t>(height);
        for (int c = 0; c < std::min(depth, 3); ++c)
            count(pixels + static_cast<size_t>(c) * area, area, histograms[static_cast<size_t>(c)]);
        channels = std::max(channels, std::min(depth, 3));
        ++images;
        minWidth = std::min(minWidth, width);
        maxWidth = std::max(maxWidth, width);
        minHeight = std::min(minHeight, height);
        maxHeight = std::max(maxHeight, height);
    }
    void add(const Image& whole) {
        planar.resize(whole.pixels.size());
        toPlanar(whole, planar.data());
        add(planar.data(), whole.channels, whole.height, whole.width);
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

}  // namespace

ImageStatistics imageStatistics(const Image& image) {
    Gathered gathered;
    gathered.add(image);
    return channelsOf(gathered.histograms, gathered.channels);
}

std::vector<int64_t> classCounts(const Source& source) {
    std::vector<int64_t> counts(source.classNames().size());
    for (int64_t i = 0; i < source.size(); ++i) {
        const auto label = static_cast<size_t>(source.label(i));
        if (label >= counts.size())
            throw Error(source.itemName(i), "a label below " + std::to_string(counts.size()), std::to_string(label));
        ++counts[label];
    }
    return counts;
}

SourceStatistics sourceStatistics(const Source& source, int threads, std::stop_token stop,
                                  const std::function<void(double fraction)>& progress) {
    const int64_t size = source.size();
    const Shape shape = source.sampleShape();
    std::atomic<int64_t> next{0};
    std::exception_ptr error;
    std::mutex mutex;
    const auto work = [&](Gathered& gathered, bool tells) {
        constexpr int64_t piece = 64;
        try {
            for (int64_t first; (first = next.fetch_add(piece)) < size && !stop.stop_requested();) {
                for (int64_t i = first; i < std::min(first + piece, size); ++i) {
                    if (const uint8_t* planar = source.planar(i)) {
                        gathered.add(planar, static_cast<int>(shape[0]), static_cast<int>(shape[1]),
                                     static_cast<int>(shape[2]));
                        continue;
                    }
                    try {
                        source.read(i, gathered.image);
                        gathered.add(gathered.image);
                    } catch (const Error& e) {
                        gathered.broken.push_back({i, {source.itemName(i), e.message()}});
                    }
                }
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
    if (stop.stop_requested()) throw Error("Counting the data set's pixels was cancelled.");

    SourceStatistics result;
    result.classCounts = classCounts(source);
    Gathered all;
    for (auto& part : parts) {
        for (size_t c = 0; c < 3; ++c)
            for (size_t v = 0; v < 256; ++v) all.histograms[c][v] += part.histograms[c][v];
        all.channels = std::max(all.channels, part.channels);
        all.images += part.images;
        all.minWidth = std::min(all.minWidth, part.minWidth);
        all.maxWidth = std::max(all.maxWidth, part.maxWidth);
        all.minHeight = std::min(all.minHeight, part.minHeight);
        all.maxHeight = std::max(all.maxHeight, part.maxHeight);
        all.broken.insert(all.broken.end(), part.broken.begin(), part.broken.end());
    }
    std::sort(all.broken.begin(), all.broken.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [index, item] : all.broken) result.broken.push_back(std::move(item));
    result.pixels = channelsOf(all.histograms, all.channels);
    result.images = all.images;
    if (all.images > 0) {
        result.minWidth = all.minWidth;
        result.maxWidth = all.maxWidth;
        result.minHeight = all.minHeight;
        result.maxHeight = all.maxHeight;
    }
    if (progress) progress(1);
    return result;
}

}  // namespace tl
