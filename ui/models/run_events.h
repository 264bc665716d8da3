// What the engine's events do to a run of the window's list: points of its curves, marks on them, its state. The step's
// own values are one point a recorded step; an epoch's validation values ("val_loss") are one point an epoch, at its
// last step, and the means over its training steps are kept beside them as "epoch_loss". GUI thread, or any for a run
// of one's own.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ui/models/run_model.h"

namespace tl {

bool isOfEpochs(const QString& tag);  // "val_loss", "epoch_loss": a point an epoch

// Steps come by the ten thousand a second: their curves are found once for all of them.
class RunEvents {
public:
    explicit RunEvents(Run& run) : run_(run) {}
    template <typename Events>
    void add(const Events& events) {
        for (const Event& event : events) {
            if (const auto* step = std::get_if<StepRecord>(&event)) {
                addStep(*step);
                last_ = step;
                continue;
            }
            tellLast();
            std::visit(*this, event);
        }
        tellLast();
    }

    // What they changed.
    bool points = false, state = false, confusion = false, watches = false;
    std::vector<WatchedRecord> seen;

    void operator()(const StepRecord&) {}  // add() takes them
    void operator()(const EpochRecord& r);
    void operator()(const StateRecord& r);
    void operator()(const LearningRateRecord& r);
    void operator()(const BrokenRecord& r);
    void operator()(const CheckpointRecord& r);
    void operator()(const NoteRecord& r);
    void operator()(const ResumedRecord& r);
    void operator()(const EvaluationRecord& r);
    void operator()(const WatchedRecord& r);
    void operator()(const std::shared_ptr<const StopRecord>& r);
    void operator()(const std::shared_ptr<const LookRecord>&) {}
    void operator()(const KernelsRecord& r);
    void operator()(const WatchesRecord& r);

private:
    void addStep(const StepRecord& r);
    void takeConfusion(const EpochRecord& r);
    void tellLast();  // the last of several steps is the one that the run tells

    Run& run_;
    const StepRecord* last_ = nullptr;  // not told yet
    ScalarCurve *loss_ = nullptr, *rate_ = nullptr, *speed_ = nullptr;
    std::vector<std::pair<std::string, ScalarCurve*>> metrics_;  // in the order in which steps tell them
};

}  // namespace tl
