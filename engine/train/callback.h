// Callbacks: what happens beside the steps of a run, at the beginning and end of each batch and epoch. Those of Keras
// are one file each in engine/train/callbacks and are named in the training settings; one's own derives from Callback
// (or is a LambdaCallback) and goes into SessionOptions. All are called on the training thread, between two steps.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/train/events.h"
#include "engine/train/run_store.h"
#include "engine/train/snapshot.h"

namespace tl {

// What a callback may see and do. Valid during the call only.
class RunControl {
public:
    virtual ~RunControl() = default;
    virtual const TrainingSpec& training() const = 0;
    virtual const RunPosition& position() const = 0;  // at an epoch's end, already that of the next epoch
    virtual double learningRate() const = 0;          // of the next step
    virtual void setLearningRate(double rate) = 0;    // a schedule is scaled to pass through it
    // Parameters, moving averages and optimizer slots, in place: writing changes the next step. A callback may keep
    // tensors of its own here, under "callback/...": they are part of the checkpoint.
    virtual ModelState& state() = 0;
    // Names in state() of what makes up the model: parameters, the layers' moving averages, averages of the weights.
    virtual const std::vector<std::string>& weights() const = 0;
    virtual void stopTraining(const Message& why) = 0;  // after this step or epoch; the run is Finished
    virtual void note(const Message& sentence) = 0;     // for the log
    // The run's folder, or null where it has none.
    virtual RunStore* store() = 0;
    // A checkpoint of this moment under a name of its own, written when all callbacks have been called, and files that
    // may go when it is there. Needs store().
    virtual void saveCheckpoint(const std::string& file, const std::vector<std::string>& outdated) = 0;
};

inline constexpr const char* kAtEnd = "at_end";

// An exception that leaves a callback ends the run as Failed with its sentence.
class Callback {
public:
    virtual ~Callback() = default;
    virtual void onTrainBegin(RunControl&) {}
    virtual void onEpochBegin(RunControl&, int64_t) {}  // epoch from 0; not where a run goes on in the middle of one
    virtual void onBatchBegin(RunControl&) {}
    virtual void onBatchEnd(RunControl&, const StepRecord&) {}
    virtual void onEpochEnd(RunControl&, const EpochRecord&) {}  // after the validation, before the checkpoint
    virtual void onTrainEnd(RunControl&) {}                      // the run is Finished; not where somebody stopped it
    // Where nobody wants a step, onBatchBegin() and onBatchEnd() may be left out, and a GPU waits for nobody.
    virtual bool wants(int64_t /*step*/) const { return true; }
    // What it must remember for a resumed run to end in the same bits. load() comes before onTrainBegin. One whose
    // onTrainEnd() is still to change the weights says kAtEnd: true, for a run that is killed before that.
    virtual Properties save() const { return {}; }
    virtual void load(const Properties&) {}
};

// Keras's LambdaCallback: a callback of functions, each of which may be empty.
struct LambdaCallback : Callback {
    std::function<void(RunControl&)> trainBegin, batchBegin, trainEnd;
    std::function<void(RunControl&, int64_t)> epochBegin;
    std::function<void(RunControl&, const StepRecord&)> batchEnd;
    std::function<void(RunControl&, const EpochRecord&)> epochEnd;

    void onTrainBegin(RunControl& run) override { call(trainBegin, run); }
    void onEpochBegin(RunControl& run, int64_t epoch) override { call(epochBegin, run, epoch); }
    void onBatchBegin(RunControl& run) override { call(batchBegin, run); }
    void onBatchEnd(RunControl& run, const StepRecord& record) override { call(batchEnd, run, record); }
    void onEpochEnd(RunControl& run, const EpochRecord& record) override { call(epochEnd, run, record); }
    void onTrainEnd(RunControl& run) override { call(trainEnd, run); }
    bool wants(int64_t) const override { return batchBegin || batchEnd; }

private:
    template <typename Function, typename... Arguments>
    static void call(const Function& function, Arguments&&... arguments) {
        if (function) function(arguments...);
    }
};

struct CallbackType {
    std::string id, title;  // "early_stopping", "EarlyStopping"
    Message help;
    std::vector<Property> properties;
    bool writesFiles = false;  // needs a run folder
    std::string keepsWeights;  // the setting by which it keeps a copy of the weights in the state; empty: none
    // key: one of callbackKeys(), by which it may keep tensors of its own in the state.
    std::function<std::unique_ptr<Callback>(const PropertyReader&, const std::string& key)> make;
};

const std::vector<CallbackType>& allCallbacks();
const CallbackType& findCallback(const std::string& id);  // throws Error naming those there are

// Those of the settings, in order.
std::vector<std::shared_ptr<Callback>> makeCallbacks(const TrainingSpec& training);
// Under what each remembers its state: the type's id, and a number where a type comes more than once.
std::vector<std::string> callbackKeys(const TrainingSpec& training);
bool writesFiles(const TrainingSpec& training);
// Whether a run that stands there goes on: it has epochs left, or a callback is still to change the weights at its end.
bool goesOn(const RunPosition& position, const TrainingSpec& training);

}  // namespace tl
