// The undo steps of the workbench: one for the network, one for the training settings. Both hold values only and act
// on the models; steps with the same merge id (the keystrokes of one property edit) become one.
#pragma once

#include <QUndoCommand>

#include "engine/train/training_spec.h"
#include "ui/commands/network_patch.h"

namespace tl {

class NetworkModel;
class TrainingModel;

class NetworkCommand : public QUndoCommand {
public:
    NetworkCommand(NetworkModel& model, const NetworkSpec& after, const QString& text, int mergeId = -1);
    int id() const override { return mergeId_; }
    void redo() override;
    void undo() override;
    bool mergeWith(const QUndoCommand* next) override;

private:
    NetworkModel& model_;
    NetworkPatch patch_;
    int mergeId_;
};

class TrainingCommand : public QUndoCommand {
public:
    TrainingCommand(TrainingModel& model, TrainingSpec after, const QString& text, int mergeId = -1);
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
