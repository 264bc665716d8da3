// What all panels share: the models of one open project and the means to change them. Made by app/window, handed to
// every panel by reference; panels know nothing of each other.
#pragma once

#include <QUndoStack>

#include "ui/jobs/job_tracker.h"
#include "ui/jobs/profile_source.h"
#include "ui/jobs/rate_finder.h"
#include "ui/jobs/recordings.h"
#include "ui/jobs/run_controller.h"
#include "ui/jobs/run_library.h"
#include "ui/jobs/run_reader.h"
#include "ui/jobs/step_forecast.h"
#include "ui/models/data_set_model.h"
#include "ui/models/device_list.h"
#include "ui/models/event_model.h"
#include "ui/models/live_layers.h"
#include "ui/models/network_model.h"
#include "ui/models/op_graph_model.h"
#include "ui/models/problem_list.h"
#include "ui/models/run_model.h"
#include "ui/models/selection.h"
#include "ui/models/training_model.h"

namespace tl {

struct Workbench {
    Workbench();

    QUndoStack undo;
    JobTracker jobs;           // background work: cancel token, staleness id, progress
    DeviceList devices;        // where networks can be trained here
    NetworkModel network;      // NetworkSpec + latest NetworkReport; a GraphModel for the canvas
    TrainingModel training;    // TrainingSpec
    DataSetModel data;         // the open DataSet and its statistics
    ProblemList problems;      // what is wrong with network and training
    RunModel runs;             // curves and state of this project's runs
    RunLibrary library;        // those runs' folders
    EventModel events;         // what event files hold beside curves
    StepCursor step;           // which step of those is looked at
    RunReader reader;          // fills events, and runs with those of other programs
    Selection selection;       // the selected node, image and run; shared by the panels
    RunController controller;  // starts, pauses, stops; drains the event queue
    LiveLayers live;           // what layers do while they train, on the canvas
    RateFinder rates;          // the search for a learning rate
    StepForecast forecast;     // how long a step will take
    OpGraphModel graph;        // what the Graph workspace shows
    ProfileSource timeline;    // what the Profile workspace shows
    Recordings recordings;     // what of it is kept beside the runs
};

}  // namespace tl
