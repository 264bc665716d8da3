// One pass for sums in the order of the rows, so results do not depend on threads; quantiles are exact, from a sorted
// copy of one column at a time.
#include "engine/data/columns.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "engine/core/error.h"
#include "engine/core/property_builders.h"
#include "engine/data/csv.h"
#include "engine/data/sources/support.h"

namespace tl {
namespace {

constexpr double kShares[] = {0.05, 0.25, 0.5, 0.75, 0.95};

size_t widthOf(const Source& source) { return static_cast<size_t>(source.sampleShape().elements()); }

std::string columnName(const Source& source, size_t column) {
    const auto& names = source.columnNames();
    return column < names.size() ? names[column] : std::to_string(column);
}

using RowOf = const float* (Source::*)(int64_t) const;

std::vector<float> columnOf(const Source& source, size_t column, RowOf row = &Source::row) {
    std::vector<float> values(static_cast<size_t>(source.size()));
    for (size_t i = 0; i < values.size(); ++i) values[i] = (source.*row)(static_cast<int64_t>(i))[column];
    return values;
}

struct Moments {
    std::vector<double> mean, deviation;
    std::vector<float> minimum, maximum;
};

// Two passes: the deviation from the mean, not from a difference of large sums.
Moments momentsOf(const Source& source, RowOf row = &Source::row) {
    const size_t width = widthOf(source);
    const auto rows = static_cast<double>(std::max<int64_t>(source.size(), 1));
    Moments moments{std::vector<double>(width), std::vector<double>(width), std::vector<float>(width, INFINITY),
                    std::vector<float>(width, -INFINITY)};
    for (int64_t i = 0; i < source.size(); ++i)
        for (size_t c = 0; c < width; ++c) {
            const float value = (source.*row)(i)[c];
            moments.mean[c] += static_cast<double>(value);
            moments.minimum[c] = std::min(moments.minimum[c], value);
            moments.maximum[c] = std::max(moments.maximum[c], value);
        }
    for (double& mean : moments.mean) mean /= rows;
    for (int64_t i = 0; i < source.size(); ++i)
        for (size_t c = 0; c < width; ++c) {
            const double distance = static_cast<double>((source.*row)(i)[c]) - moments.mean[c];
            moments.deviation[c] += distance * distance;
        }
    for (double& deviation : moments.deviation) deviation = std::sqrt(deviation / rows);
    return moments;
}

std::vector<ColumnStatistics> statisticsOf(const Source& source, RowOf row, const std::stop_token& stop) {
    const Moments moments = momentsOf(source, row);
    std::vector<ColumnStatistics> all(widthOf(source));
    for (size_t c = 0; c < all.size(); ++c) {
        if (stop.stop_requested()) throw Error("Measuring the columns was cancelled.");
        ColumnStatistics& column = all[c];
        column.name = columnName(source, c);
        if (source.size() == 0) continue;
        column.minimum = static_cast<double>(moments.minimum[c]);
        column.maximum = static_cast<double>(moments.maximum[c]);
        column.mean = moments.mean[c];
        column.deviation = moments.deviation[c];
        std::vector<float> values = columnOf(source, c, row);
        column.whole = std::ranges::all_of(values, [](float value) { return value == std::floor(value); });
        column.rising = std::ranges::adjacent_find(values, std::greater_equal<>()) == values.end();
        std::sort(values.begin(), values.end());
        for (size_t q = 0; q < column.quantiles.size(); ++q) column.quantiles[q] = quantile(values, kShares[q]);
        const double width = column.maximum - column.minimum;
        for (const float value : values) {
            const double place = width > 0 ? (static_cast<double>(value) - column.minimum) / width : 0;
            ++column.histogram[std::min(static_cast<size_t>(place * kColumnBins), kColumnBins - 1)];
        }
    }
    return all;
}

class RowsSource : public Source {
public:
    RowsSource(std::shared_ptr<const Source> base, std::vector<std::string> columns, std::vector<float> values)
        : base_(std::move(base)), columns_(std::move(columns)), values_(std::move(values)) {}
    std::string name() const override { return base_->name(); }
    int64_t size() const override { return base_->size(); }
    const std::vector<std::string>& classNames() const override { return base_->classNames(); }
    int label(int64_t index) const override { return base_->label(index); }
    bool hasLabel(int64_t index) const override { return base_->hasLabel(index); }
    std::string itemName(int64_t index) const override { return base_->itemName(index); }
    void read(int64_t index, Image& image) const override { base_->read(index, image); }
    Shape sampleShape() const override { return Shape{static_cast<int64_t>(columns_.size())}; }
    DType dataType() const override { return DType::Float32; }
    const uint8_t* planar(int64_t index) const override {
        return reinterpret_cast<const uint8_t*>(values_.data() + static_cast<size_t>(index) * columns_.size());
    }
    const std::vector<std::string>& columnNames() const override { return columns_; }
    bool hasTargets() const override { return base_->hasTargets(); }
    float target(int64_t index) const override { return base_->target(index); }
    const std::vector<BrokenItem>& broken() const override { return base_->broken(); }

protected:
    std::shared_ptr<const Source> base_;

private:
    std::vector<std::string> columns_;
    std::vector<float> values_;
};

class ScaledSource : public RowsSource {
public:
    using RowsSource::RowsSource;
    const float* unscaledRow(int64_t index) const override { return base_->row(index); }
};

std::vector<std::string> namesOf(const Source& source) {
    std::vector<std::string> names;
    for (size_t c = 0; c < widthOf(source); ++c) names.push_back(columnName(source, c));
    return names;
}

template <typename Function>
void forEachSplit(DataSet& data, Function function) {
    for (auto* split : {&data.train, &data.validation, &data.test})
        if (*split) *split = function(*split);
}

using MakeRow = std::function<void(std::span<const float> from, std::span<float> to)>;

template <typename Made>
std::shared_ptr<const Source> rowsMade(std::shared_ptr<const Source> source, std::vector<std::string> columns,
                                       const MakeRow& make) {
    const size_t before = widthOf(*source), width = columns.size();
    std::vector<float> values(static_cast<size_t>(source->size()) * width);
    for (size_t i = 0; i < static_cast<size_t>(source->size()); ++i)
        make({source->row(static_cast<int64_t>(i)), before}, {values.data() + i * width, width});
    return std::make_shared<Made>(std::move(source), std::move(columns), std::move(values));
}

void scale(DataSet& data, const Scaling& scaling) {
    forEachSplit(data, [&](const auto& split) {
        return rowsMade<ScaledSource>(split, namesOf(*split), [&](std::span<const float> from, std::span<float> to) {
            std::copy(from.begin(), from.end(), to.begin());
            scaling.apply(to);
        });
    });
}

size_t findColumn(const Source& source, const std::string& name) {
    for (size_t c = 0; c < widthOf(source); ++c)
        if (columnName(source, c) == name) return c;
    throw Error(Message("The column {name} to bucket", name), "one of the table's columns", "no column of that name");
}

// "age:4" or "age:18;30;60": how many, or where they part.
std::vector<float> boundariesOf(const Source& source, const std::string& name, const std::string& how) {
    const size_t column = findColumn(source, name);
    double number = 0;
    if (how.find(';') == std::string::npos && parseNumber(how, number) && number == std::floor(number)) {
        if (number < 2 || number > 1000) throw Error(Message("The buckets of {name}", name), "2 to 1,000", how);
        return evenBoundaries(source, column, static_cast<size_t>(number));
    }
    std::vector<float> boundaries;
    std::istringstream parts(how);
    for (std::string part; std::getline(parts, part, ';');) {
        if (!parseNumber(part, number) || (!boundaries.empty() && static_cast<float>(number) <= boundaries.back()))
            throw Error(Message("The boundaries of {name}", name), "rising numbers with ; between them", how);
        boundaries.push_back(static_cast<float>(number));
    }
    if (boundaries.empty()) throw Error("The setting bucket", "a count of 2 or more, or boundaries", how);
    return boundaries;
}

// The column gives way to one column a bucket, 1 in the value's. What `known` lacks is fitted.
void bucket(DataSet& data, const std::string& text, std::map<std::string, std::vector<float>>& known) {
    const size_t colon = text.rfind(':');
    if (colon == std::string::npos) throw Error("The setting bucket", "COLUMN:COUNT or COLUMN:BOUNDARY;BOUNDARY", text);
    const size_t column = findColumn(*data.train, text.substr(0, colon));
    if (!known.contains(text)) known[text] = boundariesOf(*data.train, text.substr(0, colon), text.substr(colon + 1));
    const std::vector<float>& boundaries = known[text];
    std::vector<std::string> names;
    for (size_t c = 0; c < widthOf(*data.train); ++c) {
        if (c != column) {
            names.push_back(columnName(*data.train, c));
            continue;
        }
        for (size_t b = 0; b <= boundaries.size(); ++b)
            names.push_back(columnName(*data.train, c) + " bucket " + std::to_string(b));
    }
    forEachSplit(data, [&](const auto& split) {
        return withRows(split, names, [&](std::span<const float> from, std::span<float> to) {
            auto at = std::copy(from.begin(), from.begin() + static_cast<ptrdiff_t>(column), to.begin());
            at[static_cast<ptrdiff_t>(bucketOf(from[column], boundaries))] = 1;
            std::copy(from.begin() + static_cast<ptrdiff_t>(column) + 1, from.end(),
                      at + static_cast<ptrdiff_t>(boundaries.size()) + 1);
        });
    });
}

}  // namespace

double quantile(std::span<const float> sorted, double q) {
    if (sorted.empty()) return 0;
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(place), above = std::min(below + 1, sorted.size() - 1);
    const double low = static_cast<double>(sorted[below]), high = static_cast<double>(sorted[above]);
    return low + (high - low) * (place - static_cast<double>(below));
}

std::vector<ColumnStatistics> columnStatistics(const Source& source, std::stop_token stop) {
    return statisticsOf(source, &Source::row, stop);
}

std::vector<ColumnStatistics> unscaledStatistics(const Source& source, std::stop_token stop) {
    if (source.size() == 0 || !source.unscaledRow(0)) return {};
    return statisticsOf(source, &Source::unscaledRow, stop);
}

void Scaling::apply(std::span<float> row) const {
    for (size_t c = 0; c < row.size(); ++c) row[c] = (row[c] - offset[c]) * factor[c];
}

Scaling standardScaling(const Source& source) {
    const Moments moments = momentsOf(source);
    Scaling scaling;
    for (size_t c = 0; c < moments.mean.size(); ++c) {
        scaling.offset.push_back(static_cast<float>(moments.mean[c]));
        scaling.factor.push_back(moments.deviation[c] > 0 ? static_cast<float>(1 / moments.deviation[c]) : 1.0f);
    }
    return scaling;
}

Scaling minMaxScaling(const Source& source) {
    const Moments moments = momentsOf(source);
    Scaling scaling;
    for (size_t c = 0; c < moments.mean.size(); ++c) {
        const float width = moments.maximum[c] - moments.minimum[c];
        scaling.offset.push_back(source.size() ? moments.minimum[c] : 0);
        scaling.factor.push_back(source.size() && width > 0 && std::isfinite(width) ? 1 / width : 1);
    }
    return scaling;
}

size_t bucketOf(float value, std::span<const float> boundaries) {
    return static_cast<size_t>(std::upper_bound(boundaries.begin(), boundaries.end(), value) - boundaries.begin());
}

std::vector<float> evenBoundaries(const Source& source, size_t column, size_t buckets) {
    std::vector<float> values = columnOf(source, column), boundaries;
    std::sort(values.begin(), values.end());
    for (size_t b = 1; b < buckets; ++b) {
        const auto boundary =
            static_cast<float>(quantile(values, static_cast<double>(b) / static_cast<double>(buckets)));
        if (boundaries.empty() || boundary > boundaries.back()) boundaries.push_back(boundary);
    }
    return boundaries;
}

void Pca::apply(std::span<const float> row, std::span<float> into) const {
    for (size_t k = 0; k < into.size(); ++k) {
        double sum = 0;
        for (size_t c = 0; c < mean.size(); ++c)
            sum += (static_cast<double>(row[c]) - mean[c]) * components[k * mean.size() + c];
        into[k] = static_cast<float>(sum);
    }
}

std::shared_ptr<const Source>
withRows(std::shared_ptr<const Source> source, std::vector<std::string> columns,
         const std::function<void(std::span<const float> from, std::span<float> to)>& make) {
    return rowsMade<RowsSource>(std::move(source), std::move(columns), make);
}

std::vector<std::string> inputNames(const DataSchema& schema) {
    std::vector<std::string> names;
    for (const DataSchema::Column& column : schema.columns) {
        if (column.words.empty()) names.push_back(column.name);
        for (const std::string& word : column.words) names.push_back(column.name + "=" + word);
    }
    return names;
}

std::vector<size_t> placesOfColumns(DataSet& data, const std::string& table, const std::vector<std::string>& names,
                                    const std::vector<std::string>& wanted, std::vector<bool> taken) {
    taken.resize(names.size());
    std::unordered_map<std::string_view, std::vector<size_t>> left;  // of each name from the last to the first
    for (size_t c = names.size(); c-- > 0;)
        if (!taken[c]) left[names[c]].push_back(c);
    std::vector<size_t> places;
    std::vector<std::string> missing, aside;
    for (const std::string& name : wanted) {
        std::vector<size_t>& there = left[name];
        if (there.empty()) {
            missing.push_back(name);
            continue;
        }
        places.push_back(there.back());
        taken[there.back()] = true;
        there.pop_back();
    }
    if (!missing.empty())
        throw Error(Message("The columns of {path}", table),
                    Message("{names}, which the model was trained on", shortList(missing)), shortList(names));
    for (size_t c = 0; c < names.size(); ++c)
        if (!taken[c]) aside.push_back(names[c]);
    if (!aside.empty())
        data.notes.push_back(
            Message("Columns that the model was not trained on are left out: {names}.", shortList(aside)));
    return places;
}

std::vector<float> columnMeans(const Source& source) {
    std::vector<double> sums(widthOf(source));
    std::vector<int64_t> counts(sums.size());
    for (int64_t i = 0; i < source.size(); ++i)
        for (size_t c = 0; c < sums.size(); ++c)
            if (const float value = source.row(i)[c]; !std::isnan(value)) {
                sums[c] += static_cast<double>(value);
                ++counts[c];
            }
    std::vector<float> means;
    for (size_t c = 0; c < sums.size(); ++c)
        means.push_back(static_cast<float>(counts[c] ? sums[c] / static_cast<double>(counts[c]) : 0));
    return means;
}

void fillGaps(DataSet& data, const std::vector<float>& fill) {
    forEachSplit(data, [&](const auto& split) {
        return withRows(split, namesOf(*split), [&](std::span<const float> from, std::span<float> to) {
            for (size_t c = 0; c < to.size(); ++c) to[c] = std::isnan(from[c]) ? fill[c] : from[c];
        });
    });
}

void prepareColumns(DataSet& data, const std::map<std::string, std::string>& settings, const DataSchema* model,
                    DataSchema schema) {
    if (model) schema = *model;
    for (const char* key : {"bucket", "scale", "pca"}) {
        const auto said = settings.find(key);
        if (said == settings.end()) continue;
        const auto own = model ? schema.settings.find(key) : schema.settings.insert(*said).first;
        const std::string wanted = own == schema.settings.end() ? "none" : own->second;
        if (said->second != wanted)
            throw Error(Message("The setting {key} of \"{name}\"", key, data.name),
                        Message("{value}, as the model was trained with", wanted), said->second,
                        "Leave it out: rows are made ready as those were that the model was trained on.");
    }
    const auto setting = [&](const char* key) {
        const auto own = schema.settings.find(key);
        return own == schema.settings.end() ? std::string() : own->second;
    };
    // What a model knows of rows must be of rows like these.
    const auto expect = [&](size_t width) {
        if (width != widthOf(*data.train))
            throw Error(
                Message("The rows of \"{name}\"", data.name),
                Message("{shape}, which the network was made for", Shape{static_cast<int64_t>(width)}.toString()),
                data.shape().toString());
    };
    if (const auto wanted = inputNames(schema), names = data.train->columnNames();
        model && !wanted.empty() && !names.empty() && names != wanted) {
        const std::vector<size_t> places = placesOfColumns(data, data.name, names, wanted);
        forEachSplit(data, [&](const auto& split) {
            return withRows(split, wanted, [&](std::span<const float> from, std::span<float> to) {
                for (size_t c = 0; c < to.size(); ++c) to[c] = from[places[c]];
            });
        });
    }
    std::istringstream buckets(setting("bucket"));
    for (std::string each; std::getline(buckets, each, ',');) bucket(data, each, schema.buckets);
    const std::string scaling = setting("scale");
    if (data.shape().rank() == 1)
        data.settings.push_back(choiceProperty("scale", "none", {"none", "standard", "minmax"},
                                               "standard: mean 0 and deviation 1; minmax: 0 to 1. Fitted on the "
                                               "training rows, applied to all. Networks learn badly from columns of "
                                               "very different sizes."));
    if (!scaling.empty() && scaling != "standard" && scaling != "minmax" && scaling != "none")
        throw Error("The setting scale", "standard, minmax or none", scaling);
    if (!scaling.empty() && scaling != "none") {
        if (!model) schema.scaling = scaling == "standard" ? standardScaling(*data.train) : minMaxScaling(*data.train);
        expect(schema.scaling.offset.size());
        scale(data, schema.scaling);
    }
    if (const std::string count = setting("pca"); !count.empty()) {
        double number = 0;
        const auto width = static_cast<double>(widthOf(*data.train));
        if (!parseNumber(count, number) || number < 1 || number > width || number != std::floor(number))
            throw Error("The setting pca", Message("a number of components from 1 to {most}", widthOf(*data.train)),
                        count);
        if (!model) schema.pca = fitPca(*data.train, static_cast<int64_t>(number));
        const Pca& pca = schema.pca;
        expect(pca.mean.size());
        std::vector<std::string> names;
        double share = 0;
        for (size_t k = 0; k < pca.variance.size(); ++k) {
            names.push_back("component " + std::to_string(k + 1));
            share += pca.varianceShare[k];
        }
        forEachSplit(data, [&](const auto& split) {
            return withRows(split, names,
                            [&](std::span<const float> from, std::span<float> to) { pca.apply(from, to); });
        });
        data.notes.push_back(Message("The {count} principal components hold {percent} % of the variance.", count,
                                     static_cast<int>(std::lround(100 * share))));
    }
    data.schema = std::make_shared<const DataSchema>(std::move(schema));
}

}  // namespace tl
