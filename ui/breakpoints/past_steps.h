// The steps before the one that a run stands in: loss, metrics and what conditions measured, a row each, and of the
// chosen one the images of its batch, as the data set has them.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

class QStandardItemModel;
class QTableView;

namespace tl {

class PictureStrip;
class ToneLabel;
struct PastStep;
struct StopRecord;
struct Workbench;

class PastSteps : public QWidget {
    Q_OBJECT
public:
    explicit PastSteps(Workbench& bench, QWidget* parent = nullptr);
    void show(const std::shared_ptr<const StopRecord>& stop);  // null: none

private:
    void choose(int row);
    const PastStep* at(int row) const;  // the newest first

    Workbench& bench_;
    std::shared_ptr<const StopRecord> stop_;
    QStandardItemModel* rows_;
    QTableView* table_;
    ToneLabel* title_;
    PictureStrip* pictures_;
};

}  // namespace tl
