// What a new run is called: its project and optimizer, and what it sets otherwise than the run that others are told
// from. That is the same one for all, so that a name means the same whenever it was given.
#pragma once

#include "ui/models/run_settings.h"

namespace tl {

class RunModel;
struct Run;

// "lenet · adam"; "lenet · adam · learning_rate 0.01" where the other run had another. All that differ, by name, and
// the precision before them: what there is no room for is left out by who shows it, who knows the other runs.
QString runName(const QString& project, const RunSettings& settings, const RunSettings& from);
// From the run whose weights it begins with; else from the first of the runs that are this program's.
QString runName(const QString& project, const RunSettings& settings, const RunModel& runs, const Run* parent);

}  // namespace tl
