// See the header.
#include "widgets/timeline/time_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tl {

namespace {

constexpr double kClosest = 0.05;      // ns a pixel
constexpr double kAxisAround = 0.1;    // so much of the screen may be empty beside all there is
constexpr double kLongestStep = 1e18;  // ns between ticks

struct Unit {
    double ns;
    const char* name;
};
constexpr std::array<Unit, 4> kUnits{{{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}}};

const Unit& unitOf(double ns) {
    const Unit* unit = &kUnits.front();
    for (const Unit& each : kUnits)
        if (std::abs(ns) >= each.ns * 0.9995) unit = &each;
    return *unit;
}

}  // namespace

void TimeAxis::setBounds(qint64 begin, qint64 end) {
    begin_ = static_cast<double>(begin);
    end_ = std::max(static_cast<double>(end), begin_ + 1);
    clamp();
}

void TimeAxis::setWidth(double pixels) {
    const bool all = showsAll();
    width_ = std::max(pixels, 1.0);
    if (all) showAll();
    clamp();
}

// A rounding apart: what was shown whole stays so in every width.
bool TimeAxis::showsAll() const {
    const double apart = perPixel_ * 1e-3;
    return from_ <= begin_ + apart && from_ + width_ * perPixel_ >= end_ - apart;
}

void TimeAxis::showAll() { show(begin_, end_); }

void TimeAxis::show(double from, double to) {
    from_ = from;
    perPixel_ = std::max(to - from, 1.0) / width_;
    clamp();
}

void TimeAxis::zoom(double factor, double x) {
    const double fixed = exactTime(x);
    perPixel_ =
        std::clamp(perPixel_ * factor, kClosest, std::max(kClosest, (end_ - begin_) * (1 + kAxisAround) / width_));
    from_ = fixed - x * perPixel_;
    clamp();
}

void TimeAxis::pan(double pixels) {
    from_ += pixels * perPixel_;
    clamp();
}

void TimeAxis::clamp() {
    perPixel_ = std::clamp(perPixel_, kClosest, std::max(kClosest, (end_ - begin_) * (1 + kAxisAround) / width_));
    const double seen = width_ * perPixel_, slack = seen * kAxisAround;
    // All of it where it fits; else no more than a little beside its ends.
    if (seen >= end_ - begin_)
        from_ = std::min(std::max(from_, end_ - seen), begin_);
    else
        from_ = std::clamp(from_, begin_ - slack, end_ + slack - seen);
}

std::vector<TimeAxis::Tick> TimeAxis::ticks(double leastGap) const {
    const double least = leastGap * perPixel_;
    double step = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (step * factor >= least) {
            step *= factor;
            break;
        }
    std::vector<Tick> found;
    // Counted in whole steps from zero, up to the very edge, where what is followed has its newest end. In whole
    // numbers: a trace's times may count from 1970, and a double does not know such nanoseconds apart.
    const auto by = static_cast<qint64>(std::clamp(step, 1.0, kLongestStep));
    const auto left = static_cast<qint64>(std::floor(from_));
    const qint64 since = static_cast<qint64>(std::ceil(std::max(from_, begin_))) - zero_;
    for (qint64 time = zero_ + (since / by + (since % by > 0)) * by;; time += by) {
        const double x = (static_cast<double>(time - left) - (from_ - static_cast<double>(left))) / perPixel_;
        if (x > width_ + 0.5) break;
        found.push_back({x, time});
    }
    return found;
}

QString TimeAxis::text(qint64 time) const {
    const auto since = static_cast<double>(time - zero_);
    const Unit& unit = unitOf(std::max(std::abs(since), perPixel_ * 80));
    const int digits = std::clamp(static_cast<int>(std::ceil(std::log10(unit.ns / (perPixel_ * 80)))), 0, 9);
    return QStringLiteral("%1%2 %3")
        .arg(since < 0 ? QStringLiteral("−") : QString())
        .arg(std::abs(since) / unit.ns, 0, 'f', digits)
        .arg(QString::fromUtf8(unit.name));
}

QString TimeAxis::lengthText(double ns) {
    const Unit& unit = unitOf(ns);
    const double value = ns / unit.ns;
    const int digits = unit.ns == 1 ? 0 : std::abs(value) < 10 ? 2 : std::abs(value) < 100 ? 1 : 0;
    return QStringLiteral("%1 %2").arg(value, 0, 'f', digits).arg(QString::fromUtf8(unit.name));
}

}  // namespace tl
