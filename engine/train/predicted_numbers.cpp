// See the header.
#include "engine/train/predicted_numbers.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace tl {
namespace {

struct Both {
    double truth, predicted;
    bool finite() const { return std::isfinite(truth) && std::isfinite(predicted); }
    double off() const { return std::abs(predicted - truth); }
};

Both at(const Predictions& predictions, size_t i) {
    return {static_cast<double>(predictions.targets[i]), static_cast<double>(predictions.scores[i])};
}

}  // namespace

int NumberGrid::cellOf(double value) const {
    if (!(greatest > least)) return kCells / 2;
    const double cell = std::floor((value - least) / (greatest - least) * kCells);
    return static_cast<int>(std::clamp(cell, 0.0, kCells - 1.0));
}

PredictedNumbers predictedNumbers(const Predictions& predictions) {
    PredictedNumbers result;
    result.step = predictions.step;
    result.epoch = predictions.epoch;
    const size_t size = predictions.targets.size();
    double truths = 0, off = 0;
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
    for (size_t i = 0; i < size; ++i) {
        const Both both = at(predictions, i);
        if (std::isnan(both.truth) && std::isnan(both.predicted)) {
            ++result.unread;
            continue;
        }
        if (!both.finite()) {
            ++result.notNumbers;
            continue;
        }
        ++result.count;
        truths += both.truth;
        off += both.off();
        least = std::min({least, both.truth, both.predicted});
        greatest = std::max({greatest, both.truth, both.predicted});
    }
    if (result.count == 0) return result;
    result.meanAbsoluteError = off / static_cast<double>(result.count);
    result.grid = {least, greatest};
    constexpr int kCells = NumberGrid::kCells;
    const double mean = truths / static_cast<double>(result.count);
    double left = 0, spread = 0;
    std::vector<NumberCell> all(static_cast<size_t>(kCells) * kCells);
    for (size_t i = 0; i < size; ++i) {
        const Both both = at(predictions, i);
        if (!both.finite()) continue;
        left += both.off() * both.off();
        spread += (both.truth - mean) * (both.truth - mean);
        const int column = result.grid.cellOf(both.truth), row = result.grid.cellOf(both.predicted);
        NumberCell& cell = all[static_cast<size_t>(column) * kCells + static_cast<size_t>(row)];
        cell.column = column;
        cell.row = row;
        cell.truth += both.truth;
        cell.predicted += both.predicted;
        ++cell.count;
    }
    result.r2 = spread > 0 ? 1 - left / spread : std::numeric_limits<double>::quiet_NaN();
    for (NumberCell& cell : all) {
        if (cell.count == 0) continue;
        cell.truth /= static_cast<double>(cell.count);
        cell.predicted /= static_cast<double>(cell.count);
        result.cells.push_back(cell);
    }
    return result;
}

std::vector<int64_t> samplesOf(const Predictions& predictions, const NumberGrid& grid, int column, int row) {
    std::vector<int64_t> found;
    for (size_t i = 0; i < predictions.targets.size(); ++i) {
        const Both both = at(predictions, i);
        if (!both.finite()) continue;
        if (column < 0 || (grid.cellOf(both.truth) == column && grid.cellOf(both.predicted) == row))
            found.push_back(static_cast<int64_t>(i));
    }
    std::ranges::stable_sort(found, std::greater(),
                             [&](int64_t i) { return at(predictions, static_cast<size_t>(i)).off(); });
    return found;
}

}  // namespace tl
