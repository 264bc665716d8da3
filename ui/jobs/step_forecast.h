// What a run of the network on the canvas will take, told before it trains: its memory, and a step's time from a
// measurement of this machine that is made once, when the person asks for it, and kept in a file. Follows every edit:
// nothing is told from one that matters to a plan until, after a pause, a job has compiled the new one. GUI thread
// only.
#pragma once

#include <QObject>
#include <QTimer>
#include <stop_token>

#include "engine/model/network_spec.h"
#include "engine/model/validation.h"
#include "engine/train/memory_need.h"
#include "engine/train/step_time.h"
#include "engine/train/training_spec.h"

namespace tl {

class DataSetModel;
class DeviceList;
class JobTracker;
class NetworkModel;
class TrainingModel;
class WatchList;

class StepForecast : public QObject {
    Q_OBJECT
public:
    StepForecast(JobTracker& jobs, NetworkModel& network, TrainingModel& training, const DataSetModel& data,
                 const DeviceList& devices, const WatchList& watches);

    double seconds() const { return seconds_; }                    // of a step; 0 where it is not known
    size_t planBytes() const { return memory_.step.peakBytes(); }  // that a step takes; 0 where there is no plan
    const MemoryNeed& memory() const { return memory_; }           // of the run; likewise
    bool lacksFloat8() const { return lacksFloat8_; }  // fp8 is asked for, and no product of the plan is in 8 bits
    bool measurable() const { return !calibration().empty(); }  // one device, which is here
    void measure();                                             // this machine, again
    const Calibration& speeds() const { return calibration_; }  // of its kernels; empty: not measured
    bool measuring() const { return share_ >= 0; }
    double share() const { return share_; }              // of the measurement, 0 to 1
    const Message& problem() const { return problem_; }  // of the measurement
    const Message& fault() const { return fault_; }      // why the network on the canvas has no plan; empty: none known

signals:
    void changed();

private:
    struct Question {         // all that a plan depends on
        NetworkSpec network;  // without nodes: there is no plan
        DataFacts facts;
        TrainingSpec training;  // what a plan does not depend on is left out
        RunData data;
        std::vector<Watch> watches;
        friend bool operator==(const Question&, const Question&) = default;
    };
    std::string calibration() const;  // its file
    void load();                      // the calibration of the device and threads that training asks for
    void followNetwork();
    void followTraining();
    void ask(Question question);
    void compile();
    void show(MemoryNeed memory, const Message& fault = {});
    void take(Calibration calibration);

    JobTracker& jobs_;
    NetworkModel& network_;
    TrainingModel& training_;
    const DataSetModel& data_;
    const DeviceList& devices_;
    const WatchList& watches_;
    Question asked_;
    QTimer pause_;
    std::stop_source stop_;  // of the plan that is compiled now
    bool compiling_ = false;
    MemoryNeed memory_;  // of the asked; empty: not known yet
    Calibration calibration_;
    std::string path_;  // of calibration_
    double seconds_ = 0, share_ = -1;
    bool lacksFloat8_ = false;
    Message problem_, fault_;
};

}  // namespace tl
