// What a path that a person gave as data is, and what can be done with it: found by looking at files, so in a job.
#pragma once

#include <QString>
#include <QStringList>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/data/file_kind.h"

namespace tl {

struct Opening {
    QString path;
    QString data;  // opens as this data set; else empty, and:
    FileDescription file;
    QString folder;         // a data set that it is part of, or that is in it; or empty
    QString runFolder;      // of the run whose weights these are, or empty
    QString project;        // of a run's folder: the file of its project, where there is one
    bool weights = false;   // of a run's folder: it has a checkpoint
    QString logFolder;      // event files lie in it, of any number of runs
    bool graph = false;     // another program's graph, to look at
    bool timeline = false;  // a trace
    bool tensors = false;   // numbers of no network of ours, to look into
    bool alone = false;     // an array that is inputs or labels by its name, without the other one
};

// Runs of ours and others' in a folder: it is one, or they lie in it, as in a project's. Any thread.
struct RunsInFolder {
    QStringList ours;
    QStringList others;  // folders of event files that are no part of those
};
RunsInFolder runsIn(const QString& path, const std::stop_token& stop);

// Any thread; never throws.
Opening lookAt(const QString& path);

}  // namespace tl
