// The same work once more: a run's network, settings, data and start as its folder keeps them, for a new session. What
// a person changed of the learning rate meanwhile is changed again at the same steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/run/run_directory.h"
#include "engine/train/session.h"

namespace tl {

// Data that is open already, and how it was split: taken where the run's is the same.
struct OpenData {
    DataSet data;
    ValidationSplit split = {};
};

struct AgainOptions {
    std::string folder, to;  // of the run, and of the new one
    std::string program = {}, id = {};
    std::string name = {};       // empty: the run's with "again"
    int color = -1, number = 0;  // as in RunFolderOptions
    std::optional<OpenData> open = {};
    std::string checkpoint = {};  // one of the run's, to go on from instead of where it began
    int64_t traceEvery = 0;       // as in weightTrace()
    double checkpointSeconds = 30;
};

// Throws Error where it cannot be done again as it was: its parent's checkpoint is another by now.
SessionOptions runAgain(const AgainOptions& again);

}  // namespace tl
