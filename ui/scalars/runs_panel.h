// The table of runs: colour, name, state and last values; a filter above. The swatch (or Space) hides a run's curves.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/run_model.h"

class QLabel;
class QLineEdit;
class QMenu;
class QTableView;

namespace tl {

class RunFilter;

class RunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunsPanel(RunModel& runs, QWidget* parent = nullptr);
    int currentRun() const;               // -1 = none
    std::vector<int> chosenRuns() const;  // all that are selected, in the list's order; else the current one
    void setCurrentRun(int run);

signals:
    void currentRunChanged(int run);  // by the person
    void menuRequested(QMenu& menu);  // adds what can be done with the current run

private:
    bool eventFilter(QObject* object, QEvent* event) override;
    void toggle(const QModelIndex& index);  // with all others that are chosen, if it is
    void showOnly(const std::vector<int>& runs);
    void fitColumns();
    int widthOf(int column) const;
    void menuAt(const QPoint& position);
    void paintEvent(QPaintEvent*) override;

    RunModel& runs_;
    RunFilter* filter_;
    QLineEdit* search_;
    QLabel* problem_;
    QTableView* table_;
    int chosen_ = -1;
};

}  // namespace tl
