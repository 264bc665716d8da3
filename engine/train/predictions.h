// What each sample of a split was taken for: counted up it is the confusion matrix of the same evaluation. Where labels
// are numbers: what was predicted for each, and what is true. A run's folder keeps the newest of its validations, and
// of its evaluations on the test split and on each other data, so that the samples behind a count can be looked at.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/core/tensor.h"
#include "engine/data/hash.h"

namespace tl {

class Source;

// A row of scores as the confusion matrix reads it.
struct TakenFor {
    int index = -1;   // the class; -1: a score is no number
    float score = 0;  // its own: a probability where the loss is a cross-entropy
};
TakenFor takenFor(std::span<const float> scores);  // one score stands for two classes

struct Predictions {
    // In the source's order; -1: it could not be read, or a score is no number. Empty where labels are numbers.
    std::vector<int32_t> classes;
    std::vector<float> scores;   // of that class; where labels are numbers, the predicted one
    std::vector<float> targets;  // where labels are numbers: the true ones; NaN, as its score: it could not be read
    Hash128 samples;             // samplesHash() of the source
    int64_t step = 0;            // of the weights
    int64_t epoch = -1;          // after which they were, from 0; -1: after none
    bool empty() const { return scores.empty(); }
    bool numbers() const { return !targets.empty(); }
    // A batch's scores [N, K], of these samples out of so many.
    void take(const Tensor& batch, std::span<const int64_t> indices, int64_t size);
    // A batch's values [N, 1], of these samples.
    void takeNumbers(const Tensor& batch, std::span<const int64_t> indices, const Source& source);
};

// Names and labels in order: where it is the same, so are the samples at each position.
Hash128 samplesHash(const Source& source);

// Of the samples of class `label` (-1: of any) those taken for `predicted` (-1: for any other than their own), the
// highest score first.
std::vector<int64_t> samplesTaken(const Predictions& predictions, const Source& source, int label, int predicted);

// In a run's folder; of: "validation", "test", or evaluationKey() an evaluation on other data
// (engine/run/run_evaluations.h).
std::string predictionsFile(const std::string& of);
std::string toBytes(const Predictions& predictions);
// name: for errors. Throws Error: cut short, something else.
Predictions predictionsFrom(const std::string& bytes, const std::string& name);

}  // namespace tl
