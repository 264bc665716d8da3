// The question about a run under way when its window closes or its project does.
#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace tl {

class RunController;

// Asks where this window trains something; `go` gets whether the run shall go on without it, and is not called where
// the person stays. `why`, perhaps empty, stands before the question. `recorded`: steps so far, -1: none are recorded.
void askAboutRun(QWidget* window, RunController& controller, const QString& why, int recorded,
                 std::function<void(bool goOn)> go);
// The two as one sentence after the other.
QString explained(const QString& why, const QString& question);

}  // namespace tl
