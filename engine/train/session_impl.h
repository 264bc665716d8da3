// The inside of a run, shared by the files that make it up: session.cpp (the controlling side), session_control.cpp
// (the mailbox), session_stand.cpp (breakpoints), session_loop.cpp (the run), session_step.cpp (the steps) and
// session_epoch.cpp (validation and checkpoints). Between two steps the training thread looks into its mailbox;
// everything else it owns alone, so nothing of a step is locked.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "engine/backend/memory.h"
#include "engine/data/pipeline.h"
#include "engine/train/data_on_device.h"
#include "engine/train/evaluator.h"
#include "engine/train/mailbox.h"
#include "engine/train/session.h"
#include "engine/train/speed_meter.h"
#include "engine/train/step_debugger.h"
#include "engine/train/step_plan.h"
#include "engine/train/watcher.h"

namespace tl {

struct TrainingSession::Impl : RunControl {
    explicit Impl(SessionOptions given);

    // Set by the constructor, then the training thread's alone until it has ended.
    SessionOptions options;
    DataFacts facts;
    ModelState tensors;
    RunPosition place;
    bool prepared = false;
    std::unique_ptr<RunStore> files;
    std::vector<std::string> weightNames;
    struct Asked {
        std::string file;
        std::vector<std::string> outdated;
    };
    std::vector<Asked> asked;
    std::vector<std::shared_ptr<Callback>> callbacks;
    std::vector<std::string> callbackKeys;  // as many: where each finds what it remembers
    ModelState averaged;                    // what the evaluator reads where averages of the weights are kept
    std::optional<Evaluator> evaluator;
    std::vector<BuiltMetric> metrics;  // what the epoch's sums are turned into
    int64_t checkpointStep = 0;        // of the newest checkpoint
    int64_t stepsPerEpoch = 0;
    int64_t gatheredSteps = 1;     // whose gradients make one update
    double pausedSeconds = 0;      // of the epoch under way
    double validationSeconds = 0;  // the last validation's
    double lastStatus = 0;
    bool stopAsked = false;  // by a callback
    bool changed = false;    // the weights or the rate may have been, by a callback
    SpeedMeter speed;
    struct Step {
        StepPlan* plan = nullptr;
        Batch batch;
        StepContext context;
        double rate = 0;     // the schedule's, scaled
        double waited = 0;   // seconds, for its batch
        int64_t number = 0;  // that it will have in its StepRecord
        bool due = true;     // weights move at its end
    };
    std::optional<Step> onItsWay;             // asked for, and its results not read yet
    std::unique_ptr<DataOnDevice> residents;  // the training images, where they lie on the device

    std::shared_ptr<EventLog> log = EventLog::make();
    std::unique_ptr<EventReader> events = log->reader();
    Watcher watcher;
    StepDebugger debugger;
    std::shared_ptr<KernelChooser> kernels;  // where the settings want kernels timed
    std::deque<PastStep> past;               // the last steps
    Message stoodAt;                         // where the run stands, or stood when it was stopped
    std::vector<StepObserver*> observers{&debugger, &watcher};
    std::atomic<RunState> runState{RunState::Idle};

    Mailbox mail;

    std::jthread thread;  // last: joined before anything above goes

    // session_control.cpp
    void obey(const RunRequest& request);  // from any thread
    void say(Event event);                 // to all that read the log
    void enter(RunState next, const Message& message = {}, double secondsLeft = -1);
    double planned(int64_t step) const;  // the schedule's rate
    double rate() const { return planned(place.step) * place.learningRateScale; }
    float frozenOutRate(int64_t step) const;  // StepContext's
    void changeRate(double wanted);
    void watchAs(const RunRequest& request);
    Snapshot copy() const;
    Snapshot copyWithoutState() const;
    // Wishes that can be met at once; with the mutex held. Inside a step what is watched stays as it is.
    void serve(std::unique_lock<std::mutex>& lock, bool insideStep = false);
    bool attend();    // between two batches of the validation: false when the run is to stop
    bool boundary();  // between two steps: waits while paused; false when the run is to stop
    double secondsLeft() const;

    // session_stand.cpp: the run stands inside a step
    StepDebugger::Host standing();
    StopWish nextWish();
    void rememberStep(const StepRecord& record, const Batch& batch);
    void goOn();  // after a pause of any kind

    // session_callbacks.cpp: what callbacks may see and do
    const TrainingSpec& training() const override { return options.training; }
    const RunPosition& position() const override { return place; }
    double learningRate() const override { return rate(); }
    void setLearningRate(double wanted) override { changed = true, changeRate(wanted); }
    ModelState& state() override { return changed = true, tensors; }
    const std::vector<std::string>& weights() const override { return weightNames; }
    void stopTraining(const Message& why) override;
    void note(const Message& sentence) override { say(NoteRecord{sentence}); }
    RunStore* store() override { return files.get(); }
    void saveCheckpoint(const std::string& file, const std::vector<std::string>& outdated) override;
    void beginCallbacks();
    void endCallbacks();
    void remember(RunPosition& into) const;  // what each callback has to
    void writeAsked();                       // the checkpoints that callbacks asked for
    template <typename... Parameters, typename... Arguments>
    void tell(void (Callback::*what)(RunControl&, Parameters...), const Arguments&... arguments) {
        if (callbacks.empty()) return;
        for (const auto& callback : callbacks) (callback.get()->*what)(*this, arguments...);
        writeAsked();
    }

    // session_loop.cpp
    void main();
    Message memoryAdvice(const NotEnoughMemory& error) const;
    size_t stillWanted(int64_t batch) const;
    void requireMemoryOfAll(const StepPlanOptions& plan) const;
    void openStore();
    void giveBack();  // at the end
    // Takes the kernels of the batches that an epoch has; false when the run is to stop.
    bool chooseKernels(StepPlans& plans, int64_t items);
    void prepare();  // weights, drawn or carried over; slots of an earlier run only where it goes on
    void placeData(const Pipeline& pipeline, const PlanCost& cost);  // on the device, where it has memory for that
    bool train();                     // true when the run is finished, false when it was stopped
    void notePrecision();             // where the device can only make believe
    void noteFloat8(StepPlan& plan);  // how much of it is in 8 bits
    void noteExpressions();           // those that mean no weight
    void reportBroken(Pipeline::Iterator& iterator);

    // session_step.cpp
    // Takes the batch, and may give the memory of another one for it.
    void trainStep(StepPlan& plan, Batch& batch, double waited);
    void setInputs(StepPlan& plan, const Batch& batch);
    bool goesAlone(const Step& step) const;  // on a device that judges it, with nobody to look
    void finishStep();  // the step on its way, if there is one: behind it `place` is where the weights are
    void settle(const Step& step, const StepPlan::Results& results);
    void watchedStep(const Step& step, const Batch& batch);
    StepRecord recordOf(const Step& step, float loss) const;
    void conclude(const Batch& batch, double waited, StepRecord record, const std::vector<BuiltMetric>& names,
                  const MetricSums& sums);
    bool canLowerLossScale() const;
    // Ends the run: something in that phase is not finite, and no update has happened since the step began.
    [[noreturn]] void failOn(const StepUnderWay& step, Phase phase, const Message& what);
    // Steps count batches of the pipeline, so that a broken image changes no later random draw or rate.
    void advanceTo(const Batch& batch);
    // Where the next step to be asked for begins; `place` is where the last one whose results were read has ended.
    struct NextStep {
        int64_t step, batchInEpoch, accumulated;
    };
    NextStep nextStep() const;

    // session_epoch.cpp
    static std::string notFinite(const ModelState& state);  // the first tensor that is not, or ""
    bool finishEpoch(double epochBegan);  // false when stopped on the way: a resumed run begins with the validation
    void saveCheckpoint(const EpochRecord* epoch = nullptr, double epochRate = 0);  // epoch: whose end it is
    void saveRolling();  // between two steps, where the store finds that one is due
};

}  // namespace tl
