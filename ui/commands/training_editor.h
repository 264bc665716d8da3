// Edits of the training settings, each one undo step; keystrokes of one field merge until the edit is final.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <functional>

#include "engine/train/training_spec.h"
#include "ui/commands/step_name.h"

namespace tl {

class TrainingModel;

class TrainingEditor : public QObject {
    Q_OBJECT
public:
    TrainingEditor(TrainingModel& model, QUndoStack& undo, QObject* parent = nullptr);
    // field: names the step ("Set batch"), where it has no name, and decides what merges.
    void edit(const QString& field, const std::function<void(TrainingSpec&)>& change, bool final = true,
              StepName name = {});

private:
    TrainingModel& model_;
    QUndoStack& undo_;
    QString underEdit_;
    int merge_ = -1;
};

}  // namespace tl
