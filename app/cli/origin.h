// Where a command that trains takes its network, settings and data from: a project, a template, or a run that is there.
// The command line's settings take the place of theirs one by one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/arguments.h"
#include "app/cli/settings.h"
#include "engine/data/source.h"
#include "engine/train/snapshot.h"

namespace tl::cli {

struct OriginOptions {
    std::string project, templateId, run, data;
    std::vector<std::string> set;
};

struct Origin {
    NetworkSpec network;
    TrainingSpec training;
    DataSet data;
    std::optional<Snapshot> run;
    std::string name, directory;  // the run's folder, where it is one
};

// Adds them all; the run's option is called `runName`. Returns that option.
Option addOrigin(const Command& command, OriginOptions& options, const std::string& runName, const Message& runHelp);
// What is wrong with which of them are given, as a sentence, or empty. `verb`: what the command does.
Message originProblem(const OriginOptions& options, const Message& verb);
// Opens all, and checks that the network can be trained with the settings on the data. Throws Error.
Origin openOrigin(const OriginOptions& options, const Settings& settings);

}  // namespace tl::cli
