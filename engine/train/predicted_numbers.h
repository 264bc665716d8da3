// Predicted numbers beside the true ones, where labels are numbers: how far off they are, and in the cells of a grid
// how they lie, so that a million of them are drawn as quickly as a hundred.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/train/predictions.h"

namespace tl {

// The same for both numbers: what is right lies on the diagonal.
struct NumberGrid {
    static constexpr int kCells = 128;  // each way
    double least = 0, greatest = 0;
    int cellOf(double value) const;  // 0 to kCells - 1
};

struct NumberCell {
    int column = 0, row = 0;          // of the true number, of the predicted one
    double truth = 0, predicted = 0;  // means over its samples
    int64_t count = 0;
};

struct PredictedNumbers {
    int64_t step = 0, epoch = -1;  // Predictions's
    int64_t count = 0;             // samples with both numbers: all below is of them
    int64_t notNumbers = 0;        // others that were read: what was predicted is no finite number
    int64_t unread = 0;
    double meanAbsoluteError = 0;
    double r2 = 0;  // NaN where all true numbers are the same
    NumberGrid grid;
    std::vector<NumberCell> cells;  // that hold something, by column, then by row
};
PredictedNumbers predictedNumbers(const Predictions& predictions);

// The samples of a cell, or (-1, -1) all with both numbers, the furthest off first.
std::vector<int64_t> samplesOf(const Predictions& predictions, const NumberGrid& grid, int column, int row);

}  // namespace tl
