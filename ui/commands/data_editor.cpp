// See the header.
#include "ui/commands/data_editor.h"

#include <utility>

#include "engine/data/spec_settings.h"
#include "ui/models/data_set_model.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"

namespace tl {

DataSetCommand::DataSetCommand(DataSetModel& data, const TrainingModel& training, QString after,
                               std::shared_ptr<Move> moved, StepName name)
    : NamedCommand(std::move(name)), data_(data), training_(training), before_(data.spec()), after_(std::move(after)),
      moved_(std::move(moved)) {}

void DataSetCommand::redo() {
    if (!std::exchange(passed_, false)) open({after_, false});
}
void DataSetCommand::undo() {
    setObsolete(dropped_);
    if (!std::exchange(passed_, false)) open({before_, true});
}

void DataSetCommand::open(const Move& move) {
    *moved_ = move;
    data_.open(move.spec, training_.spec().validationSplit());
}

DataEditor::DataEditor(DataSetModel& data, const TrainingModel& training, QUndoStack& undo, QObject* parent)
    : QObject(parent), data_(data), training_(training), undo_(undo) {
    connect(&data_, &DataSetModel::stateChanged, this, &DataEditor::look);
    connect(&undo_, &QUndoStack::indexChanged, this, [this](int index) {
        if (moved_->index < 0) moved_->index = index;
    });
}

void DataEditor::open(const QString& spec) {
    if (spec == data_.spec()) {
        data_.open(spec, training_.spec().validationSplit());
        return;
    }
    asked_ = spec;
    undo_.push(new DataSetCommand(data_, training_, spec, moved_,
                                  [before = data_.spec(), spec] { return stepText(before, spec); }));
}

const DataSetCommand* DataEditor::step(int index) const {
    return dynamic_cast<const DataSetCommand*>(undo_.command(index));
}

const DataSetCommand* DataEditor::last() const {
    const DataSetCommand* newest = step(undo_.index() - 1);
    return newest && newest->after() == data_.spec() ? newest : nullptr;
}

void DataEditor::look() {
    if (data_.state() == DataSetModel::State::Opening) return;
    const QString asked = std::exchange(asked_, {});
    const DataSetCommand::Move moved = std::exchange(*moved_, {});
    const QString spec = data_.spec();
    if (data_.state() != DataSetModel::State::Failed || spec.isEmpty() || (asked != spec && moved.spec != spec)) return;
    const bool pushed = asked == spec;
    if (pushed && data_.before().isEmpty()) return;  // the panels say why there is none
    // When everybody has seen this state.
    QMetaObject::invokeMethod(
        this, [this, spec, pushed, moved] { pushed ? takeBack(spec) : moveBack(moved); }, Qt::QueuedConnection);
}

// The nearest step that asked for it.
DataEditor::Refused DataEditor::refusedBy(const DataSetCommand::Move& move) const {
    int at = move.undo ? move.index : move.index - 1;
    const auto asked = [&](const DataSetCommand* one) {
        return one && (move.undo ? one->before() : one->after()) == move.spec;
    };
    while (at >= 0 && at < undo_.count() && !asked(step(at))) at += move.undo ? 1 : -1;
    if (at < 0 || at >= undo_.count()) return {};
    return {at, move.undo, move.spec, step(at)->text()};
}

// To the step on whose account the data set of before was open; others that were undone or redone with it go along.
// Where the person has moved on meanwhile the step is left behind instead: nothing that he undid is done again.
void DataEditor::moveBack(const DataSetCommand::Move& move) {
    const QString asked = move.spec, had = data_.before();
    if (data_.state() != DataSetModel::State::Failed || data_.spec() != asked) return;
    const Message why = data_.error();
    int at = undo_.index();
    if (at != move.index) {
        data_.open(had, training_.spec().validationSplit());
        emit refused(asked, why, {});
        return;
    }
    const Refused step_ = refusedBy(move);
    if (move.undo) {
        while (at < undo_.count() && !(step(at) && step(at)->after() == had)) ++at;
        if (at < undo_.count()) undo_.setIndex(at + 1);
    } else {
        while (--at >= 0 && !(step(at) && step(at)->before() == had)) {
        }
        if (at >= 0) undo_.setIndex(at);
    }
    emit refused(asked, why, step_);
}

void DataEditor::pass(const Refused& refused) {
    const DataSetCommand* one = step(refused.index);
    const bool ahead = refused.undo ? undo_.index() > refused.index : undo_.index() <= refused.index;
    if (!one || !ahead || (refused.undo ? one->before() : one->after()) != refused.spec) return;
    one->pass();
    undo_.setIndex(refused.undo ? refused.index : refused.index + 1);
}

// What an undo opens may never have been open: its outcome is looked at as that of a step.
void DataEditor::undoLast() {
    undo_.undo();
    if (data_.state() == DataSetModel::State::Opening) asked_ = data_.spec();
}

void DataEditor::takeBack(const QString& asked) {
    const QString before = data_.before();
    if (data_.state() != DataSetModel::State::Failed || data_.spec() != asked || before.isEmpty()) return;
    const Message why = data_.error();
    if (const DataSetCommand* step = last()) {
        step->drop();
        undoLast();
    }
    if (data_.spec() == asked) open(before);  // something else was done meanwhile
    emit refused(asked, why, {});
}

void DataEditor::change(const QString& settings) {
    const SpecSettings changes = splitSettings("?" + settings.toStdString()).second;
    const QString spec = QString::fromStdString(withSettings(data_.spec().toStdString(), changes));
    if (spec != data_.spec()) open(spec);
}

// "Set size 224x224 of photos" where only settings differ.
QString DataEditor::stepText(const QString& before, const QString& after) {
    if (after.isEmpty()) return tr("Close the data set");
    const auto [from, old] = splitSettings(before.toStdString());
    const auto [to, now] = splitSettings(after.toStdString());
    if (from != to) return tr("Open data set %1").arg(q(dataName(after.toStdString())));
    QStringList words;
    for (const auto& [key, value] : now)
        if (const auto known = old.find(key); known == old.end() || known->second != value)
            words << QString::fromStdString(key) + QLatin1Char(' ') + toldValue(QString::fromStdString(value));
    for (const auto& [key, value] : old)
        if (!now.count(key)) words << tr("%1 back").arg(QString::fromStdString(key));
    return tr("Set %1 of %2").arg(words.join(QStringLiteral(", ")), q(dataName(after.toStdString())));
}

void DataEditor::cancelOpening() {
    asked_.clear();
    if (data_.cancelReadingAgain()) return;
    last() ? undoLast() : open(data_.before());
}

}  // namespace tl
