// What a person types above the runs: parts of names (as a regular expression, where it is one) and conditions on last
// values, "val_accuracy > 0.85", in any mix; a run is shown when all of it fits.
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

private:
    struct Condition {
        QString tag, op;
        double value = 0;
    };
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    RunModel& runs_;
    QRegularExpression name_;
    QVector<Condition> conditions_;
};

}  // namespace tl
