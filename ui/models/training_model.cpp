// A value with a signal; see the header.
#include "ui/models/training_model.h"

#include <utility>

namespace tl {

void TrainingModel::setSpec(TrainingSpec spec) {
    if (spec == spec_) return;
    spec_ = std::move(spec);
    emit changed();
}

}  // namespace tl
