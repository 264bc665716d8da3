// What an event file holds for one tag at one step. Values: copied freely, any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/histogram.h"

namespace tl {

// The plugins of TensorBoard that such a value belongs to; Other is kept as it came.
enum class EventKind { Scalar, Histogram, Image, Text, Graph, HParams, PrCurve, Audio, Other };
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
    std::string group;
    int status = 0;  // 1 success, 2 failure, 3 running
};

// Adds what one serialised HParamsPluginData tells (an experiment, a start or an end); false: it is none.
bool readHParams(std::string_view content, EventHParams& into);

// Above the last threshold at which anything is taken for a yes there is no precision: so many points have one.
size_t definedPrecisions(const EventPrCurve& curve);
// Areas under the curves, by trapezoids over the thresholds there are and the ends, as scikit-learn has them: a
// precision-recall curve begins at recall 0 with precision 1.
double areaUnderPr(const EventPrCurve& curve);
double areaUnderRoc(const EventPrCurve& curve);

}  // namespace tl
