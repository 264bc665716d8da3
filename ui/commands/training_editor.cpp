// See the header.
#include "ui/commands/training_editor.h"

#include <utility>

#include "ui/commands/edit_command.h"
#include "ui/models/training_model.h"

namespace tl {

TrainingEditor::TrainingEditor(TrainingModel& model, QUndoStack& undo, QObject* parent)
    : QObject(parent), model_(model), undo_(undo) {}

void TrainingEditor::edit(const QString& field, const std::function<void(TrainingSpec&)>& change, bool final,
                          StepName name) {
    if (field != underEdit_) merge_ = freshMergeId();
    TrainingSpec spec = model_.spec();
    change(spec);
    if (!name) name = [field] { return tr("Set %1").arg(field); };
    if (!(spec == model_.spec())) undo_.push(new TrainingCommand(model_, spec, std::move(name), merge_));
    underEdit_ = final ? QString() : field;
}

}  // namespace tl
