// All that is wrong with the open project, as the window says it: of the network what its report tells, of the training
// what would be refused at the start of a run. One list for whoever counts, shows or mends it. GUI thread only.
#pragma once

#include <QObject>
#include <vector>

#include "engine/layers/diagnostic.h"

namespace tl {

class DataSetModel;
class DeviceList;
class NetworkModel;
class TrainingModel;

struct Problem {
    Diagnostic what;
    bool training = false;  // of a setting, else of the network
    friend bool operator==(const Problem&, const Problem&) = default;
};

class ProblemList : public QObject {
    Q_OBJECT
public:
    ProblemList(NetworkModel& network, TrainingModel& training, DataSetModel& data, DeviceList& devices);
    const std::vector<Problem>& all() const { return all_; }
    int errors() const;
    const Problem* firstError() const;  // null: there is none
    // Why no plan of a training step can be made, which only trying tells; empty: it can. Listed where nothing else is.
    void setStepFault(const Message& sentence);
    // Bytes that a run takes; 0: not known.
    void setMemoryNeed(size_t bytes);

signals:
    void changed();

private:
    void refresh();
    NetworkModel& network_;
    TrainingModel& training_;
    DataSetModel& data_;
    DeviceList& devices_;
    Message stepFault_;
    size_t memoryNeed_ = 0;
    std::vector<Problem> all_;
};

}  // namespace tl
