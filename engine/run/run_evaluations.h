// What a person asked of a run's weights: a record in its journal, and what each sample was taken for in a file beside
// it. Window and command line write the same.
#pragma once

#include <string>
#include <vector>

#include "engine/core/message.h"
#include "engine/data/source.h"
#include "engine/train/evaluate.h"
#include "engine/train/events.h"

namespace tl {

// On what it was: a later one with the same key takes its place.
std::string evaluationKey(const EvaluationRecord& record);
bool isOfOtherData(const EvaluationRecord& record);

// What came out, now, of the weights that stand for the run in `folder` (modelOf), on that split of its own data or, by
// their name, of `other`; "" is all of these.
EvaluationRecord recordOf(const Evaluation& evaluation, const Snapshot& model, const std::string& folder,
                          const std::string& split, const DataSet* other = nullptr);

// Lists are kept of the test split and of other data. Returns why there is none of these; empty: there is one. Throws
// Error where the record itself cannot be kept, also where the run is trained now.
Message keepEvaluation(const std::string& folder, const EvaluationRecord& record, Predictions predictions);

std::vector<std::string> otherPredictionsIn(const std::string& folder);  // the lists on other data

}  // namespace tl
