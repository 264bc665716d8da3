// What a table's columns hold and how they are made ready for a network: statistics, scaling, bucketing and principal
// components. Everything is fitted on the training rows and applied to all splits.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/data/source.h"

namespace tl {

constexpr size_t kColumnBins = 32;

struct ColumnStatistics {
    std::string name;
    double minimum = 0, maximum = 0, mean = 0, deviation = 0;  // population deviation
    std::array<double, 5> quantiles{};                         // at 0.05, 0.25, 0.5, 0.75, 0.95; between two by share
    std::array<int64_t, kColumnBins> histogram{};              // of equal width from minimum to maximum
    bool whole = false, rising = false;  // whole numbers all; each above the one of the row before
};
// Of each number of a row, in order. Throws Error when stopped.
std::vector<ColumnStatistics> columnStatistics(const Source& source, std::stop_token stop = {});
// Of what they were before they were scaled; none where they were not.
std::vector<ColumnStatistics> unscaledStatistics(const Source& source, std::stop_token stop = {});

// The value at share q of sorted values, between two by share (NumPy's default).
double quantile(std::span<const float> sorted, double q);

// (value - offset) * factor, column by column.
struct Scaling {
    std::vector<float> offset, factor;
    void apply(std::span<float> row) const;
    friend bool operator==(const Scaling&, const Scaling&) = default;
};
Scaling standardScaling(const Source& source);  // mean 0, deviation 1; a constant column becomes 0
Scaling minMaxScaling(const Source& source);    // 0 to 1

// The bucket of a value: how many boundaries are at or below it, as tf.keras.layers.Discretization.
size_t bucketOf(float value, std::span<const float> boundaries);
// Boundaries that share the column's values out evenly into `buckets`; equal ones fall together.
std::vector<float> evenBoundaries(const Source& source, size_t column, size_t buckets);

// Principal components, of largest variance first; of each the largest entry is positive.
struct Pca {
    std::vector<double> mean;                     // [F]
    std::vector<double> components;               // [count, F]
    std::vector<double> variance, varianceShare;  // [count]; with N - 1, and as a share of all
    void apply(std::span<const float> row, std::span<float> into) const;
    friend bool operator==(const Pca&, const Pca&) = default;
};
// count <= F. Throws Error with fewer than two rows.
Pca fitPca(const Source& source, int64_t count);

// What a table's columns are and what making them ready learned from the training rows. It belongs to the model that
// was trained on them: other rows mean something to its weights only where they were made ready by the same numbers
// (decisions/0053).
struct DataSchema {
    struct Column {
        std::string name;
        std::vector<std::string> words;  // an input each; none: a number
        friend bool operator==(const Column&, const Column&) = default;
    };
    std::string label;                                  // the column of labels
    std::vector<Column> columns;                        // that go in, in order; none where they have no names
    std::vector<float> fill;                            // of each input, where a cell is empty; or none
    std::map<std::string, std::string> settings;        // bucket, scale and pca, as the spec has them
    std::map<std::string, std::vector<float>> buckets;  // boundaries, by the part of the setting: "age:4"
    Scaling scaling;
    Pca pca;
    friend bool operator==(const DataSchema&, const DataSchema&) = default;
};
// "age", and of words "colour=red".
std::vector<std::string> inputNames(const DataSchema& schema);

// Where the columns that a model was trained on stand among `names`, wherever that is; several of one name in their
// order. `taken`: of each, whether it is something else, such as the label. The others are told in a note of the data
// set's. Throws Error that names those missing; `table` is what it calls the table.
std::vector<size_t> placesOfColumns(DataSet& data, const std::string& table, const std::vector<std::string>& names,
                                    const std::vector<std::string>& wanted, std::vector<bool> taken = {});

// Of each number of a row that is there; 0 where none is.
std::vector<float> columnMeans(const Source& source);
// What stands where a table has gaps (NaN), in every split.
void fillGaps(DataSet& data, const std::vector<float>& fill);

// Another table of the same rows: each made by `make` from the row before.
std::shared_ptr<const Source>
withRows(std::shared_ptr<const Source> source, std::vector<std::string> columns,
         const std::function<void(std::span<const float> from, std::span<float> to)>& make);

// The settings bucket (COLUMN:4 or COLUMN:1.5;3;10, several with a comma), scale (standard, minmax, none) and pca
// (a number of components), in this order, on all splits of a numeric data set. Throws Error for others. They are
// fitted on the training rows and added to `found`, which becomes the data set's schema; or are the model's, whose
// settings the spec need not repeat and may not contradict, and whose columns are taken by name where both have names.
void prepareColumns(DataSet& data, const std::map<std::string, std::string>& settings,
                    const DataSchema* model = nullptr, DataSchema found = {});

}  // namespace tl
