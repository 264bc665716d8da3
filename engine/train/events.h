// What a training thread tells the world: small values, in one stream that many read (event_log.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/backend/kernel_chooser.h"
#include "engine/data/source.h"
#include "engine/train/breakpoint.h"
#include "engine/train/measured.h"
#include "engine/train/pictures.h"
#include "engine/train/pr_curves.h"
#include "engine/train/watch.h"

namespace tl {

struct StepRecord {                              // one training step
    int64_t step = 0;                            // from 1: steps done
    int64_t epoch = 0;                           // from 0: the epoch that it belongs to
    int64_t stepInEpoch = 0, stepsPerEpoch = 0;  // from 1
    double wallTime = 0;                         // seconds since 1970
    float loss = 0;                              // mean over this batch
    std::map<std::string, float> metrics;        // "accuracy", of this batch
    double learningRate = 0;
    float imagesPerSecond = 0;  // smoothed over the last half second
    float dataWaitShare = 0;    // share of the time spent waiting for data, likewise
};

struct EpochRecord {    // after each epoch
    int64_t epoch = 0;  // from 0
    int64_t step = 0;
    double wallTime = 0, seconds = 0;     // of this epoch, validation included
    std::map<std::string, float> values;  // "loss", "accuracy", "val_loss", "val_accuracy"
    // Of the validation: images of class i taken for class j at i * classes + j; empty where not counted.
    std::vector<int64_t> confusion;
    std::shared_ptr<const PrCurves> curves;  // of the validation; null where its scores are no probabilities
    int64_t images = 0, unread = 0;          // Evaluation's, of the validation; both 0: not known
};

enum class RunState { Idle, Starting, Running, Paused, Validating, Finished, Stopped, Failed };
inline bool isOver(RunState state) {
    return state == RunState::Finished || state == RunState::Stopped || state == RunState::Failed;
}
// From one to the other and back once an epoch, of which small networks have hundreds a second.
inline bool betweenSteps(RunState one, RunState other) {
    const auto steps = [](RunState state) { return state == RunState::Running || state == RunState::Validating; };
    return steps(one) && steps(other);
}
inline bool isActive(RunState state) { return state != RunState::Idle && !isOver(state); }

struct StateRecord {
    RunState state = RunState::Idle;
    Message message;          // why it failed or stopped: a whole sentence
    double secondsLeft = -1;  // -1 = unknown
};

struct LearningRateRecord {  // somebody changed the rate while it ran
    int64_t step = 0;
    double from = 0, to = 0;
};

struct CheckpointRecord {
    int64_t step = 0;
    std::string path;
};

struct BrokenRecord {  // items that did not decode and were left out
    std::vector<BrokenItem> items;
};

struct NoteRecord {  // a sentence for the log
    Message message;
};

// A run goes on from here: what it had recorded of later steps, and of this and later epochs, is taken back.
struct ResumedRecord {
    int64_t step = 0, epoch = 0;  // steps done; the epoch under way
    double wallTime = 0;
};

struct EvaluationRecord {  // its weights over a split, asked for by a person
    std::string split;     // of its own data, or what other data are called
    std::string checkpoint;
    int64_t step = 0;
    double wallTime = 0;
    std::map<std::string, float> values;  // "loss", "accuracy"
    std::vector<int64_t> confusion = {};  // as EpochRecord's
    int views = 1;                        // Evaluation's
    int64_t images = 0, unread = 0;       // likewise; both 0: not known
    std::string data = {};                // the spec of other data; empty: its own, or not known
    std::string part = {};                // the split of other data; empty: all of them, or not known
};

// What a watch saw of one value at one step. Weights are those that the step has left, all else is what it made.
struct WatchedRecord {
    int64_t step = 0;
    double wallTime = 0;
    std::string name;  // "conv_1/kernel"
    struct UpdateRatio {
        double ratio = 0;
    };
    std::variant<Measured, UpdateRatio, std::shared_ptr<const Histogram>, std::shared_ptr<const Pictures>> content;
};

struct WatchesRecord {  // all watches, as they stand
    int64_t step = 0;
    double share = 0, limit = 0;  // of the training's time: what watching took so far, and may take
    std::vector<WatchState> watches;
};

struct KernelsRecord {  // the kernels that the run began with, where they were timed
    KernelChoices choices;
};

using Event = std::variant<StepRecord, EpochRecord, StateRecord, LearningRateRecord, CheckpointRecord, BrokenRecord,
                           NoteRecord, ResumedRecord, EvaluationRecord, WatchedRecord, WatchesRecord, KernelsRecord,
                           std::shared_ptr<const StopRecord>, std::shared_ptr<const LookRecord>>;

}  // namespace tl
