// A source of numbers: rows of float32 of one shape in memory, each with a class or a number as its label. CSV files,
// arrays and records without images end here.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/data/source.h"

namespace tl {

struct Table {
    std::string name, split;
    Shape shape;                          // of a row: [F], or an array's
    std::vector<std::string> columns;     // F names, or empty
    std::vector<float> values;            // [rows, shape]
    std::vector<std::string> classes;     // of labels; empty where targets are used
    std::vector<int32_t> labels;          // one a row, or empty where targets are used
    std::vector<float> targets;           // one a row, or empty
    std::vector<BrokenItem> broken = {};  // left out
    std::vector<int64_t> lines = {};      // of the file, for names; empty = numbered from 0
    bool gaps = false;                    // NaN stands where a value is missing, for whoever fills it in
    std::vector<bool> lacking = {};       // true: the row's label stands for nothing; empty: all have one
    int64_t rows() const { return static_cast<int64_t>(targets.empty() ? labels.size() : targets.size()); }
};

class TableSource : public Source {
public:
    // Throws Error where the table's parts do not fit together, or a value is not finite and no gap.
    explicit TableSource(Table table);

    std::string name() const override { return table_.name; }
    int64_t size() const override { return table_.rows(); }
    const std::vector<std::string>& classNames() const override { return table_.classes; }
    int label(int64_t index) const override {
        return table_.labels.empty() ? 0 : table_.labels[static_cast<size_t>(index)];
    }
    bool hasLabel(int64_t index) const override {
        return table_.lacking.empty() || !table_.lacking[static_cast<size_t>(index)];
    }
    std::string itemName(int64_t index) const override;
    void read(int64_t index, Image& image) const override;
    Shape sampleShape() const override { return table_.shape; }
    DType dataType() const override { return DType::Float32; }
    const uint8_t* planar(int64_t index) const override {
        return reinterpret_cast<const uint8_t*>(table_.values.data() + index * width_);
    }
    const std::vector<std::string>& columnNames() const override { return table_.columns; }
    bool hasTargets() const override { return !table_.targets.empty(); }
    float target(int64_t index) const override {
        return table_.targets.empty() ? static_cast<float>(label(index)) : table_.targets[static_cast<size_t>(index)];
    }
    const std::vector<BrokenItem>& broken() const override { return table_.broken; }

private:
    Table table_;
    int64_t width_;
};

// Labels as they are found in files: numbers or words. Whole numbers (at most kMostClasses different ones) and words
// become classes, in order; other numbers stay targets.
constexpr size_t kMostClasses = 1000;
struct FoundLabels {
    std::vector<std::string> classes;
    std::vector<int32_t> labels;
    std::vector<float> targets;
    std::vector<bool> lacking = {};  // Table's
};
// `splits`: the labels of each split; all get the classes of all.
std::vector<FoundLabels> settleLabels(const std::vector<std::vector<double>>& splits);
std::vector<FoundLabels> settleLabels(const std::vector<std::vector<std::string>>& splits);

}  // namespace tl
