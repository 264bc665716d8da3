// Where labels are numbers there are no classes to take for each other: what a run predicted, over what is true, of its
// last validation or its last evaluation on the test split or on other data, as its folder keeps them. ConfusionPanel
// shows it instead of the matrix.
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <string>

#include "engine/core/message.h"
#include "engine/train/predicted_numbers.h"
#include "ui/confusion/shown_predictions.h"

class QLabel;
class QPushButton;

namespace tl {

class EvaluationChoice;
struct EvaluationRecord;
class JobTracker;
class RunModel;
class ScatterPlot;

class NumbersView : public QWidget {
    Q_OBJECT
public:
    NumbersView(RunModel& runs, JobTracker& jobs, QWidget* parent = nullptr);
    void setRun(int run);       // what of its folder may be another by now is read; -1: none
    void setShown(bool shown);  // whether somebody looks where it is shown: only then is anything read
    bool filled() const { return !on_.empty(); }
    static QString emptySentence();

signals:
    void filledChanged();
    void samplesRequested(const tl::PredictionWish& wish);

private:
    struct List {
        std::shared_ptr<const PredictedNumbers> numbers;  // null: they cannot be read, which the problem tells
        double written = 0;                               // when its file was
        Message problem = {};
    };
    using Found = std::map<std::string, List>;  // by what they are on, as PredictionWish tells
    void read();
    void take(Found found);
    void show();
    void request(int dot);                           // -1: all
    const EvaluationRecord* lastEvaluation() const;  // on the test split or on other data; null: none
    QString caption(const PredictedNumbers& shown) const;

    RunModel& runs_;
    JobTracker& jobs_;
    int run_ = -1;
    double evaluatedAt_ = 0;  // when that was, as a wall time; 0: none
    std::string askedFor_;    // it has been evaluated since: that is what is shown
    bool shown_ = false, stale_ = false;
    Found found_;
    std::string on_;  // which of them is shown; empty: none
    std::shared_ptr<const PredictedNumbers> drawn_;
    EvaluationChoice* choice_;
    QLabel* title_;
    ScatterPlot* plot_;
    QPushButton* furthest_;
};

}  // namespace tl
