// See the header.
#include "ui/commands/training_editor.h"

#include "ui/commands/edit_command.h"
#include "ui/models/training_model.h"

namespace tl {

TrainingEditor::TrainingEditor(TrainingModel& model, QUndoStack& undo, QObject* parent)
    : QObject(parent), model_(model), undo_(undo) {}

void TrainingEditor::edit(const QString& field, const std::function<void(TrainingSpec&)>& change, bool final) {
    if (field != underEdit_) merge_ = freshMergeId();
    TrainingSpec spec = model_.spec();
    change(spec);
    if (!(spec == model_.spec()))
        undo_.push(new TrainingCommand(
            model_, spec, [field] { return tr("Set %1").arg(field); }, merge_));
    underEdit_ = final ? QString() : field;
}

}  // namespace tl
