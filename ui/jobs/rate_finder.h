// The search for a learning rate as a job: a run's first steps on fresh weights, with a rate that grows. It leaves the
// project, and a run that is there, as they are. GUI thread only.
#pragma once

#include <QObject>
#include <vector>

#include "engine/train/lr_finder.h"

namespace tl {

class DataSetModel;
class JobTracker;
class NetworkModel;
class TrainingModel;

class RateFinder : public QObject {
    Q_OBJECT
public:
    RateFinder(JobTracker& jobs, NetworkModel& network, TrainingModel& training, DataSetModel& data);

    void start();   // from the beginning
    void cancel();  // keeps the points that are there
    void clear();
    bool running() const { return running_; }
    const std::vector<RatePoint>& points() const { return points_; }
    double suggestion() const { return suggestion_; }  // 0: none, or not yet
    int steps() const { return steps_; }               // of the whole search
    const Message& problem() const { return problem_; }

signals:
    void changed();  // at most thirty times a second

private:
    JobTracker& jobs_;
    NetworkModel& network_;
    TrainingModel& training_;
    DataSetModel& data_;
    std::vector<RatePoint> points_;
    double suggestion_ = 0;
    int steps_ = 0, search_ = 0;  // which search: points of an older one are dropped
    bool running_ = false;
    Message problem_;
};

}  // namespace tl
