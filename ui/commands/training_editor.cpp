// See the header.
#include "ui/commands/training_editor.h"

#include <algorithm>
#include <utility>

#include "engine/train/optimizer.h"
#include "engine/train/training_graph.h"
#include "ui/commands/edit_command.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"

namespace tl {

namespace {

// Of the setting that the window calls so; empty where it is none with a value of its own.
std::string settingNamed(const TrainingSpec& spec, const std::string& name) {
    const std::pair<const char*, PropertyValue> own[] = {
        {"epochs", int64_t{spec.epochs}},
        {"batch_size", int64_t{spec.batch}},
        {"learning_rate", spec.learningRate},
        {"optimizer", spec.optimizer.type},
        {"schedule", spec.schedule.type},
        {"validation_split", spec.validationFraction},
        {"test_split", spec.testFraction},
        {"stratify", spec.stratify},
        {"device", spec.device},
        {"threads", int64_t{spec.threads}},
        {"workers", int64_t{spec.workers}},
        {"precision", spec.precision},
        {"kernel_choice", spec.kernelChoice},
        {"memory_limit", int64_t{spec.memoryLimit}},
        {"test_time_augmentation", spec.testTimeAugmentation},
    };
    for (const auto& [key, value] : own)
        if (name == key) return toString(value);
    if (name == "seed") return std::to_string(spec.seed);
    const auto optimizer = std::ranges::find(allOptimizers(), spec.optimizer.type, &OptimizerType::id);
    const auto schedule = std::ranges::find(allSchedules(), spec.schedule.type, &ScheduleType::id);
    const auto among = [&name](const std::vector<Property>& table, const Properties& values) -> std::string {
        const auto property = std::ranges::find(table, name, &Property::key);
        if (property == table.end()) return {};
        const auto set = values.find(name);
        return toString(set == values.end() ? property->defaultValue : set->second);
    };
    std::string found;
    if (optimizer != allOptimizers().end()) found = among(optimizer->properties, spec.optimizer.properties);
    if (found.empty()) found = among(optimizerOptions(), spec.optimizerOptions);
    if (found.empty() && schedule != allSchedules().end())
        found = among(schedule->properties, spec.schedule.properties);
    return found;
}

}  // namespace

TrainingEditor::TrainingEditor(TrainingModel& model, QUndoStack& undo, QObject* parent)
    : QObject(parent), model_(model), undo_(undo) {}

void TrainingEditor::edit(const QString& field, const Change& change, bool final, StepName name) {
    if (!name)
        return set(
            field, [field] { return field; },
            [key = field.toStdString()](const TrainingSpec& spec) { return q(settingNamed(spec, key)); }, change,
            final);
    begin(field);
    TrainingSpec spec = model_.spec();
    change(spec);
    push(field, std::move(spec), final, std::move(name));
}

void TrainingEditor::set(const QString& field, StepName title, const Value& value, const Change& change, bool final) {
    begin(field);
    TrainingSpec spec = model_.spec();
    change(spec);
    const QString from = toldValue(value(before_)), to = toldValue(value(spec));
    push(field, std::move(spec), final, [title = std::move(title), from, to] {
        return from == to ? tr("Set %1").arg(title()) : tr("%1: %2 → %3").arg(title(), from, to);
    });
}

void TrainingEditor::begin(const QString& field) {
    if (field == underEdit_ && undo_.index() > 0) return;  // else of another history, perhaps
    merge_ = freshMergeId();
    before_ = model_.spec();
}

void TrainingEditor::push(const QString& field, TrainingSpec spec, bool final, StepName name) {
    if (!(spec == model_.spec())) undo_.push(new TrainingCommand(model_, std::move(spec), std::move(name), merge_));
    underEdit_ = final ? QString() : field;
}

}  // namespace tl
