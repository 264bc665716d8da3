// What a data set is made of, in one streaming pass: class counts, per-channel histograms, mean and deviation.
#pragma once

#include <array>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/data/source.h"

namespace tl {

struct ChannelStatistics {
    std::array<int64_t, 256> histogram{};
    double mean = 0, deviation = 0;  // of pixel values 0 to 255; population deviation
    int64_t count = 0;
};

struct ImageStatistics {
    std::vector<ChannelStatistics> channels;  // 1 (grey) or 3 (R, G, B)
};

struct SourceStatistics {
    std::vector<int64_t> classCounts;
    ImageStatistics pixels;
    int64_t images = 0;
    int minWidth = 0, maxWidth = 0, minHeight = 0, maxHeight = 0;
    std::vector<BrokenItem> broken;  // found while reading
};

ImageStatistics imageStatistics(const Image& image);
std::vector<int64_t> classCounts(const Source& source);  // no image is read
// Reads every image on `threads` threads; the result does not depend on their number.
SourceStatistics sourceStatistics(const Source& source, int threads, std::stop_token stop = {},
                                  const std::function<void(double fraction)>& progress = {});

}  // namespace tl
