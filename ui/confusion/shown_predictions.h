// From a count to what it counts: the samples that a run took for a class, or predicted a number for, on the Data page.
#pragma once

#include <string>

#include "engine/train/predicted_numbers.h"

namespace tl {

struct Desk;

struct PredictionWish {
    int run = -1;                    // RunModel's
    std::string on = "validation";   // its last validation, else its last evaluation with this evaluationKey()
    int label = -1, predicted = -1;  // of a cell; both -1: all that were wrong
    NumberGrid grid = {};            // whose cell it is, where labels are numbers; both -1: all
};

// Read by a job. Where the run has no such list, or the data set that is open is another one, a notice says so, and
// offers what helps.
void showPredictions(Desk& desk, const PredictionWish& wish);

}  // namespace tl
