// Which data set is open and how it is set: each change one undo step. A step holds specs only and opens them anew, in
// the background as ever, so an undo brings back a data set that a mistake closed. What cannot be opened takes the
// place of nothing: its step goes, the data set of before stays. An undo or redo that asks for such a one is itself
// taken back, and can be done again when the folder is there again; until then it can be passed by, so that it stands
// in the way of no other step.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>

#include "ui/commands/edit_command.h"

namespace tl {

class DataSetModel;
class TrainingModel;

class DataSetCommand : public NamedCommand {
public:
    struct Move {  // what a step asked for last
        QString spec;
        bool undo = false;
        int index = -1;  // of the history when that was done
    };
    DataSetCommand(DataSetModel& data, const TrainingModel& training, QString after, std::shared_ptr<Move> moved,
                   StepName name);
    StepOf of() const override { return StepOf::Data; }
    const QString& before() const { return before_; }
    const QString& after() const { return after_; }
    // The stack shows its steps as const only.
    void drop() const { dropped_ = true; }  // its undo takes it off the stack
    void pass() const { passed_ = true; }   // its next undo or redo opens nothing
    void redo() override;
    void undo() override;

private:
    void open(const Move& move);
    DataSetModel& data_;
    const TrainingModel& training_;  // says how much is held out for validation
    QString before_, after_;
    std::shared_ptr<Move> moved_;
    mutable bool dropped_ = false, passed_ = false;
};

class DataEditor : public QObject {
    Q_OBJECT
public:
    DataEditor(DataSetModel& data, const TrainingModel& training, QUndoStack& undo, QObject* parent = nullptr);
    // The same spec once more opens it anew and is no step; empty closes.
    void open(const QString& spec);
    // "size=224x224&resize=fill" as settings of the open data set; "size=" takes one away.
    void change(const QString& settings);
    void cancelOpening();  // back to what was open before

    // A step that was undone or redone, and is not, because what it asked for cannot be opened.
    struct Refused {
        int index = -1;  // of the step; -1: what was asked for was neither, or has been left behind
        bool undo = false;
        QString spec, name;
    };
    // Undone or redone all the same: what is open stays. Nothing where the history is another one by now.
    void pass(const Refused& step);

signals:
    // What was asked for cannot be opened; what was asked for or open before is so again, or is being opened.
    void refused(const QString& spec, const tl::Message& why, const tl::DataEditor::Refused& step);

private:
    void look();
    void takeBack(const QString& asked);
    void undoLast();
    void moveBack(const DataSetCommand::Move& move);
    Refused refusedBy(const DataSetCommand::Move& move) const;
    const DataSetCommand* step(int index) const;  // null: another command
    const DataSetCommand* last() const;           // the newest step, where it asked for what the model has now
    static QString stepText(const QString& before, const QString& after);
    DataSetModel& data_;
    const TrainingModel& training_;
    QUndoStack& undo_;
    QString asked_;  // by a step whose outcome is not known yet
    std::shared_ptr<DataSetCommand::Move> moved_ = std::make_shared<DataSetCommand::Move>();
};

}  // namespace tl
