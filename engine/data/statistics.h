// What a data set is made of, in one streaming pass: class counts, per-channel histograms, mean and deviation, sizes,
// and items that are there twice; of numbers, each column.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/data/columns.h"
#include "engine/data/hash.h"
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
    ImageStatistics pixels;  // of the images at the source's size, so that each counts alike
    int64_t images = 0;
    int minWidth = 0, maxWidth = 0, minHeight = 0, maxHeight = 0;
    std::map<std::pair<int, int>, int64_t> sizes;  // how many images of each (width, height)
    std::vector<ColumnStatistics> columns;         // of numbers, one each
    std::vector<ColumnStatistics> unscaled;        // of these before they were scaled; empty: they were not
    double targetMean = 0, targetDeviation = 0;    // of labels that are numbers; population deviation
    std::vector<Hash128> contents;                 // of each item, by its pixels or numbers; Hash128{0, 0} if broken
    std::vector<std::vector<int64_t>> duplicates;  // groups of items with the same content, largest group first
    int64_t contradictions = 0;                    // of these groups, those with different labels
    std::vector<BrokenItem> broken;                // found while reading
    int64_t repeated() const;                      // items that another one before them already is
};

// An item of another split that is a training item too, so that its score says nothing.
struct Leak {
    std::string split;
    int64_t item = 0, trainItem = 0;
};

ImageStatistics imageStatistics(const Image& image);
std::vector<int64_t> classCounts(const Source& source);  // no image is read
// Reads every image on `threads` threads; the result does not depend on their number.
SourceStatistics sourceStatistics(const Source& source, int threads, std::stop_token stop = {},
                                  const std::function<void(double fraction)>& progress = {});
// Reads the validation and test items and looks them up among `train`, the statistics of the training items.
std::vector<Leak> findLeaks(const DataSet& data, const SourceStatistics& train, int threads, std::stop_token stop = {},
                            const std::function<void(double fraction)>& progress = {});

}  // namespace tl
