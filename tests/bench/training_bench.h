// The window while a network trains: how late its GUI thread gets to its events, and how much of a core it takes from
// the training, with curves streaming and workspaces being switched.
#pragma once

namespace tl {
class MainWindow;
}

namespace tl::bench {

void benchTraining(MainWindow& window);

}  // namespace tl::bench
