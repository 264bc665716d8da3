// Starts, pauses and stops training runs and drains their events to the RunModel on a 30 Hz timer. Owns the
// TrainingSession; nothing else in the window touches it. No call waits for the engine.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <memory>

#include "engine/train/session.h"

namespace tl {

class DataSetModel;
class NetworkModel;
class RunModel;
class TrainingModel;

class RunController : public QObject {
    Q_OBJECT
public:
    RunController(NetworkModel& network, TrainingModel& training, DataSetModel& data, RunModel& runs,
                  QObject* parent = nullptr);
    ~RunController() override;

    RunState state() const;
    bool active() const;       // Starting, Running, Paused or Validating
    int currentRun() const;    // RunModel id; -1 = none yet
    QString obstacle() const;  // why start() would not work, a sentence; empty = it would

    void start();  // a fresh run of the current project, weights drawn anew
    void pause();
    void resume();
    void step();
    void stop();
    void setLearningRate(double rate);
    // The weights of the current (or last) run; `done` gets a snapshot, or a sentence.
    void exportCheckpoint(const QString& path, std::function<void(QString error)> done);
    bool hasWeights() const;
    void setProjectName(const QString& name);  // runs are called "<name> · adam"

signals:
    void stateChanged();
    void stepped();                       // after each drain that brought a step
    void noted(const QString& sentence);  // for the log: epochs, broken images, changed rates, ends of runs

private:
    void drain();
    void takeSnapshot();
    void note(const Event& event);
    void setState(RunState state, const QString& message);

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tl
