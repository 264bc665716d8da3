// From a network's graph to that of a training step: the gradient, what is done to it before the optimizer sees it, the
// optimizer's updates, and what follows them. The options are the same for every optimizer, and those that are not set
// leave no node behind.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/model/build.h"
#include "engine/train/shared_gradients.h"
#include "engine/train/training_spec.h"

namespace tl {

// Keras's names: clipvalue, clipnorm, global_clipnorm, gradient_accumulation_steps, use_ema, ema_momentum,
// ema_overwrite_frequency.
const std::vector<Property>& optimizerOptions();

// Throws Error for options that do not fit each other.
void checkOptimizerOptions(const Properties& options);

struct TrainingValues {
    ValueId loss = kNoValue;                   // by which a step is judged: where several devices share it, of all
    ValueId finite = kNoValue;                 // after the phase Backward: 1 where all gradients are finite, else 0
    ValueId lossScale = kNoValue;              // where there is one
    std::map<std::string, ValueId> gradients;  // by the weight's name, before clipping; of unscaled loss
};
// Why a network with or without weights has none to train.
Message nothingToTrain(bool weights);
// Appends to a graph that was built for training. Throws Error for a network without weights, and for an optimizer or
// options that are not there or do not fit each other. With `scaled`, for float16's small numbers, the gradient is
// taken of the loss times a scale. `together`: the other devices that train with this one.
TrainingValues addTrainingStep(BuiltNetwork& built, const TypedProperties& optimizer, const Properties& options,
                               bool scaled = false, const Together& together = {});
inline constexpr const char* kLossScale = "loss_scale";  // its state
// The same for gradients that are there already, one for each target, and what each target must keep to afterwards.
void addUpdates(Graph& graph, const std::vector<ValueId>& targets, std::vector<ValueId> gradients,
                const TypedProperties& optimizer, const Properties& options,
                const std::vector<Attributes>& constraints = {});

// A sentence for each of the settings' expressions that is found in no name of the weights that are trained, and so
// does nothing.
std::vector<Message> expressionsForNothing(const TrainingSpec& training, const std::vector<std::string>& weights);

// Steps whose gradients make one update; 1 where they are not gathered.
int64_t accumulationSteps(const Properties& options);

// "dense_1/kernel/average": where the moving average of a parameter lies in the state.
std::string averageName(const std::string& parameter);
// The state to evaluate and predict with: where averages are kept, each parameter stands for its average. Shares the
// tensors of `state`.
ModelState inferenceState(const ModelState& state, const Properties& options);

}  // namespace tl
