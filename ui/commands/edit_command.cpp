// See the header. A merged step that ends where it began makes itself obsolete, so the stack holds no empty step.
#include "ui/commands/edit_command.h"

#include <QCoreApplication>

#include "ui/models/network_model.h"
#include "ui/models/training_model.h"

namespace tl {

int freshMergeId() {
    static int last = 0;
    return ++last;
}

void NamedCommand::takeName(const NamedCommand& other) {
    name_ = other.name_;
    setText(other.text());
}

void retranslate(const QUndoStack& undo) {
    for (int i = 0; i < undo.count(); ++i)
        if (auto* named = dynamic_cast<NamedCommand*>(const_cast<QUndoCommand*>(undo.command(i)))) named->retranslate();
}

const NamedCommand* nextStep(const QUndoStack& undo, bool redo) {
    return dynamic_cast<const NamedCommand*>(undo.command(redo ? undo.index() : undo.index() - 1));
}

QString fullName(const NamedCommand& step) {
    const char* const form = step.of() == StepOf::Network    ? QT_TRANSLATE_NOOP("Step", "%1 (network)")
                             : step.of() == StepOf::Training ? QT_TRANSLATE_NOOP("Step", "%1 (training)")
                                                             : QT_TRANSLATE_NOOP("Step", "%1 (data)");
    return QCoreApplication::translate("Step", form).arg(step.text());
}

NetworkCommand::NetworkCommand(NetworkModel& model, const NetworkSpec& after, StepName name, int mergeId)
    : NamedCommand(std::move(name)), model_(model), patch_(NetworkPatch::between(model.spec(), after)),
      mergeId_(mergeId) {}

void NetworkCommand::redo() { model_.setSpec(patch_.applied(model_.spec())); }

void NetworkCommand::undo() { model_.setSpec(patch_.reverted(model_.spec())); }

bool NetworkCommand::mergeWith(const QUndoCommand* next) {
    const auto& other = static_cast<const NetworkCommand&>(*next);
    // The model stands after `next`: unwind both to find the common start.
    const NetworkSpec now = model_.spec();
    const NetworkSpec start = patch_.reverted(other.patch_.reverted(now));
    patch_ = NetworkPatch::between(start, now);
    takeName(other);
    setObsolete(patch_.empty());
    return true;
}

TrainingCommand::TrainingCommand(TrainingModel& model, TrainingSpec after, StepName name, int mergeId)
    : NamedCommand(std::move(name)), model_(model), before_(model.spec()), after_(std::move(after)), mergeId_(mergeId) {
}

void TrainingCommand::redo() { model_.setSpec(after_); }

void TrainingCommand::undo() { model_.setSpec(before_); }

bool TrainingCommand::mergeWith(const QUndoCommand* next) {
    const auto& other = static_cast<const TrainingCommand&>(*next);
    after_ = other.after_;
    takeName(other);
    setObsolete(before_ == after_);
    return true;
}

}  // namespace tl
