// A class folder with a million files, opened in the real window: when its pictures can be looked through, and that the
// window keeps answering while the rest is counted.
#pragma once

#include <QString>

namespace tl {
class MainWindow;
}

namespace tl::bench {

// Makes `files` small PNGs (hard links to a few real ones) in one class folder below `folder`. Throws
// std::runtime_error where the disk refuses.
QString makeClassFolder(const QString& folder, int files);

void benchFolder(MainWindow& window, const QString& path, int files);

}  // namespace tl::bench
