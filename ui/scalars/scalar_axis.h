// What the x axis of the charts counts: a point's place on it, and its names.
#pragma once

#include <QString>
#include <array>
#include <optional>

#include "ui/models/run_model.h"
#include "widgets/plot/axis_text.h"

namespace tl {

enum class ScalarAxis { Step, Relative, Wall, Epoch };

namespace scalar_axis {

inline constexpr std::array kAll{ScalarAxis::Step, ScalarAxis::Relative, ScalarAxis::Wall, ScalarAxis::Epoch};

const char* id(ScalarAxis axis);  // "relative": of settings and buttons, no person sees it
std::optional<ScalarAxis> find(const QString& id);
QString name(ScalarAxis axis);   // "relative"
QString title(ScalarAxis axis);  // "Relative time"
AxisKind kind(ScalarAxis axis);
bool has(ScalarAxis axis, const Run& run);  // a place for its points: other programs tell no epochs
// start: the run's, for relative time.
double place(ScalarAxis axis, const ScalarPoint& point, double start);
// When the run's first step was, in seconds since 1970: where relative time starts.
double startOf(const Run& run);

}  // namespace scalar_axis
}  // namespace tl
