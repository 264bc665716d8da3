// The same work once more: a run's network, settings, data and start as its folder keeps them, for a new session. What
// a person changed of the learning rate meanwhile is changed again at the same steps.
#pragma once

#include <string>

#include "engine/run/run_directory.h"
#include "engine/train/session.h"

namespace tl {

// folder: of the run; to: of the new one. `open`: data that is open already, taken where it is the same; null: none.
// id: of the new run. Throws Error where it cannot be done again as it was: its parent's checkpoint is another by now.
SessionOptions runAgain(const std::string& folder, const std::string& to, const std::string& program,
                        const DataSet* open = nullptr, const std::string& id = {});

}  // namespace tl
