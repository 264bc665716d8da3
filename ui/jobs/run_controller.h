// Starts, pauses and stops training runs and drains their events to the RunModel on a timer, 30 times a second. Owns
// the TrainingSession; nothing else in the window touches it. A run that another program trains is steered through its
// folder. No call waits for the engine.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <memory>

#include "engine/train/session.h"

namespace tl {

class Breakpoints;
class DataSetModel;
class NetworkModel;
class RunLibrary;
class RunModel;
class TrainingModel;
class WatchList;

class RunController : public QObject {
    Q_OBJECT
public:
    RunController(NetworkModel& network, TrainingModel& training, DataSetModel& data, RunModel& runs,
                  RunLibrary& library, QObject* parent = nullptr);
    ~RunController() override;

    RunState state() const;
    bool active() const;     // Starting, Running, Paused or Validating
    bool own() const;        // active, and trained by this window
    bool stopping() const;   // active, and asked to stop: the step under way goes to its end first
    bool releasing() const;  // release() has not told yet
    int currentRun() const;  // RunModel id; -1 = none yet
    // Of the run under way, where they are known by now; else of the network that is edited.
    QStringList layers() const;
    bool lacksLayer(const QString& id) const;  // none is known: nothing lacks
    QString obstacle() const;                  // why start() would not work, a sentence; empty = it would

    // A fresh run of the current project; weights are drawn anew, or taken from startsFrom().
    void start();
    // From its newest checkpoint, with its own network and settings, to so many epochs in all. Why not: a sentence, or
    // empty.
    QString resumeObstacle(int run) const;
    void resumeRun(int run, int epochs);
    // A new run that goes on from a checkpoint of that one, with its own network and settings but for the rate where
    // one is given (0: its own), to so many epochs in all; it stands beneath it in the list.
    void forkRun(int run, const QString& checkpoint, int64_t step, int epochs, double learningRate);
    // The same work once more; compared() follows when it has come to its end.
    QString againObstacle(int run) const;
    void runAgain(int run);
    void compare(int run, int other);  // bit by bit; compared() follows
    // Whose weights the next run begins with, by name and shape; -1 = none. Why not: a sentence, or empty.
    QString weightsObstacle(int run) const;
    void startFrom(int run);
    int startsFrom() const;
    void startFromFile(const QString& checkpoint);  // likewise, of no run in the list
    bool drawsAnew() const;                         // neither of them
    void pause();
    void resume();
    void step();
    void stop();
    void setLearningRate(double rate);
    WatchList& watches();        // what it holds goes to each run, and changes to the one under way
    Breakpoints& breakpoints();  // likewise; and where the run stands
    // The weights of the current (or last) run as they are now; whole: with what a run needs to go on. `done` gets "",
    // or a sentence; and a sentence where the run's best are others.
    void exportCheckpoint(const QString& path, bool whole, std::function<void(QString error, QString best)> done);
    bool hasWeights() const;
    // Loss and metrics of its best weights, or its newest, over the test split of its data; the run keeps them.
    QString evaluateObstacle(int run, bool other = false) const;
    void evaluateRun(int run);
    // The same on other data, which the project does not take up. `spec`: openDataSet's.
    void evaluateRunOn(int run, const QString& spec);

    // Ends what this window trains, with a checkpoint; `done` comes when it is written. With goOn the headless program
    // takes the run up from there; `done` gets a sentence where that failed.
    void release(bool goOn, std::function<void(QString problem)> done);
    static QString headlessProgram();  // its path; empty where it is not installed
    // Forgets run, rate and weights: another project is opened. Nothing may be active.
    void forget();
    void setProjectName(const QString& name);  // runs are called "<name> · adam"

signals:
    void stateChanged();
    void evaluated(int run, const QString& sentence);
    // With the first of the two runs and the first step that is not the same; 0: none is, or none is known.
    void compared(const QString& verdict, const QStringList& details, bool same, int run, qint64 step);
    void failed(const QString& sentence);
    void warned(const QString& sentence);  // nothing failed, and one should know
    void stepped();                        // after each drain that brought a step
    // For the log: epochs, broken images, changed rates, ends of runs. `burst`: burstOf().
    void noted(const QString& sentence, const QString& burst = {});

private:
    void launch(int run, SessionOptions options, std::function<void(SessionOptions&)> prepare);
    std::function<void(SessionOptions&)> goingOn(const QString& from, int epochs, const std::string& split,
                                                 double rate);
    void ask(const RunRequest& request);
    void end(std::shared_ptr<TrainingSession> session);
    void follow(int run);
    void followAnother();
    void followed(int run);
    void askNext();
    void ended();
    void lookForCheckpoint();
    void drain();
    void takeSnapshot();
    void setState(RunState state, const Message& message);
    void tellNotKept(const QString& name, const Message& reason);  // of an evaluation's list; empty: it is kept

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tl
