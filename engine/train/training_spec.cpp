// Checks of the training settings, in sentences, before anything is built.
#include "engine/train/training_spec.h"

#include <algorithm>
#include <cmath>

#include "engine/core/error.h"
#include "engine/train/callback.h"
#include "engine/train/optimizer.h"
#include "engine/train/test_time_augmentation.h"
#include "engine/train/training_graph.h"

namespace tl {
namespace {

void checkNumber(const Message& thing, int64_t value, int64_t least) {
    if (value < least) throw Error(thing, Message("{least} or more", least), std::to_string(value));
}

void checkProperties(const Message& title, const std::vector<Property>& table, const Properties& properties) {
    for (const auto& [key, value] : properties) {
        const auto property =
            std::find_if(table.begin(), table.end(), [&, &key = key](const Property& p) { return p.key == key; });
        if (property == table.end()) {
            std::vector<std::string> known;
            known.reserve(table.size());
            for (const Property& each : table) known.push_back(each.key);
            throw Error(known.empty()
                            ? Message("{owner} has no property \"{key}\"; it has none.", title, key)
                            : Message("{owner} has no property \"{key}\"; it has {known}.", title, key, known));
        }
        if (const Message fault = checkProperty(*property, value); !fault.empty())
            throw Error(Message("{thing}: {fault}.", title, fault));
    }
}

}  // namespace

void checkTraining(const TrainingSpec& training, int64_t images) {
    if (images == 0) throw Error("The data set holds no training samples.");
    checkNumber("The number of epochs", training.epochs, 1);
    checkNumber("The batch size", training.batch, 1);
    checkNumber("The number of threads", training.threads, 0);
    precisionNamed(training.precision);
    if (training.kernelChoice != "model" && training.kernelChoice != "timed")
        throw Error("kernel_choice", "model or timed", Message("\"{value}\"", training.kernelChoice));
    viewsOf(training.testTimeAugmentation);
    checkNumber("The memory limit", training.memoryLimit, 0);
    checkNumber("The shuffle buffer", training.shuffleBuffer, 0);
    checkNumber("The number of loader workers", training.workers, 0);
    if (!std::isfinite(training.learningRate) || training.learningRate <= 0)
        throw Error("The learning rate", "more than 0", toString(PropertyValue(training.learningRate)));
    if (training.batch > images)
        throw Error(Message(
            "The batch of {batch} is larger than the training set of {count} samples. Choose a batch of {count} or fewer.",
            training.batch, images));
    for (const AugmentSpec& step : training.augmentation) {
        const AugmentType* type = findAugmentation(step.type);
        if (!type) throw Error(Message("There is no augmentation called \"{type}\".", step.type));
        checkProperties(type->title, type->properties, step.properties);
    }
    const OptimizerType& optimizer = findOptimizer(training.optimizer.type);
    checkProperties(optimizer.title, optimizer.properties, training.optimizer.properties);
    const ScheduleType& schedule = findSchedule(training.schedule.type);
    checkProperties(schedule.title, schedule.properties, training.schedule.properties);
    scheduledRate(training, 0, 1);  // settings that do not fit each other
    checkProperties("The optimizer", optimizerOptions(), training.optimizerOptions);
    Graph trial;  // settings that do not fit each other
    const ValueId weight = trial.addParameter("weight", {1, 1});
    const ValueId gradient = trial.addInput("gradient", {1, 1}, DType::Float32);
    addUpdates(trial, {weight}, {gradient}, training.optimizer, training.optimizerOptions);
    for (const TypedProperties& each : training.callbacks) {
        const CallbackType& type = findCallback(each.type);
        checkProperties(type.title, type.properties, each.properties);
        type.make(PropertyReader(type.properties, each.properties, type.title),
                  type.id);  // what does not fit each other
    }
}

RunPrecision precisionNamed(const std::string& name) {
    for (const DType type : {DType::Float32, DType::BFloat16, DType::Float16})
        if (nameOf(type) == name) return {type};
    if (name == "tf32") return {DType::Float32, true};
    if (name == "fp8") return {DType::BFloat16, false, true};
    throw Error("The precision", "float32, tf32, bfloat16, float16 or fp8", Message("\"{value}\"", name),
                name.find('8') != std::string::npos ? Message("Training in 8 bits is called fp8.") : Message());
}

namespace {

double rateOver(int epochs, const TrainingSpec& training, int64_t step, int64_t total) {
    const ScheduleType& schedule = findSchedule(training.schedule.type);
    const PropertyReader properties(schedule.properties, training.schedule.properties, "schedule " + schedule.id);
    step = std::clamp<int64_t>(step, 0, std::max<int64_t>(total - 1, 0));
    RunLength run{total, static_cast<double>(total) / std::max(epochs, 1)};
    if (!schedule.warmsUp) {
        const int64_t steps = properties.integer("warmup_steps");
        const int64_t warmup = steps > 0 ? steps : std::llround(properties.number("warmup_epochs") * run.stepsPerEpoch);
        if (step < warmup) return training.learningRate * static_cast<double>(step) / static_cast<double>(warmup);
        step -= warmup;
        run.steps = std::max<int64_t>(total - warmup, 1);
    }
    return schedule.rate(training.learningRate, step, run, properties);
}

}  // namespace

double scheduledRate(const TrainingSpec& training, int64_t step, int64_t total) {
    return rateOver(training.epochs, training, step, total);
}

double freezeOutRate(const TrainingSpec& training, int64_t step, int64_t stepsPerEpoch) {
    const PropertyReader options(optimizerOptions(), training.optimizerOptions, "the optimizer's options");
    if (options.text("freeze_out").empty()) return -1;
    const int64_t epochs = options.integer("freeze_out_epochs"), total = epochs * stepsPerEpoch;
    return step < total ? rateOver(static_cast<int>(epochs), training, step, total) : 0;
}

}  // namespace tl
