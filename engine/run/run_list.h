// The runs that folders hold: found by what lies in them, whichever program wrote it. A damaged folder is among them,
// with its reason.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run_info.h"
#include "engine/train/events.h"
#include "engine/train/training_spec.h"

namespace tl {

class RunLock;

struct RunOnDisk {
    std::string folder;
    RunInfo info;                   // a folder of before there was a run.json: what can be told of it
    std::vector<Message> problems;  // sentences; none: all of it could be read
    bool live = false;              // some program trains it now
    bool hasCheckpoint = false;
    std::optional<TrainingSpec> training;  // its own settings, where they can be read
    bool whole = true;                     // else only the last steps are among the events
    std::vector<Event> events;
    bool rounded = false;     // some of them are epochs that history.csv alone tells, with 8 digits of each number
    uint64_t journalEnd = 0;  // for a JournalReader that follows
};

bool isRunFolder(const std::string& folder);
// Folders directly in `directory` that are a run's, in order of names; none where there is no such directory. isRun:
// of who knows that of some without a look into them.
std::vector<std::string> runFoldersIn(const std::string& directory,
                                      const std::function<bool(const std::string& folder)>& isRun = isRunFolder);
void requireRunFolder(const std::string& folder);  // throws Error where it is none
// A run's folder that another run must not take: one that ended before its first step has nothing to go on from.
bool holdsRun(const std::string& folder);
bool leftCheckpoint(const std::string& folder);  // its newest or its best

// Reads one. A summary has all but the curves' points of steps, which are most of a journal; of a run that is trained
// now it is whole. Never throws.
enum class RunDepth { Whole, Summary };
RunOnDisk readRun(const std::string& folder, RunDepth depth = RunDepth::Whole);

// Adds to what a run told that no program trains now; `held` is its lock, where the caller has it. Throws Error.
void addToRun(const std::string& folder, const Event& event);
void addToRun(const std::string& folder, const Event& event, const RunLock& held);

}  // namespace tl
