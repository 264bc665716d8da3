// What a watch will find, known before there is a run: the step's graph is built and nothing is compiled. Any thread.
#pragma once

#include <vector>

#include "engine/train/watch.h"

namespace tl {

struct TrainingSpec;

// As watchableValues() of the plan that such a training makes. Throws as stepGraph().
std::vector<WatchableValue> watchableValues(const NetworkSpec& network, const DataFacts& facts,
                                            const TrainingSpec& training);
// Of these. Throws Error where it finds none that it could tell of.
std::vector<WatchableValue> watchedBy(const Watch& watch, const std::vector<WatchableValue>& values);

}  // namespace tl
