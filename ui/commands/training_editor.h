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
    using Change = std::function<void(TrainingSpec&)>;
    using Value = std::function<QString(const TrainingSpec&)>;

    TrainingEditor(TrainingModel& model, QUndoStack& undo, QObject* parent = nullptr);
    // field: names the step ("epochs: 5 → 10"), where it has no name, and decides what merges.
    void edit(const QString& field, const Change& change, bool final = true, StepName name = {});
    // A value that is not found by the field's name: the step is called title, with what `value` is before and after.
    void set(const QString& field, StepName title, const Value& value, const Change& change, bool final);

private:
    void begin(const QString& field);
    void push(const QString& field, TrainingSpec spec, bool final, StepName name);

    TrainingModel& model_;
    QUndoStack& undo_;
    QString underEdit_;
    TrainingSpec before_;  // it was edited
    int merge_ = -1;
};

}  // namespace tl
