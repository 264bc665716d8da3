// Screenshots of every workspace in both themes, from the program's real state: the sample project, trained for a
// while.
#pragma once

#include <QString>
#include <functional>

namespace tl {

class MainWindow;

// Trains, takes the pictures as the run goes on, then calls done with an empty text or a sentence.
void takeShots(MainWindow& window, const QString& folder, std::function<void(QString error)> done);

}  // namespace tl
