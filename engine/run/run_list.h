// The runs that folders hold: found by what lies in them, whichever program wrote it. A damaged folder is among them,
// with its reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/run/run_info.h"
#include "engine/train/events.h"

namespace tl {

struct RunOnDisk {
    std::string folder;
    RunInfo info;                   // a folder of before there was a run.json: what can be told of it
    std::vector<Message> problems;  // sentences; none: all of it could be read
    bool live = false;              // some program trains it now
    bool hasCheckpoint = false;
    std::vector<Event> events;
    uint64_t journalEnd = 0;  // for a JournalReader that follows
};

// Folders directly in `directory` that are a run's, in order of names; none where there is no such directory.
std::vector<std::string> runFoldersIn(const std::string& directory);
bool isRunFolder(const std::string& folder);

// Reads one, with all that it told. Never throws.
RunOnDisk readRun(const std::string& folder);

// Adds to what a run told that no program trains now. Throws Error.
void addToRun(const std::string& folder, const Event& event);

}  // namespace tl
