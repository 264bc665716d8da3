// How a network is trained, as people edit it and project files keep it. A plain value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/property.h"
#include "engine/data/augment.h"
#include "engine/data/source.h"

namespace tl {

struct TrainingSpec {
    std::string device = "cpu";
    int threads = 0;                     // 0 = all
    std::string precision = "float32";   // or "tf32", "bfloat16", "float16", "fp8": precisionNamed()
    int memoryLimit = 0;                 // MiB for the plan and its state; 0 = none. See graph/recompute.h
    std::string kernelChoice = "model";  // of ops that several kernels can do; "timed": backend/kernel_chooser.h
    int epochs = 5;
    int batch = 32;
    uint64_t seed = 1;
    double learningRate = 0.001;               // constant, or the peak of a schedule
    TypedProperties optimizer{"adam", {}};     // allOptimizers()
    Properties optimizerOptions;               // those of every optimizer: optimizerOptions()
    TypedProperties schedule{"constant", {}};  // allSchedules()
    std::vector<TypedProperties> callbacks;    // allCallbacks(), in the order they run
    double validationFraction = 0;             // of train, where the data has no validation split
    double testFraction = 0;                   // likewise for test, held out before
    bool stratify = true;                      // ... of each class alike
    int64_t shuffleBuffer = 0;                 // 0 = the whole set
    std::vector<AugmentSpec> augmentation;
    // Of evaluations on the test split, never of the validation that a run watches: testTimeAugmentations().
    std::string testTimeAugmentation = "none";
    int workers = 0;  // loader threads; 0 = decided by the program
    ValidationSplit validationSplit() const { return {validationFraction, seed, stratify, testFraction}; }
    friend bool operator==(const TrainingSpec&, const TrainingSpec&) = default;
};

// Throws Error with the first setting that is out of range, unknown, or does not fit `images` training images.
void checkTraining(const TrainingSpec& training, int64_t images);

// What `precision` means. Weights are float32 in all of them.
struct RunPrecision {
    DType values = DType::Float32;  // between ops
    bool tf32 = false;              // as PyTorch's fp32_precision: values are float32, and multiplied in TF32
    bool float8 = false;            // values are bfloat16, and matrices multiplied in 8 bits (docs/decisions/0049)
    friend bool operator==(const RunPrecision&, const RunPrecision&) = default;
};
// Throws Error naming those there are.
RunPrecision precisionNamed(const std::string& name);

// The schedule's rate of a step (from 0) of `total`, which are all epochs of the settings; the last rate goes on after
// the end.
double scheduledRate(const TrainingSpec& training, int64_t step, int64_t total);
// That of the weights that freeze_out names: the whole schedule within their epochs, then 0. Below 0 where it names
// none.
double freezeOutRate(const TrainingSpec& training, int64_t step, int64_t stepsPerEpoch);

}  // namespace tl
