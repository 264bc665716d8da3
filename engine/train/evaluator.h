// Runs a network forward over a source, batch by batch, and sums loss and metrics. A run keeps one for its validation
// set, so that plans and decoded images serve every epoch; evaluate() makes one for a single pass.
#pragma once

#include <functional>
#include <optional>

#include "engine/data/pipeline.h"
#include "engine/train/evaluate.h"
#include "engine/train/step_plan.h"
#include "engine/train/test_time_augmentation.h"

namespace tl {

// Loader threads where nobody chose: none for images in memory (the copy is cheaper than handing it over), as many as
// help for files.
int loaderWorkers(const Source& source, int chosen);
// A batch for evaluation: up to 256 images, fewer where images are large.
int evaluationBatch(const Shape& shape);

// The forward plan over such a source.
StepPlanOptions forwardPlan(const TrainingSpec& training, DType dataType, const std::vector<View>& views = {{}});

class Evaluator {
public:
    // `state` must outlive it. Throws Error where the source's shape or classes do not fit. `views`: of each image.
    // `arena`: Plan's.
    Evaluator(const NetworkSpec& network, const DataFacts& facts, const TrainingSpec& training, ModelState& state,
              std::shared_ptr<const Source> source, int batch, std::vector<View> views = {{}},
              std::shared_ptr<PlanArena> arena = std::make_shared<PlanArena>());

    // Makes the plan of its first batch, which takes its memory; else the first run does.
    void prepare();
    // goOn is asked between two batches, with the fraction done; nothing is returned where it says no.
    std::optional<Evaluation> run(uint64_t seed, const std::function<bool(double)>& goOn = {});

private:
    std::shared_ptr<const Source> source_;
    std::optional<Hash128> samples_;  // of the source; null: nobody has asked yet
    std::vector<View> views_;
    StepPlans plans_;
    Pipeline pipeline_;
    int64_t batch_;
};

}  // namespace tl
