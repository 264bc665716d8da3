// The panels over event files at the sizes that they promise to be quick at: hundreds of histograms of hundreds of
// steps, ten thousand points in space, three hundred runs over parallel axes.
#pragma once

#include <QString>

namespace tl {
class MainWindow;
}

namespace tl::bench {

void benchTensors(MainWindow& window, const QString& folder);

}  // namespace tl::bench
