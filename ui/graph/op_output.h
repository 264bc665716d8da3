// What the picked op's output looks like in the run that this window trains: a histogram, the mean and the share of
// zeros, from a watch that is lent for as long as somebody looks. GUI thread only.
#pragma once

#include <QString>
#include <QWidget>
#include <memory>

#include "engine/backend/statistics.h"
#include "engine/core/histogram.h"
#include "engine/train/events.h"

namespace tl {

class RunController;
class RunModel;
class SectionLabel;
class ToneLabel;

class OpOutput : public QWidget {
    Q_OBJECT
public:
    OpOutput(RunModel& runs, RunController& controller, QWidget* parent = nullptr);
    ~OpOutput() override;
    // The value's name in a step of the training, and the colour of its layer's category; an empty name: none.
    void setValue(const QString& value, const QString& category);

private:
    class Bars;
    void watch();  // what is to be seen now, and nothing else
    void take(const WatchedRecord& record);
    void forget();
    void tell();
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;

    RunModel& runs_;
    RunController& controller_;
    SectionLabel* caption_;
    Bars* bars_;
    ToneLabel *least_, *middle_, *most_, *hint_;
    QString value_, category_, lent_;
    bool shown_ = false;
    int64_t step_ = -1;  // that the numbers are of; -1: there are none
    std::shared_ptr<const Histogram> histogram_;
    Statistics statistics_;
};

}  // namespace tl
