// The undo steps of the workbench: one for the network, one for the training settings. Both hold values only and act
// on the models; steps with the same merge id (the keystrokes of one property edit) become one.
#pragma once

#include <QUndoStack>

#include "engine/train/training_spec.h"
#include "ui/commands/network_patch.h"
#include "ui/commands/step_name.h"

namespace tl {

class NetworkModel;
class TrainingModel;

// What of the project a step changes.
enum class StepOf { Network, Training, Data };

// A step that says its name in the language of the moment.
class NamedCommand : public QUndoCommand {
public:
    explicit NamedCommand(StepName name) : QUndoCommand(name()), name_(std::move(name)) {}
    void retranslate() { setText(name_()); }
    virtual StepOf of() const = 0;

protected:
    void takeName(const NamedCommand& other);

private:
    StepName name_;
};

// After a change of language: the history is put into words again.
void retranslate(const QUndoStack& undo);
// What Undo, or Redo, does next; null where it does nothing.
const NamedCommand* nextStep(const QUndoStack& undo, bool redo);
// With what it is a step of: "batch_size: 32 → 64 (training)".
QString fullName(const NamedCommand& step);

class NetworkCommand : public NamedCommand {
public:
    NetworkCommand(NetworkModel& model, const NetworkSpec& after, StepName name, int mergeId = -1);
    StepOf of() const override { return StepOf::Network; }
    int id() const override { return mergeId_; }
    void redo() override;
    void undo() override;
    bool mergeWith(const QUndoCommand* next) override;

private:
    NetworkModel& model_;
    NetworkPatch patch_;
    int mergeId_;
};

class TrainingCommand : public NamedCommand {
public:
    TrainingCommand(TrainingModel& model, TrainingSpec after, StepName name, int mergeId = -1);
    StepOf of() const override { return StepOf::Training; }
    int id() const override { return mergeId_; }
    void redo() override;
    void undo() override;
    bool mergeWith(const QUndoCommand* next) override;

private:
    TrainingModel& model_;
    TrainingSpec before_, after_;
    int mergeId_;
};

// A template, or what a run was trained with, in the open project: the network, and the settings that go with it.
class TemplateCommand : public NamedCommand {
public:
    TemplateCommand(NetworkModel& network, const NetworkSpec& layers, TrainingModel& training, TrainingSpec settings,
                    const StepName& name)
        : NamedCommand(name), network_(network, layers, name), training_(training, std::move(settings), name) {}
    StepOf of() const override { return StepOf::Network; }
    void redo() override { training_.redo(), network_.redo(); }
    void undo() override { network_.undo(), training_.undo(); }

private:
    NetworkCommand network_;
    TrainingCommand training_;
};

// Merge ids are drawn from one counter, so that steps of different kinds never meet. GUI thread only.
int freshMergeId();

}  // namespace tl
