// What a person types above the runs: parts of names (as a regular expression, where it is one) and conditions on last
// values, settings, tags and the columns best, last and test (where runs have accuracies, theirs), "val_accuracy >
// 0.85, batch_size = 32, optimizer = adam, tag = good", in any mix. A run is shown, in the table and in the charts,
// when all of it fits; what cannot be read is told and left out.
#pragma once

#include <QObject>
#include <QRegularExpression>
#include <QVector>

#include "ui/models/run_model.h"

namespace tl {

class RunFilter : public QObject {
    Q_OBJECT
public:
    explicit RunFilter(RunModel& runs, QObject* parent = nullptr);
    void setText(const QString& text);
    // A sentence on what in the text says nothing: a condition cut short, a value that no run has. Empty: all of it is
    // read. It may change as runs bring new values.
    QString problem() const;

signals:
    void problemChanged();

private:
    struct Condition {
        QString tag, op, word;  // word: the value as it was typed
        double value = 0;       // NaN where it is no number
    };
    bool fits(const Run& run) const;
    bool named(const Run& run) const;
    bool fits(const Run& run, const Condition& condition) const;
    void refresh(int first, int last);  // rows of the model
    void tell();                        // of another problem
    RunModel& runs_;
    QString unread_, told_;
    QRegularExpression name_, whole_;  // in what a run is called; all of a setting
    QVector<Condition> conditions_;
};

}  // namespace tl
