// What a step of the network on the canvas will take, told before it trains: its plan's memory, and its time from a
// measurement of this machine that is made once, when the person asks for it, and kept in a file. Follows every edit.
// GUI thread only.
#pragma once

#include <QObject>

#include "engine/train/step_time.h"

namespace tl {

class DeviceList;
class JobTracker;
class NetworkModel;
class TrainingModel;

class StepForecast : public QObject {
    Q_OBJECT
public:
    StepForecast(JobTracker& jobs, NetworkModel& network, TrainingModel& training, const DeviceList& devices);

    double seconds() const { return seconds_; }                 // of a step; 0 where it is not known
    size_t planBytes() const { return bytes_; }                 // that a run's plan takes; 0 where there is none
    bool measurable() const { return !calibration().empty(); }  // one device, which is here
    void measure();                                             // this machine, again
    bool measuring() const { return share_ >= 0; }
    double share() const { return share_; }  // of the measurement, 0 to 1
    const Message& problem() const { return problem_; }

signals:
    void changed();

private:
    std::string calibration() const;  // its file
    void load();                      // the calibration of the device and threads that training asks for
    void predict();
    void take(Calibration calibration);

    JobTracker& jobs_;
    NetworkModel& network_;
    TrainingModel& training_;
    const DeviceList& devices_;
    Calibration calibration_;
    std::string path_;  // of calibration_
    double seconds_ = 0, share_ = -1;
    size_t bytes_ = 0;
    Message problem_;
};

}  // namespace tl
