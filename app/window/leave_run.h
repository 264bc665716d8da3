// The question about a run under way when its window closes or its project does.
#pragma once

#include <functional>

class QWidget;

namespace tl {

class RunController;

// Asks where this window trains something; `go` gets whether the run shall go on without it, and is not called where
// the person stays.
void askAboutRun(QWidget* window, RunController& controller, std::function<void(bool goOn)> go);

}  // namespace tl
