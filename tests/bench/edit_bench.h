// What people do to a network on the canvas of the real window, each gesture with real events.
#pragma once

#include <QString>

#include "engine/model/network_spec.h"

namespace tl {
class MainWindow;
}

namespace tl::bench {

struct EditGoals {
    double openMs = 0, stallMs = 0, frameMs = 0;
};

// Opens the network from a file in `folder`, then pans, zooms, drags, connects, edits, undoes, pastes, selects and lays
// out. Throws std::runtime_error where a gesture had no effect, so that nothing is timed that did not happen.
void benchEdits(MainWindow& window, const QString& folder, const QString& title, const NetworkSpec& network,
                const EditGoals& goals);

}  // namespace tl::bench
