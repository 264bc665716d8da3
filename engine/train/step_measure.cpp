// See the header.
#include "engine/train/step_measure.h"

#include "engine/core/rng.h"
#include "engine/train/step_time.h"

namespace tl {

std::vector<double> measureSteps(const NetworkSpec& network, const DataFacts& facts, int64_t batch,
                                 const StepPlanOptions& options, double seconds) {
    ModelState state;
    initialize(network, facts, 1, state);
    StepPlan plan(network, facts, batch, options, state);
    Rng random(1, streamId("measure"), 0);
    Batch made;
    made.data = Tensor(facts.shape.withBatch(batch), options.dataType);
    if (options.dataType == DType::UInt8)
        for (uint8_t& pixel : made.data.as<uint8_t>()) pixel = static_cast<uint8_t>(random.bits());
    else
        for (float& number : made.data.as<float>()) number = random.uniform();
    made.labels = Tensor(Shape{batch}, DType::Int32);
    const auto classes = static_cast<uint64_t>(std::max(facts.classes, 1));
    for (int32_t& label : made.labels.as<int32_t>()) label = static_cast<int32_t>(random.below(classes));
    made.targets = Tensor(Shape{batch}, DType::Float32);
    for (float& target : made.targets.as<float>()) target = random.uniform();
    plan.setInputs(made);
    std::vector<double> times;
    for (const KernelSample& sample : measureKernels(plan, seconds)) times.push_back(sample.seconds);
    return times;
}

}  // namespace tl
