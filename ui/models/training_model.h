// How the open project is trained: a thin shell over TrainingSpec that tells what changed. Edits come from undo
// commands (ui/commands); panels only observe. GUI thread only.
#pragma once

#include <QObject>

#include "engine/train/training_spec.h"

namespace tl {

class TrainingModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const TrainingSpec& spec() const { return spec_; }
    void setSpec(TrainingSpec spec);  // emits changed() when it differs

signals:
    void changed();

private:
    TrainingSpec spec_;
};

}  // namespace tl
