// A rate that was set while a run is under way, as a step that can be taken back. It is no setting of the project, so
// the document's undo knows nothing of it.
#pragma once

#include <QUndoCommand>

#include "ui/jobs/run_controller.h"

namespace tl {

class RateStep : public QUndoCommand {
public:
    RateStep(RunController& controller, const QString& name, double from, double to)
        : QUndoCommand(name), controller_(controller), from_(from), to_(to) {}
    void redo() override { controller_.setLearningRate(to_); }
    void undo() override { controller_.setLearningRate(from_); }

private:
    RunController& controller_;
    double from_, to_;
};

}  // namespace tl
