// Checks once, so that rows can be handed out without a look.
#include "engine/data/table_source.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/core/error.h"
#include "engine/data/item_place.h"
#include "engine/data/natural_order.h"

namespace tl {

TableSource::TableSource(Table table) : table_(std::move(table)), width_(table_.shape.elements()) {
    const std::string thing = table_.name + " " + table_.split;
    if (static_cast<int64_t>(table_.values.size()) != width_ * table_.rows())
        throw Error(thing, Message("{rows} numbers", width_ * table_.rows()), std::to_string(table_.values.size()));
    const auto wrong = std::find_if(table_.values.begin(), table_.values.end(), [this](float value) {
        return !std::isfinite(value) && !(table_.gaps && std::isnan(value));
    });
    if (wrong != table_.values.end())
        throw Error(itemName((wrong - table_.values.begin()) / width_), "finite numbers",
                    std::isnan(*wrong) ? "NaN" : "an infinite one", "Take the row out, or replace the value.");
    for (const float target : table_.targets)
        if (!std::isfinite(target))
            throw Error(Message("The targets of {thing}", thing), "finite numbers", "NaN or an infinite one");
    const auto classes = static_cast<int32_t>(table_.classes.size());
    for (const int32_t label : table_.labels)
        if (label < 0 || label >= classes)
            throw Error(Message("The labels of {thing}", thing), Message("classes from 0 to {classes}", classes - 1),
                        std::to_string(label));
}

std::string TableSource::itemName(int64_t index) const {
    if (table_.lines.empty()) return ItemPlace{table_.split, index}.name();
    return ItemPlace{table_.split, table_.lines[static_cast<size_t>(index)], true}.name();
}

void TableSource::read(int64_t index, Image&) const {
    throw Error(Message("{item} is a row of numbers, no image.", itemName(index)));
}

std::vector<FoundLabels> settleLabels(const std::vector<std::vector<double>>& splits) {
    std::set<double> values;
    bool whole = true;
    for (const auto& split : splits)
        for (const double value : split) {
            whole = whole && std::isfinite(value) && value == std::floor(value) && std::abs(value) < 1e9;
            if (whole) values.insert(value);
            whole = whole && values.size() <= kMostClasses;
        }
    // Classes are named by their numbers; where they begin at 0 or 1 those between that no row has are classes too.
    std::vector<double> ordered(values.begin(), values.end());
    if (whole && !ordered.empty() && ordered[0] >= 0 && ordered[0] <= 1 && ordered.back() < kMostClasses) {
        const auto first = static_cast<int>(ordered[0]), last = static_cast<int>(ordered.back());
        ordered.clear();
        for (int i = first; i <= last; ++i) ordered.push_back(i);
    }
    std::vector<FoundLabels> found;
    for (const auto& split : splits) {
        FoundLabels labels;
        for (const double value : split) {
            if (whole)
                labels.labels.push_back(
                    static_cast<int32_t>(std::lower_bound(ordered.begin(), ordered.end(), value) - ordered.begin()));
            else
                labels.targets.push_back(static_cast<float>(value));
        }
        for (const double value : ordered)
            if (whole) labels.classes.push_back(std::to_string(static_cast<int64_t>(value)));
        found.push_back(std::move(labels));
    }
    return found;
}

std::vector<FoundLabels> settleLabels(const std::vector<std::vector<std::string>>& splits) {
    std::set<std::string> names;
    for (const auto& split : splits) names.insert(split.begin(), split.end());
    if (names.size() > kMostClasses)
        throw Error("The labels", Message("at most {most_classes} different classes", kMostClasses),
                    std::to_string(names.size()), "Name another column as the label.");
    std::vector<std::string> ordered(names.begin(), names.end());
    std::sort(ordered.begin(), ordered.end(), naturalLess);
    std::map<std::string, int32_t> numbers;
    for (size_t i = 0; i < ordered.size(); ++i) numbers[ordered[i]] = static_cast<int32_t>(i);
    std::vector<FoundLabels> found;
    for (const auto& split : splits) {
        FoundLabels labels;
        for (const auto& name : split) labels.labels.push_back(numbers.at(name));
        labels.classes = ordered;
        found.push_back(std::move(labels));
    }
    return found;
}

}  // namespace tl
