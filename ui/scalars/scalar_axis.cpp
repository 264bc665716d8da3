// One row an axis; the order is that of the enum.
#include "ui/scalars/scalar_axis.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tl::scalar_axis {

namespace {
struct Words {
    Q_DECLARE_TR_FUNCTIONS(tl::ScalarAxis)
};
}  // namespace

const char* id(ScalarAxis axis) {
    static constexpr const char* kIds[] = {"step", "relative", "wall", "epoch"};
    return kIds[static_cast<int>(axis)];
}

std::optional<ScalarAxis> find(const QString& wanted) {
    for (const ScalarAxis axis : kAll)
        if (wanted == QLatin1String(id(axis))) return axis;
    return {};
}

QString name(ScalarAxis axis) {
    switch (axis) {
    case ScalarAxis::Step: return Words::tr("step");
    case ScalarAxis::Relative: return Words::tr("relative");
    case ScalarAxis::Wall: return Words::tr("wall");
    case ScalarAxis::Epoch: return Words::tr("epoch");
    }
    return {};
}

QString title(ScalarAxis axis) {
    switch (axis) {
    case ScalarAxis::Step: return Words::tr("Step");
    case ScalarAxis::Relative: return Words::tr("Relative time");
    case ScalarAxis::Wall: return Words::tr("Wall time");
    case ScalarAxis::Epoch: return Words::tr("Epoch");
    }
    return {};
}

AxisKind kind(ScalarAxis axis) {
    return axis == ScalarAxis::Relative ? AxisKind::Seconds
           : axis == ScalarAxis::Wall   ? AxisKind::Clock
                                        : AxisKind::Number;
}

bool has(ScalarAxis axis, const Run& run) { return axis != ScalarAxis::Epoch || !run.foreign; }

double place(ScalarAxis axis, const ScalarPoint& point, double start) {
    switch (axis) {
    case ScalarAxis::Step: return point.step;
    case ScalarAxis::Relative: return point.wallTime - start;
    case ScalarAxis::Wall: return point.wallTime;
    case ScalarAxis::Epoch: return point.epoch;
    }
    return point.step;
}

double startOf(const Run& run) {
    double start = std::numeric_limits<double>::infinity();
    for (const auto& [tag, points] : run.scalars)
        if (!points.empty()) start = std::min(start, points.front().wallTime);
    return std::isfinite(start) ? start : run.started;
}

}  // namespace tl::scalar_axis
