// Options of the command line that change a TrainingSpec, one by one; what is not given stays as it was.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "engine/train/training_spec.h"

namespace tl::cli {

struct Settings {
    std::optional<std::string> device, precision, kernelChoice, testTimeAugmentation, optimizer, schedule;
    std::optional<int> epochs, batch, memoryLimit, threads, workers;
    std::optional<uint64_t> seed;
    std::optional<int64_t> shuffleBuffer;
    std::optional<double> learningRate, momentum, weightDecay, validationFraction, testFraction;
    std::optional<bool> stratify;
    std::vector<std::string> optimizerSet, scheduleSet, augment, callbacks;
    // Of optimizerOptions(), by key: one option or flag each.
    std::map<std::string, std::optional<std::string>> optimizerOptions;
    std::map<std::string, bool> optimizerFlags;
};

// resume: the option that excludes what may not change in the middle of a run.
void addSettings(const Command& command, Settings& settings, const Option& resume);

// Throws Error for names and values that are not there. A change of optimizer brings its own default rate unless a
// rate is given, and what a recipe has set goes along with batch and optimizer: engine/train/recipe.h.
void applySettings(const Settings& settings, TrainingSpec& training);

}  // namespace tl::cli
