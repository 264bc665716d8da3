// What a person types above the runs: parts of names (as a regular expression, where it is one) and conditions on last
// values, "val_accuracy > 0.85", in any mix. A run is shown, in the table and in the charts, when all of it fits; what
// cannot be read is told and left out.
#pragma once

#include <QRegularExpression>
#include <QSortFilterProxyModel>
#include <QVector>

#include "ui/models/run_model.h"

namespace tl {

class RunFilter : public QSortFilterProxyModel {
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
        QString tag, op;
        double value = 0;
    };
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool fits(const Run& run) const;
    void refresh();         // all runs
    void refresh(int run);  // one that got new values
    RunModel& runs_;
    QString unread_, told_;
    QRegularExpression name_;
    QVector<Condition> conditions_;
};

}  // namespace tl
