// A trained run held against its data's test split, or against other data. In a job: it reads weights and data and
// computes for long.
#pragma once

#include <stop_token>
#include <string>

#include "engine/data/source.h"
#include "engine/train/events.h"

namespace tl {

struct KeptEvaluation {
    EvaluationRecord record;
    Message notKept;  // why there is no list of what each sample was taken for; empty: there is one
};
// The best weights of the run in `folder`, else the newest, on the test split of the data that they were trained on:
// `open`, split for test as the run's was, where it is that data, else opened anew; may be null. What came out is in
// the run's journal, too, and what each sample was taken for in a file beside it. Throws Error, also where the run is
// trained now.
KeptEvaluation evaluateOnTest(const std::string& folder, const DataSet* open, std::stop_token stop);

// The same weights on other data, opened as the model knows data: its test split, else its validation split, else all
// of it. Named by the data's name, and kept likewise. Throws Error.
KeptEvaluation evaluateOnOther(const std::string& folder, const std::string& spec, std::stop_token stop);

// What the run in `folder` takes the samples for that it was validated on, by its newest weights, into its file: for
// runs of older versions, which have none. `open`: likewise, held out as the run did. Throws Error, also where the run
// went on meanwhile.
void validateAgain(const std::string& folder, const DataSet* open, std::stop_token stop);

}  // namespace tl
