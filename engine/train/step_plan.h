// One compiled step for a batch size: the network's graph with loss, and for training also the gradient and the
// optimizer's updates. Plans of several batch sizes share one ModelState, so an epoch's last, smaller batch trains the
// same weights. The trainer, evaluation and the benchmark all step through this class. One thread. Where the options
// name several devices a training step is one plan on each, over its part of the batch (replicas.h); what can be looked
// at by plan(), graph() and ids is the first one's.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/tensor.h"
#include "engine/data/pipeline.h"
#include "engine/graph/plan.h"
#include "engine/graph/plan_arena.h"
#include "engine/model/build.h"
#include "engine/train/metric_sums.h"
#include "engine/train/replicas.h"
#include "engine/train/training_graph.h"
#include "engine/train/training_spec.h"

namespace tl {

struct StepPlanOptions {
    std::string device = "cpu";  // or several: device_list.h. Only training steps are shared; the first does others
    int rank = 0;                // of several: whose part
    int64_t bucketBytes = Together().bucketBytes;
    int threads = 0;                   // 0 = all of the device's
    DType precision = DType::Float32;  // of values between ops; float16 scales the loss
    bool tf32 = false;                 // RunPrecision::tf32
    bool float8 = false;               // RunPrecision::float8
    bool training = true;              // false: forward only, with a readable prediction
    std::vector<double> views{1};      // of each sample, and how much each counts: build(). Not of training
    TypedProperties optimizer{"sgd", {}};
    Properties optimizerOptions;    // clipping, gathering over steps, averages: optimizerOptions()
    DType dataType = DType::UInt8;  // of the batch
    CompileOptions compile;         // switches of the passes; device, threads and outputs are set here
    friend bool operator==(const StepPlanOptions&, const StepPlanOptions&) = default;
};

// Where and in which precision such a training computes, for a batch of that type: what all of its plans share.
StepPlanOptions planOf(const TrainingSpec& training, DType dataType);
// As the settings have it, for a batch of that type.
StepPlanOptions trainingPlan(const TrainingSpec& training, DType dataType);

// The op graph of such a step before any pass, and what it is compiled with.
struct StepGraph {
    BuiltNetwork built;
    TrainingValues training;
    CompileOptions compile;
    BatchPart part;
};
StepGraph stepGraph(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options);

// What such a step costs, with the device's own kernels: nothing is allocated and nothing runs. Throws as StepPlan
// does.
PlanCost stepCost(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options);

class StepPlan {
public:
    // `state` must outlive the plan and hold the network's parameters (see initialize()); optimizer slots that it lacks
    // are added, zero-filled. Throws Error for an invalid network, optimizer or device.
    // `replicas`: of the options' devices, where they are several; null makes them anew. `arena`: Plan's.
    StepPlan(const NetworkSpec& network, const DataFacts& facts, int64_t batch, const StepPlanOptions& options,
             ModelState& state, std::shared_ptr<Replicas> replicas = nullptr,
             std::shared_ptr<PlanArena> arena = nullptr);

    int64_t batch() const { return batch_; }
    const std::shared_ptr<Replicas>& replicas() const { return replicas_; }  // null: it trains alone
    bool training() const { return training_; }

    // Copies one batch in: data [batch, C, H, W] of the options' type, labels int32 [batch].
    void setInputs(const Tensor& data, const Tensor& labels);
    // The same with all that a batch brings: the other labels of mixed images, or targets.
    void setInputs(const Batch& batch);
    // The batch that is set, into a plan of the same graph or of parts of it. Of several devices, the first's part.
    void giveInputs(Plan& to) const;
    // Where data and labels of a device's part lie, for whoever makes a batch there.
    struct OnDevice {
        void *data = nullptr, *labels = nullptr;
        BatchPart part;
        friend bool operator==(const OnDevice&, const OnDevice&) = default;
    };
    OnDevice inputsOnDevice(int rank);
    bool hasClasses() const { return labels_ != kNoValue; }  // else labels are numbers

    void forward(const StepContext& context);
    // Of a plan with CompileOptions::fixedState: somebody wrote to the model's state.
    void stateChanged() { plan_->stateChanged(); }
    // After forward(): backward and the updates of weights, moving averages and slots. Without `update`, the gradients
    // are only added to those that wait for it. A step whose gradients are not finite changes nothing, but in float16
    // the loss scale, and returns false.
    bool backwardAndUpdate(const StepContext& context, bool update = true);
    // The two by themselves: the first says whether the second may follow.
    bool backward(const StepContext& context);
    void update(const StepContext& context, bool update = true);
    // All phases without a look at the loss in between.
    void step(const StepContext& context);
    // The same where the device itself keeps a step that is not finite from moving anything, and all later ones of
    // this plan: nobody waits. What it came to is there with results(), and with the next step on its way with
    // results(true).
    bool goesAlone() const { return plan_->judges(); }
    void start(const StepContext& context, bool update = true);
    struct Results {
        float loss = 0;
        bool finite = true;    // the gradients
        bool stopped = false;  // neither this step nor one behind it has moved anything
        MetricSums sums;
    };
    Results results(bool before = false) const;

    float loss() const;  // mean over the batch
    ValueId lossValue() const { return loss_; }
    ValueId finiteValue() const { return finite_; }  // of training: 0 where no update may follow the backward pass
    const std::vector<BuiltMetric>& metrics() const { return metrics_; }
    MetricSums sums() const { return sumsOf(false); }  // of the batch: loss, metrics and, where counted, the confusion
    Tensor prediction() const;                         // [batch, K]; not of a training plan
    // The first op of a phase that makes a NaN or infinity from the inputs that are set, or "". Runs the phase once
    // more.
    Message findNonFinite(Phase phase, const StepContext& context);

    Plan& plan() { return *plan_; }
    const Graph& graph() const { return graph_; }  // before the passes
    const CompileOptions& compiled() const { return compile_; }
    const std::map<std::string, ValueId>& layerOutputs() const { return layerOutputs_; }  // by node id
    const std::map<std::string, ValueId>& gradients() const { return gradients_; }        // by the weight's name

private:
    StepPlan& of(int rank) { return rank == 0 ? *this : *others_[static_cast<size_t>(rank) - 1]; }
    void each(const std::function<void(StepPlan&)>& work);
    void recordOnce(Phase first, Phase last);
    void run(Phase phase, const StepContext& context);
    void takePart(const Batch& batch);
    Tensor read(ValueId value, bool before) const;
    float lossOf(bool before) const;
    MetricSums sumsOf(bool before) const;

    int64_t batch_;
    BatchPart part_;
    ModelState& state_;
    std::shared_ptr<Replicas> replicas_;
    std::vector<std::unique_ptr<StepPlan>> others_;  // of the other devices
    std::set<std::pair<Phase, Phase>> recorded_;
    bool training_;
    Graph graph_;
    ValueId loss_ = kNoValue, prediction_ = kNoValue;
    ValueId finite_ = kNoValue;  // of training: 1 where the step may be taken
    ValueId confusion_ = kNoValue;
    std::vector<BuiltMetric> metrics_;
    CompileOptions compile_;
    std::map<std::string, ValueId> layerOutputs_, gradients_;
    std::unique_ptr<Plan> plan_;
    ValueId data_ = kNoValue, labels_ = kNoValue, targets_ = kNoValue;  // inputs; those that are not there are none
    ValueId otherLabels_ = kNoValue, labelShares_ = kNoValue;
    size_t dataBytes_ = 0;
};

// Plans of one network, made as signatures turn up and kept, as a concrete function is: the signature is everything
// that a plan depends on beside the network, which is the batch and the options (data type, training or not, device,
// threads, precision, optimizer, switches). Those that were wanted last are kept, a limited number of them. No two of
// them run at once: they share their memory, with others too where they are given the same arena.
class StepPlans {
public:
    StepPlans(NetworkSpec network, DataFacts facts, StepPlanOptions options, ModelState& state,
              std::shared_ptr<PlanArena> arena = std::make_shared<PlanArena>());
    StepPlan& get(int64_t batch) { return get(batch, options_); }
    StepPlan& get(int64_t batch, const StepPlanOptions& options);
    void stateChanged();                            // StepPlan's, of all
    int64_t compiled() const { return compiled_; }  // plans made so far

private:
    struct Entry {
        int64_t batch;
        StepPlanOptions options;
        std::unique_ptr<StepPlan> plan;
    };
    NetworkSpec network_;
    DataFacts facts_;
    StepPlanOptions options_;
    ModelState& state_;
    std::shared_ptr<PlanArena> arena_;
    std::shared_ptr<Replicas> replicas_;  // made when they are first wanted
    std::vector<Entry> plans_;            // least recently used first
    int64_t compiled_ = 0;
};

}  // namespace tl
