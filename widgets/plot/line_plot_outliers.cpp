// Spikes that would flatten the rest of a chart: where y stops for them, and the word that says how many they are.
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "widgets/plot/line_plot_impl.h"

namespace tl {

namespace {

constexpr double kOutside = 0.05;    // of the points, on either side
constexpr double kRoom = 0.5;        // of the height between them: what rises no more above it flattens nothing
constexpr double kOffCourse = 0.01;  // likewise, of the medians of neighbours
constexpr double kStretch = 32;      // times what all curves take: so far the course of a single one may stretch y
constexpr size_t kMostSampled = 16384, kMostCounted = 200'000;
constexpr size_t kFewPoints = 2000, kSamePart = 64;  // of more, so small a part that is new changes no percentile

using Weighed = std::vector<std::pair<double, double>>;  // value and weight

// The first value in this order with no more than so much weight before it; only so many are sorted as that takes.
template <typename Order>
double endOf(Weighed& all, double outside, const Order& order) {
    for (size_t most = 64 + all.size() / 8;; most *= 4) {
        const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()));
        if (last != all.end()) std::nth_element(all.begin(), last, all.end(), order);
        std::sort(all.begin(), last, order);
        double before = 0;
        for (auto one = all.begin(); one != last; ++one)
            if ((before += one->second) > outside * (1 + 1e-9)) return one->first;
        if (last == all.end()) return all.back().first;
    }
}

// Of each value and the two before and behind it: a spike is in none, a rise or fall that goes on is.
void addMedians(const Weighed& values, size_t first, Weighed& to) {
    for (size_t i = first; i < values.size(); ++i) {
        const size_t from = i < first + 2 ? first : i - 2, end = std::min(values.size(), i + 3);
        double near[5] = {};
        for (size_t k = from; k < end; ++k) near[k - from] = values[k].first;
        double* middle = near + (end - from) / 2;
        std::nth_element(near, middle, near + (end - from));
        to.emplace_back(*middle, values[i].second);
    }
}

// Where a curve has come to: the middle one of its last three values before `end`, so one last spike is not it.
std::optional<double> newest(const MinMaxPyramid& values, size_t first, size_t end, bool log) {
    double last[3] = {};
    size_t found = 0;
    for (size_t i = end; i > first && i + 8 > end && found < 3; --i)
        if (std::isfinite(values[i - 1]) && (!log || values[i - 1] > 0)) last[found++] = values[i - 1];
    if (found == 0) return std::nullopt;
    std::sort(last, last + found);
    return log ? std::log10(last[found / 2]) : last[found / 2];
}

}  // namespace

// The 5th to 95th percentile over the points in sight, and what a curve's own course takes more than a hundredth of
// them for: a loss begins high, which is no outlier. Each curve weighs the same, however many points it has: else a
// validation's few would all be outliers beside the thousands of its training. Of a few points none is one, nor is what
// leaves the others two thirds of the height. And no curve is cut where it goes by itself, or has come to by now: one
// run that learns among twenty that do not is what is looked for. Only one that has gone out of all proportion, as a
// diverged loss, must not flatten the others.
LinePlot::Impl::Range LinePlot::Impl::fenceOfY(double least, double greatest) {
    const auto range = custom->xAxis->range();
    const auto valued = [this](double y) { return logY ? std::pow(10, y) : y; };
    const auto within = [&](const Range& ends) {
        const double low = ends.from, high = ends.to;
        const double room = kRoom * std::max(high - low, 1e-3 * std::max(std::abs(high), std::abs(low)));
        return Range{std::max(least, valued(low - room)), std::min(greatest, valued(high + room))};
    };
    const auto joined = [&](const Range& all, Range ends, const Range& one) {
        const double height = std::max(all.to - all.from, logY ? 0.1 : std::max(std::abs(all.from), std::abs(all.to)));
        if (one.from >= all.from - kStretch * height) ends.from = std::min(ends.from, one.from);
        if (one.to <= all.to + kStretch * height) ends.to = std::max(ends.to, one.to);
        return ends;
    };
    const auto withNewest = [&](const Range& all) {
        Range ends = all;
        for (const auto& [id, s] : series)
            if (s.visible)
                if (const auto last = newest(s.raw, lowerIndex(s.xs, range.lower), upperIndex(s.xs, range.upper), logY))
                    ends = joined(all, ends, {*last, *last});
        return within(ends);
    };
    // Many curves are looked at more coarsely each: together they cost what one does.
    int curves = 0;
    size_t points = 0;
    for (const auto& [id, s] : series) {
        if (!s.visible) continue;
        ++curves;
        points += upperIndex(s.xs, range.upper) - lowerIndex(s.xs, range.lower);
    }
    const bool follows = fence && (following ? range.upper >= fence->to : range.upper == fence->to);
    if (follows && points > kFewPoints && points >= fence->points &&
        points <= fence->points * (kSamePart + 1) / kSamePart && range.lower == fence->from &&
        curves == fence->curves && logY == fence->log)
        return withNewest(fence->ends);
    const size_t most = std::clamp<size_t>(kMostSampled / static_cast<size_t>(std::max(1, curves)), 32, 4096);
    const auto scaled = [this](double y) { return logY ? std::log10(y) : y; };
    const std::less<> up;
    const std::greater<> down;
    Weighed sample, course;
    std::vector<Range> own;  // the course of each curve
    double all = 0;
    for (const auto& [id, s] : series) {
        if (!s.visible) continue;
        const size_t first = lowerIndex(s.xs, range.lower);
        const size_t last = upperIndex(s.xs, range.upper);
        const size_t stride = std::max<size_t>(1, (last - first) / most), before = sample.size();
        for (size_t i = first; i < last; i += stride)
            if (std::isfinite(s.raw[i]) && (!logY || s.raw[i] > 0)) sample.emplace_back(scaled(s.raw[i]), 0);
        const double weight = 1.0 / static_cast<double>(std::max<size_t>(1, sample.size() - before));
        for (size_t i = before; i < sample.size(); ++i) sample[i].second = weight;
        if (sample.size() == before) continue;
        ++all;
        const auto its = static_cast<std::ptrdiff_t>(course.size());
        addMedians(sample, before, course);
        Weighed alone(course.begin() + its, course.end());
        own.push_back({endOf(alone, kOffCourse, up), endOf(alone, kOffCourse, down)});
    }
    if (sample.empty()) return {least, greatest};
    const Range common{std::min(endOf(sample, kOutside * all, up), endOf(course, kOffCourse * all, up)),
                       std::max(endOf(sample, kOutside * all, down), endOf(course, kOffCourse * all, down))};
    Range ends = common;
    for (const Range& one : own) ends = joined(common, ends, one);
    fence = Fence{range.lower, range.upper, points, curves, logY, ends};
    return withNewest(ends);
}

// Points in sight that are above or below what y shows; of very many curves by every so manieth of their points.
LinePlot::Impl::Hidden LinePlot::Impl::hiddenBy(const Range& y) const {
    const auto range = custom->xAxis->range();
    size_t inSight = 0;
    for (const auto& [id, s] : series)
        if (s.visible) inSight += upperIndex(s.xs, range.upper) - lowerIndex(s.xs, range.lower);
    const size_t stride = 1 + inSight / kMostCounted;
    Hidden hidden{0, stride == 1};
    for (const auto& [id, s] : series) {
        if (!s.visible) continue;
        const size_t last = upperIndex(s.xs, range.upper);
        for (size_t i = lowerIndex(s.xs, range.lower); i < last; i += stride)
            if (const double one = s.raw[i]; std::isfinite(one) && (one > y.to || (one < y.from && (!logY || one > 0))))
                hidden.points += stride;
    }
    return hidden;
}

// Hidden, never dropped: a word says so, and shows them at a click.
void LinePlot::Impl::tellOfOutliers(const Range& y) {
    double least = y.from, greatest = y.to;
    if (ignoreOutliers && !fixedY)
        for (const auto& point : visiblePoints)
            if (std::isfinite(point.y)) least = std::min(least, point.y), greatest = std::max(greatest, point.y);
    const double pixel = (y.to - y.from) / std::max(1, area().height());
    const bool any =
        greatest > y.to + (logY ? 0 : pixel) || (least < y.from - (logY ? 0 : pixel) && !(logY && least <= 0));
    const Hidden hidden = any ? hiddenBy(y) : Hidden{};
    outliers->setVisible(hidden.points > 0);
    if (hidden.points == 0) return;
    const auto count = static_cast<int>(std::min<size_t>(hidden.points, std::numeric_limits<int>::max()));
    sayOutliers(
        hidden.exact ? LinePlot::tr("%n outlier(s) hidden", nullptr, count)
                     : LinePlot::tr("about %n outlier(s) hidden", nullptr, count),
        LinePlot::tr("Values from %1 to %2 are there. Show them").arg(least, 0, 'g', 4).arg(greatest, 0, 'g', 4));
}

// Where outliers may be hidden there is room above the curves for the word that says so.
void LinePlot::Impl::setMargins() {
    constexpr int kTop = 12;
    custom->axisRect()->setMinimumMargins(
        QMargins(42, ignoreOutliers ? std::max(kTop, outliers->sizeHint().height() + 4) : kTop, 22, 24));
}

// Only what is new is said: a live chart asks many times a second.
void LinePlot::Impl::sayOutliers(const QString& text, const QString& help) {
    if (text != outliers->text()) {
        outliers->setText(text);
        outliers->adjustSize();
    }
    if (help != outliers->toolTip()) {
        outliers->setToolTip(help);
        outliers->setAccessibleDescription(help);
    }
}

// Where the chart's area is by now: its margins may just have changed.
void LinePlot::Impl::placeOutliers() {
    const QPoint place(area().right() - outliers->width(), area().top() - outliers->height() - 2);
    if (outliers->pos() != place) outliers->move(place);
}

}  // namespace tl
