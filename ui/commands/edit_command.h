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

// A step that says its name in the language of the moment.
class NamedCommand : public QUndoCommand {
public:
    explicit NamedCommand(StepName name) : QUndoCommand(name()), name_(std::move(name)) {}
    void retranslate() { setText(name_()); }

protected:
    void takeName(const NamedCommand& other);

private:
    StepName name_;
};

// After a change of language: the history is put into words again.
void retranslate(const QUndoStack& undo);

class NetworkCommand : public NamedCommand {
public:
    NetworkCommand(NetworkModel& model, const NetworkSpec& after, StepName name, int mergeId = -1);
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
    int id() const override { return mergeId_; }
    void redo() override;
    void undo() override;
    bool mergeWith(const QUndoCommand* next) override;

private:
    TrainingModel& model_;
    TrainingSpec before_, after_;
    int mergeId_;
};

// Merge ids are drawn from one counter, so that steps of different kinds never meet. GUI thread only.
int freshMergeId();

}  // namespace tl
