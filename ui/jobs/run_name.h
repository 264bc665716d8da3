// What a new run is called: its project and optimizer, and what it sets otherwise than the run before it.
#pragma once

#include "ui/models/run_settings.h"

namespace tl {

class RunModel;

// "lenet · adam"; "lenet · adam · learning_rate 0.01" where the run before had another. Of many the first two by name.
QString runName(const QString& project, const RunSettings& settings, const RunSettings& before);
// After the newest of the runs that are this program's.
QString runName(const QString& project, const RunSettings& settings, const RunModel& runs);

}  // namespace tl
