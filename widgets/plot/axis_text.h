// What stands beside an axis: the fewest digits that tell neighbouring ticks apart, with k, M, G in their place.
#pragma once

#include <QString>
#include <optional>
#include <vector>

namespace tl {

enum class AxisKind {
    Number,   // 0, 2 k, 4 k
    Seconds,  // since the start: 0:30, 1:05:00
    Clock     // seconds since 1970, shown as the time of day
};

// Round values from `from` to `to`, at most so many, evenly apart.
std::vector<double> roundTicks(double from, double to, int most);
// A tick at `value` on an axis whose ticks stand `step` apart.
QString tickText(double value, double step, AxisKind kind = AxisKind::Number);
// A tick of a logarithmic axis that ends at `least` and `greatest`: all of its ticks are written out, or all as powers.
QString powerText(double value, double least, double greatest);
// A value in a tooltip: three digits below 1, four above, exact where it is a whole number.
QString valueText(double value);
// An x value in a tooltip.
QString positionText(double x, AxisKind kind);
// The same in a field, and read from one: "1200", "1:30", "2026-11-22 13:05:00" or a time of the day of `near`. Nothing
// where it cannot be read.
QString positionEdit(double x, AxisKind kind);
std::optional<double> positionFrom(const QString& text, AxisKind kind, double near);

}  // namespace tl
