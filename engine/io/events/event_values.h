// What an event file holds for one tag at one step. Values: copied freely, any thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/histogram.h"

namespace tl {

// The plugins of TensorBoard that such a value belongs to; Other is kept as it came.
enum class EventKind { Scalar, Histogram, Image, Text, Graph, HParams, PrCurve, Audio, RunMetadata, KerasModel, Other };
const char* nameOf(EventKind kind);  // "scalar", "histogram", ...

using EventHistogram = Histogram;

struct EventImage {
    int width = 0, height = 0, channels = 0;  // channels: 1 grey, 3 RGB, 4 RGBA
    std::string png;                          // or what the writer encoded otherwise
};

// Texts in rows and columns: one of either for a single text.
struct EventTexts {
    int columns = 1;
    std::vector<std::string> cells;  // row by row
};

// At each threshold, from 0 to 1: what a classifier that says yes from there on gets right and wrong.
struct EventPrCurve {
    std::vector<double> truePositives, falsePositives, trueNegatives, falseNegatives, precision, recall;
};

// What TensorBoard's hparams plugin keeps of a run: what it was started with, and which tags make columns beside it.
struct EventHParams {
    std::map<std::string, std::variant<double, std::string, bool>> values;
    std::vector<std::string> metrics;  // tags
    std::string group, model;          // the model's place, such as its run's folder
    int status = 0;                    // 1 success, 2 failure, 3 running
};

// Adds what one serialised HParamsPluginData tells (an experiment, a start or an end); false: it is none.
bool readHParams(std::string_view content, EventHParams& into);
// What an event's record has of them: of its summary's first value that belongs to that plugin; empty: nothing.
std::string_view hparamsIn(std::span<const uint8_t> record);

// A precision-recall curve's points, by its thresholds: above the last one at which anything is taken for a yes there
// is no precision. It ends at recall 0 with the precision of the point before: that point is of no threshold, which is
// `at` the number of them. (A line to precision 1 would give a classifier that guesses half of the area.)
struct PrPoint {
    size_t at = 0;
    double recall = 0, precision = 0;
};
std::vector<PrPoint> prPoints(const EventPrCurve& curve);
// As scikit-learn's average_precision_score: each precision counts for the recall that it adds; nothing between points.
double averagePrecision(const EventPrCurve& curve);
// By trapezoids over the thresholds there are and the ends, as scikit-learn's roc_auc_score.
double areaUnderRoc(const EventPrCurve& curve);

}  // namespace tl
