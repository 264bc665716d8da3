// Where labels are numbers there are no classes to take for each other: what a run predicted, over what is true, of its
// last validation or its last evaluation on the test split, as its folder keeps them. ConfusionPanel shows it instead
// of the matrix.
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "engine/train/predicted_numbers.h"
#include "ui/confusion/shown_predictions.h"

class QLabel;
class QPushButton;

namespace tl {

class JobTracker;
class RunModel;
class ScatterPlot;
class SplitBar;

class NumbersView : public QWidget {
    Q_OBJECT
public:
    NumbersView(RunModel& runs, JobTracker& jobs, QWidget* parent = nullptr);
    void setRun(int run);  // reads its folder, again where it is the same; -1: none
    bool filled() const { return found_[0] || found_[1]; }
    static QString emptySentence();

signals:
    void filledChanged();
    void samplesRequested(const tl::PredictionWish& wish);

private:
    using Found = std::array<std::optional<PredictedNumbers>, 2>;  // of validation and test
    void take(Found found);
    void show();
    void request(int dot);  // -1: all
    double testedAt() const;
    QString caption() const;

    RunModel& runs_;
    JobTracker& jobs_;
    int run_ = -1;
    double testedAt_ = 0;    // the run's last evaluation, as a wall time; 0: none
    bool askedFor_ = false;  // it has been evaluated since: that is what is shown
    Found found_;
    bool test_ = false;  // which of the two is shown
    SplitBar* splits_;
    QLabel* title_;
    ScatterPlot* plot_;
    QPushButton* furthest_;
};

}  // namespace tl
