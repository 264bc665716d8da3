// What the run controller holds; for its own files only.
#pragma once

#include <QCoreApplication>
#include <QSet>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/run/run_directory.h"
#include "engine/run/run_info.h"
#include "engine/train/session.h"
#include "engine/train/training_spec.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_controller.h"
#include "ui/models/breakpoints.h"
#include "ui/models/watch_list.h"

namespace tl {

inline constexpr int kBehindTheWindow = 5;  // niceness of trainings: the window wants little of the cores, but at once

RunFolderOptions folderOf(const RunInfo& run);  // of one that begins

struct RunController::Impl {
    struct Export {
        QString path;
        bool whole;
        std::function<void(QString, QString)> done;
    };

    Impl(NetworkModel& n, TrainingModel& t, DataSetModel& d, RunModel& r, RunLibrary& l)
        : network(n), training(t), data(d), runs(r), library(l) {}

    NetworkModel& network;
    TrainingModel& training;
    DataSetModel& data;
    RunModel& runs;
    RunLibrary& library;
    WatchList watches;
    Breakpoints breakpoints;
    QString projectName = QStringLiteral("network");
    std::shared_ptr<TrainingSession> session;  // shared with jobs that copy its weights
    RunState state = RunState::Idle;
    int unlike = 0;  // times in a row that the session was between running and validating, and not as `state` says
    int run = -1;
    bool remote = false;       // another program trains `run`
    QStringList layers;        // of its network
    QSet<QString> layerNames;  // the same, found at once
    void setLayers(QStringList all) {
        layerNames = QSet<QString>(all.begin(), all.end());
        layers = std::move(all);
    }
    struct Request {
        std::string folder;
        RunRequest what;
    };
    std::deque<Request> requests;  // to other programs, in the order they were made; the first is being written
    int startsFrom = -1;
    QString startFile;  // else this checkpoint
    bool stopWhenReady = false;
    int launches = 0;  // that were begun or given up
    std::function<void()> whenEnded;
    std::pair<int, int> compareWhenOver{-1, -1};  // a run that is done again, and the one it does again
    std::vector<Export> exports;                  // waiting for the snapshot under way
    std::set<int> evaluating;                     // runs
    void stopEvaluations();
    std::function<void(const QString&)> folderTeller(int run);  // for its job: where it will lie
    // A run that begins, to the list: `info` says what it is made from, and comes back with its id, name and colour.
    RunInfo introduce(int run, RunInfo info, const std::optional<TrainingSpec>& training);
    QTimer timer;
    static std::string programName() {
        return "tensorloom-workbench " + QCoreApplication::applicationVersion().toStdString();
    }
    JobTracker jobs;  // last: its destructor waits for what may still use the rest
};

}  // namespace tl
