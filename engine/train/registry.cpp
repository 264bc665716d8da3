// Look-up over the generated lists of optimizers, schedules and callbacks. The lists are made at first use and only
// read after.
#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/nearest_name.h"
#include "engine/core/property_builders.h"
#include "engine/train/callback.h"
#include "engine/train/optimizer.h"
#include "engine/train/recipe.h"

namespace tl::optimizers {
std::vector<OptimizerType> makeAll();
}
namespace tl::schedules {
std::vector<ScheduleType> makeAll();
}
namespace tl::callbacks {
std::vector<CallbackType> makeAll();
}
namespace tl::recipes {
std::vector<Recipe> makeAll();
}

namespace tl {
namespace {

template <typename T>
const T& findIn(const std::vector<T>& all, const std::string& id, const Message& kind) {
    std::vector<std::string> names;
    for (const T& type : all) {
        if (type.id == id) return type;
        names.push_back(type.id);
    }
    throw Error(Message("{kind} \"{name}\"", kind, id), Message("one of {names}", names),
                Message("no {kind} of that name", kind), didYouMean(id, names));
}

// Whether an option of the optimizer is as the recipe made it.
bool stillSet(const TrainingSpec& made, const std::string& key, const PropertyValue& value) {
    const auto found = made.optimizerOptions.find(key);
    return found != made.optimizerOptions.end() && found->second == value;
}

}  // namespace

const std::vector<OptimizerType>& allOptimizers() {
    static const std::vector<OptimizerType> all = optimizers::makeAll();
    return all;
}

const std::vector<ScheduleType>& allSchedules() {
    static const std::vector<ScheduleType> all = [] {
        std::vector<ScheduleType> made = schedules::makeAll();
        for (ScheduleType& type : made)
            if (!type.warmsUp) {
                type.properties.push_back(advanced(intProperty(
                    "warmup_steps", 0, 0, 1e9,
                    "Steps over which the rate first rises from 0 along a line; the schedule begins after.")));
                type.properties.push_back(advanced(
                    floatProperty("warmup_epochs", 0, 0, 1e6, "The same in epochs, where warmup_steps is 0.")));
            }
        return made;
    }();
    return all;
}

const std::vector<CallbackType>& allCallbacks() {
    static const std::vector<CallbackType> all = callbacks::makeAll();
    return all;
}

const std::vector<Recipe>& allRecipes() {
    static const std::vector<Recipe> all = recipes::makeAll();
    return all;
}

Message applyRecipe(const std::string& network, TrainingSpec& training, int64_t images) {
    const auto recipe = std::ranges::find(allRecipes(), network, &Recipe::network);
    if (recipe == allRecipes().end()) return {};
    const bool few = images > 0 && images < recipe->batch;
    recipe->apply(training, few ? static_cast<int>(images) : recipe->batch);
    if (!few) return {};
    return Message(
        "The recipe's batch of {batch} is larger than the training set of {count} samples: it is {fitting} here, with the rates that go with it.",
        recipe->batch, images, training.batch);
}

void changeBatch(TrainingSpec& training, int batch) {
    for (const Recipe& recipe : allRecipes()) {
        TrainingSpec before, after;
        recipe.apply(before, training.batch);
        recipe.apply(after, batch);
        for (auto& [key, value] : training.optimizerOptions)
            if (stillSet(before, key, value)) value = after.optimizerOptions.at(key);
    }
    training.batch = batch;
}

void changeOptimizer(TrainingSpec& training, const std::string& id) {
    const OptimizerType& to = findOptimizer(id);
    const auto from = std::ranges::find(allOptimizers(), training.optimizer.type, &OptimizerType::id);
    bool ownRate = from == allOptimizers().end() || training.learningRate != from->defaultLearningRate;
    for (const Recipe& recipe : allRecipes()) {
        TrainingSpec made;
        recipe.apply(made, training.batch);
        if (made.optimizer.type != training.optimizer.type) continue;
        ownRate = ownRate && training.learningRate != made.learningRate;
        std::erase_if(training.optimizerOptions,
                      [&](const auto& option) { return stillSet(made, option.first, option.second); });
    }
    if (!ownRate) training.learningRate = to.defaultLearningRate;
    training.optimizer = {to.id, {}};
}

const OptimizerType& findOptimizer(const std::string& id) { return findIn(allOptimizers(), id, "optimizer"); }
const ScheduleType& findSchedule(const std::string& id) { return findIn(allSchedules(), id, "schedule"); }
const CallbackType& findCallback(const std::string& id) { return findIn(allCallbacks(), id, "callback"); }

}  // namespace tl
