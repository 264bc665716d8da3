// The watches as rows: of the run under way as it tells them, else those that the next run will begin with. GUI thread.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "engine/train/watch.h"

namespace tl {

struct Workbench;

class WatchTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Pattern, Kind, Every, Cost, ColumnCount };
    // Share: of the time, 0 to 1, of `Cost`; Bar: of all that watching may take, 0 to 1.
    enum Role { BarRole = Qt::UserRole, ProblemRole };
    WatchTable(Workbench& bench, QObject* parent = nullptr);

    void refresh();
    const WatchState* at(int row) const;
    // Of all watches whose cost is known; negative: no run told it yet.
    double share() const { return share_; }
    // A look is paid for after it was taken, so the first ones of a run are no measure of what watching costs.
    bool measuring() const { return measuring_; }
    bool live() const { return live_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void sharesChanged();

private:
    void take(std::vector<WatchState> rows);

    Workbench& bench_;
    std::vector<WatchState> rows_;
    bool fresh(const WatchState& state) const;  // too few looks for a share
    double share_ = -1, limit_ = 0.02;
    bool live_ = false, steady_ = false, measuring_ = false, taking_ = false;
};

QString kindWord(WatchKind kind);

}  // namespace tl
