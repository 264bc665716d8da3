// Training settings from the command line. Properties of optimizers, schedules and augmentation go through their own
// tables, so a new one needs nothing here.
#include "app/cli/settings.h"

#include <algorithm>
#include <sstream>

#include "app/cli/support.h"
#include "app/cli/words.h"
#include "engine/core/error.h"
#include "engine/core/nearest_name.h"
#include "engine/train/callback.h"
#include "engine/train/optimizer.h"
#include "engine/train/recipe.h"
#include "engine/train/training_graph.h"

namespace tl::cli {
namespace {

const Property& findProperty(const std::vector<Property>& table, const std::string& key, const Message& owner) {
    std::vector<std::string> known;
    for (const Property& property : table) {
        if (property.key == key) return property;
        known.push_back(property.key);
    }
    throw Error(didYouMean(key, known,
                           Message("{owner} has no \"{key}\"; it has {known}.", owner, key,
                                   known.empty() ? Message::Argument("no properties") : Message::Argument(known))));
}

void assign(const std::vector<Property>& table, const std::string& assignment, const Message& owner,
            Properties& values) {
    const size_t equals = assignment.find('=');
    if (equals == std::string::npos)
        throw Error(Message("\"{assignment}\"", assignment), "KEY=VALUE, such as beta_1=0.8", "no =");
    const Property& property = findProperty(table, assignment.substr(0, equals), owner);
    values[property.key] = parseProperty(property, assignment.substr(equals + 1));
}

template <typename T>
std::string namesOf(const std::vector<T>& all) {
    std::string names;
    for (const T& type : all) names += (names.empty() ? "" : ", ") + type.id;
    return names;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

// "crop:4" is RandomCrop with its first property at 4.
AugmentSpec parseAugment(const std::string& text) {
    const size_t colon = text.find(':');
    const std::string name = lower(text.substr(0, colon));
    std::vector<std::string> known;
    for (const AugmentType& type : allAugmentations()) {
        const std::string id = lower(type.id);
        const std::string brief = id.starts_with("random") ? id.substr(6) : id;
        known.push_back(brief);
        if (name != id && name != brief) continue;
        AugmentSpec spec{type.id, {}};
        if (colon != std::string::npos) {
            if (type.properties.empty()) throw Error(Message("Augmentation \"{name}\" takes no value.", name));
            const std::string value = text.substr(colon + 1);
            if (value.find('=') != std::string::npos)
                assign(type.properties, value, type.id, spec.properties);
            else
                spec.properties[type.properties[0].key] = parseProperty(type.properties[0], value);
        }
        return spec;
    }
    throw Error(Message("Augmentation \"{text}\"", text), Message("one of {known}, such as crop:4", known),
                "no augmentation of that name", didYouMean(name, known));
}

// "early_stopping:patience=3,monitor=val_loss"; Keras's own name will do too. A comma that no key follows belongs to
// the value before it.
TypedProperties parseCallback(const std::string& text) {
    const size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    const auto& all = allCallbacks();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const CallbackType& each) { return each.id == name || each.title == name; });
    const CallbackType& type = found == all.end() ? findCallback(name) : *found;
    TypedProperties callback{type.id, {}};
    if (colon == std::string::npos) return callback;
    std::vector<std::string> assignments;
    std::stringstream parts(text.substr(colon + 1) + ",");
    for (std::string part; std::getline(parts, part, ',');) {
        if (assignments.empty() || part.find('=') != std::string::npos)
            assignments.push_back(part);
        else
            assignments.back() += "," + part;
    }
    for (const std::string& each : assignments) assign(type.properties, each, type.title, callback.properties);
    return callback;
}

// "global_clipnorm" as an option.
std::string optionName(std::string key) {
    std::replace(key.begin(), key.end(), '_', '-');
    return "--" + key;
}

}  // namespace

void addSettings(const Command& command, Settings& settings, const Option& resume) {
    const Message group("Training");
    command
        .option("--epochs", settings.epochs,
                "Epochs in all; with --resume those done count. A schedule is then laid over the new total")
        .group(group);
    command.option("--batch", settings.batch, "Samples a step").group(group).excludes(resume);
    command.option("--optimizer", settings.optimizer, Message("{known} (default adam)", namesOf(allOptimizers())))
        .group(group);
    command.option("--lr", settings.learningRate, "Learning rate, or the peak of a schedule; default: the optimizer's")
        .group(group);
    command.option("--momentum", settings.momentum, "Of sgd and rmsprop").group(group);
    command.option("--weight-decay", settings.weightDecay, "Pulls weights towards 0").group(group);
    command.option("--optimizer-set", settings.optimizerSet, "Any property of the optimizer: beta_1=0.8 (repeatable)")
        .group(group);
    for (const Property& property : optimizerOptions()) {
        const std::string name = optionName(property.key);
        if (property.kind == PropertyKind::Bool)
            command.flag(name, settings.optimizerFlags[property.key], property.help).group(group);
        else
            command.option(name, settings.optimizerOptions[property.key], property.help).group(group);
    }
    command.option("--schedule", settings.schedule, Message("{known} (default constant)", namesOf(allSchedules())))
        .group(group);
    command.option("--schedule-set", settings.scheduleSet, "Any property of the schedule: pct_start=0.2 (repeatable)")
        .group(group);
    command
        .option(
            "--callback", settings.callbacks,
            Message(
                "{known}, with properties: early_stopping:patience=3,restore_best_weights=true (repeatable); none takes a "
                "project's away",
                namesOf(allCallbacks())))
        .group(group);
    command.option("--augment", settings.augment, "crop:4,flip (or repeated); none takes a project's away")
        .splitAt(',')
        .group(group)
        .excludes(resume);
    command
        .option(
            "--test-time-augmentation", settings.testTimeAugmentation,
            "Of evaluations on the test split, by the run's settings: none (default), mirror or mirror_translate; the "
            "validation of epochs always looks at the images as they are")
        .group(group);
    command
        .option(
            "--val-fraction", settings.validationFraction,
            "Share of training samples held out for validation, where the data has no validation split (default 0; a new project "
            "of the window has 0.1)")
        .group(group)
        .range(0.0, 0.9)
        .excludes(resume);
    command
        .option("--test-fraction", settings.testFraction,
                "Share of training samples held out for test, where the data has no test split (default 0); the share "
                "for validation is of the rest")
        .group(group)
        .range(0.0, 0.9)
        .excludes(resume);
    command
        .flag("--stratify,!--no-stratify", settings.stratify,
              "Hold out the same share of every class (a project that does not say: of all samples alike)")
        .group(group)
        .excludes(resume);
    command.option("--seed", settings.seed, "Of every random draw (default 1)").group(group).excludes(resume);
    command.option("--shuffle-buffer", settings.shuffleBuffer, "Images shuffled at a time; 0 = all")
        .group(group)
        .excludes(resume);
    command
        .option(
            "--device", settings.device,
            "Where to train (default cpu): one of `tensorloom devices`, or several GPUs: cuda:0,cuda:1, or cuda:all")
        .group(group);
    command
        .option(
            "--precision", settings.precision,
            "float32 (default), bfloat16 or float16: of values between the layers; tf32: float32, multiplied in TF32; "
            "fp8: bfloat16, with matrices multiplied in 8 bits")
        .group(group);
    command
        .option("--memory-limit", settings.memoryLimit,
                "MiB for a step and its weights; over it, values are computed twice instead of kept (0 = none)")
        .group(group);
    command
        .option(
            "--kernel-choice", settings.kernelChoice,
            "Of ops that several kernels can do: model (default) takes what a cost model prefers; timed tries all once "
            "and keeps the fastest")
        .group(group);
    command.option("--threads", settings.threads, "0 = all cores").group(group).range(0, 1024);
    command.option("--workers", settings.workers, "Loader threads; 0 = decided by the data")
        .group(group)
        .range(0, 1024);
}

void applySettings(const Settings& settings, TrainingSpec& training) {
    const auto take = [](const auto& from, auto& to) {
        if (from) to = *from;
    };
    take(settings.device, training.device);
    take(settings.precision, training.precision);
    take(settings.memoryLimit, training.memoryLimit);
    take(settings.kernelChoice, training.kernelChoice);
    take(settings.testTimeAugmentation, training.testTimeAugmentation);
    take(settings.epochs, training.epochs);
    if (settings.batch) changeBatch(training, *settings.batch);
    take(settings.threads, training.threads);
    take(settings.workers, training.workers);
    take(settings.seed, training.seed);
    take(settings.shuffleBuffer, training.shuffleBuffer);
    take(settings.validationFraction, training.validationFraction);
    take(settings.testFraction, training.testFraction);
    take(settings.stratify, training.stratify);
    if (settings.optimizer && *settings.optimizer != training.optimizer.type) {
        changeOptimizer(training, *settings.optimizer);
        training.learningRate = findOptimizer(*settings.optimizer).defaultLearningRate;
    }
    take(settings.learningRate, training.learningRate);
    const OptimizerType& optimizer = findOptimizer(training.optimizer.type);
    for (const auto& [key, value] :
         {std::pair("momentum", settings.momentum), std::pair("weight_decay", settings.weightDecay)})
        if (value) training.optimizer.properties[findProperty(optimizer.properties, key, optimizer.title).key] = *value;
    for (const std::string& each : settings.optimizerSet)
        assign(optimizer.properties, each, optimizer.title, training.optimizer.properties);
    for (const auto& [key, value] : settings.optimizerOptions)
        if (value) assign(optimizerOptions(), key + "=" + *value, "The optimizer", training.optimizerOptions);
    for (const auto& [key, on] : settings.optimizerFlags)
        if (on) training.optimizerOptions[key] = true;
    for (const Property& property : optimizerOptions())
        if (const auto given = settings.optimizerOptions.find(property.key);
            given != settings.optimizerOptions.end() && given->second &&
            !isVisible(property, optimizerOptions(), training.optimizerOptions))
            complain(Message("{option} changes nothing without {other}.", optionName(property.key),
                             optionName(property.visibleWhenKey)));
    if (settings.schedule && *settings.schedule != training.schedule.type)
        training.schedule = {findSchedule(*settings.schedule).id, {}};
    const ScheduleType& schedule = findSchedule(training.schedule.type);
    for (const std::string& each : settings.scheduleSet)
        assign(schedule.properties, each, schedule.title, training.schedule.properties);
    if (!settings.callbacks.empty()) {
        training.callbacks.clear();
        if (settings.callbacks != std::vector<std::string>{"none"})
            for (const std::string& each : settings.callbacks) training.callbacks.push_back(parseCallback(each));
    }
    if (!settings.augment.empty()) {
        training.augmentation.clear();
        if (settings.augment != std::vector<std::string>{"none"})
            for (const std::string& each : settings.augment) training.augmentation.push_back(parseAugment(each));
    }
}

}  // namespace tl::cli
