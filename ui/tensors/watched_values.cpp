// See the header.
#include "ui/tensors/watched_values.h"

#include <algorithm>
#include <set>

#include "ui/models/workbench.h"

namespace tl {

namespace {

const QString kPictures = QStringLiteral("/pictures");
const QStringList& endings() {  // as engine/io/events/training_log writes them
    static const QStringList all{QStringLiteral("/mean"),        QStringLiteral("/deviation"),
                                 QStringLiteral("/norm"),        QStringLiteral("/zeros"),
                                 QStringLiteral("/dead"),        QStringLiteral("/non_finite"),
                                 QStringLiteral("/update_ratio")};
    return all;
}

QString stemOf(const QString& tag) {
    for (const QString& ending : endings())
        if (tag.endsWith(ending)) return tag.chopped(ending.size());
    return {};
}

bool has(const Workbench& bench, int run, const QString& tag, EventKind kind) {
    const EventSeries* series = bench.events.find(run, tag);
    return series && series->kind == kind;
}

}  // namespace

QStringList watchedValues(const Workbench& bench, int run) {
    std::set<QString> values;
    const auto take = [&](const QString& stem) {
        if (!stem.isEmpty()) values.insert(stem);
    };
    if (const auto tags = bench.events.runs().find(run); tags != bench.events.runs().end())
        for (const auto& [tag, series] : tags->second) {
            if (series.kind == EventKind::Histogram) take(tag);
            if (series.kind == EventKind::Image && tag.endsWith(kPictures)) take(tag.chopped(kPictures.size()));
        }
    if (const Run* found = bench.runs.find(run))
        for (const auto& [tag, points] : found->scalars) take(stemOf(tag));
    return {values.begin(), values.end()};
}

QString histogramTag(const Workbench& bench, int run, const QString& value) {
    return has(bench, run, value, EventKind::Histogram) ? value : QString();
}

QString picturesTag(const Workbench& bench, int run, const QString& value) {
    for (const QString& tag : {value + kPictures, value})
        if (has(bench, run, tag, EventKind::Image)) return tag;
    return {};
}

// Of a step that was taken twice what was told last.
static std::vector<PlotPoint> inOrder(std::vector<PlotPoint> points) {
    std::stable_sort(points.begin(), points.end(), [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; });
    std::vector<PlotPoint> single;
    for (const PlotPoint& point : points) {
        if (!single.empty() && single.back().x == point.x) single.pop_back();
        single.push_back(point);
    }
    return single;
}

// Where there are neither histograms nor pictures, these are the steps to look at.
static std::vector<double> stepsOf(const ValueNumbers& numbers) {
    std::vector<double> steps;
    for (const auto& [what, points] : numbers)
        for (const PlotPoint& point : points) steps.push_back(point.x);
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

size_t countOf(const Workbench& bench, int run, const QString& value) {
    size_t count = 0;
    if (const Run* found = bench.runs.find(run))
        for (const QString& ending : endings())
            if (const auto curve = found->scalars.find(value + ending); curve != found->scalars.end())
                count += curve->second.size();
    return count;
}

ToldNumbers numbersOf(const Workbench& bench, int run, const QString& value) {
    ToldNumbers told;
    const Run* found = bench.runs.find(run);
    if (!found) return told;
    for (const QString& ending : endings()) {
        const auto curve = found->scalars.find(value + ending);
        if (curve == found->scalars.end()) continue;
        std::vector<PlotPoint> points;
        for (const ScalarPoint& point : curve->second) points.push_back({point.step, point.value});
        told.numbers[ending.mid(1)] = inOrder(std::move(points));
    }
    told.steps = stepsOf(told.numbers);
    return told;
}

ToldNumbers numbersIn(const EventRun& run, const QString& value) {
    ToldNumbers told;
    for (const EventTag& tag : run.tags()) {
        if (tag.kind != EventKind::Scalar) continue;
        const QString name = QString::fromStdString(tag.name), stem = stemOf(name);
        if (stem.isEmpty()) continue;
        if (!told.values.contains(stem)) told.values << stem;
        if (stem != value) continue;
        std::vector<PlotPoint> points;
        for (const EventPoint& point : tag.points) points.push_back({static_cast<double>(point.step), point.value});
        told.numbers[name.mid(stem.size() + 1)] = inOrder(std::move(points));
    }
    told.steps = stepsOf(told.numbers);
    return told;
}

}  // namespace tl
