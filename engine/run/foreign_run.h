// A run of another program (TensorFlow, PyTorch, Keras), as far as its event files tell of it. Any thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/io/events/event_tree.h"

namespace tl {

struct ForeignRun {
    std::string name;                                       // its folder's
    EventHParams told;                                      // what TensorBoard's hparams plugin keeps
    std::map<std::string, std::vector<EventPoint>> curves;  // by tag; those of "validation" as "val_" and the tag
};

// A folder with event files that is no run's folder of ours; or one whose "train" or "validation" has them, which are
// one run, as Keras writes it.
bool isForeignRun(const std::string& folder);
// Throws Error where there are none.
ForeignRun readForeignRun(const std::string& folder);

}  // namespace tl
