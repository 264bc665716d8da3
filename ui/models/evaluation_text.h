// What is told of a run's evaluation: on what it was, what came out and when.
#pragma once

#include <QString>

#include "engine/train/events.h"

namespace tl {

QString evaluationTitle(const EvaluationRecord& record);  // "test", "digits", "digits, validation"
// "digits: accuracy 0.9750, loss 0.0912 · samples: 400 · 2026-11-28 19:22"
QString evaluationText(const EvaluationRecord& record);

}  // namespace tl
