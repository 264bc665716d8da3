// The shown runs with what they were started with and what came of it: a table to sort, and the columns and lines of
// the pictures beside it.
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QVariant>
#include <map>
#include <vector>

#include "ui/models/run_model.h"
#include "ui/models/run_settings.h"
#include "widgets/plot/parallel_axes.h"

namespace tl {

struct Workbench;

class SettingsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole, SortRole };
    explicit SettingsModel(Workbench& bench, QObject* parent = nullptr);
    void refresh();

    // Columns whose values differ from run to run, settings first; one line a run.
    QVector<AxisColumn> axes() const;
    QVector<AxisLine> lines() const;
    QString keyOf(const QString& column) const;  // its name in whatever language

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void refreshed();

private:
    struct Row {
        int id = -1;
        QString name;
        RunSettings settings;
        std::map<QString, QVariant> results;
        std::vector<RunMark> rates;  // which the person gave it while it trained
    };
    Row rowOf(const Run& run);
    QVariant value(const Row& row, int column) const;
    QString columnName(int column) const;  // from 1 on
    std::vector<int> varying() const;

    Workbench& bench_;
    std::vector<Row> rows_;
    QStringList settings_, results_;  // the columns' names behind the run's
    QHash<QString, QString> keys_;    // of those that are translated
};

}  // namespace tl
