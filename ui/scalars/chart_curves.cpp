// Points are converted to the x axis in use as they arrive; another axis only replaces the x of what is there.
#include "ui/scalars/chart_curves.h"

#include <algorithm>
#include <utility>

#include "widgets/theme/theme.h"

namespace tl {

// Of a second tag in one chart: the same colour, the next dashes (Theme::seriesDashes).
static constexpr int kColorsOfTheme = 6;

ChartCurves::ChartCurves(RunModel& runs, LinePlot& plot, QObject* parent) : QObject(parent), runs_(runs), plot_(plot) {
    setAxis(axis_);
}

QString ChartCurves::sourceOf(const QString& tag, bool validation) {
    return validation ? QStringLiteral("val_") + tag : tag;
}

const ScalarCurve* ChartCurves::pointsOf(const Key& key) const {
    const auto& [id, tag, validation] = key;
    const Run* run = runs_.find(id);
    if (!run) return nullptr;
    const auto points = run->scalars.find(sourceOf(tag, validation));
    return points == run->scalars.end() ? nullptr : &points->second;
}

bool ChartCurves::take(const std::function<bool(const Key&)>& away) {
    return std::erase_if(fed_, [&](const auto& each) {
               const auto& [key, fed] = each;
               if (!away(key)) return false;
               plot_.removeSeries(fed.series);
               bySeries_.erase(fed.series);
               return true;
           }) > 0;
}

void ChartCurves::forget(const QList<int>& runs) {
    if (!take([&](const Key& key) { return runs.contains(std::get<int>(key)); })) return;
    if (countRuns() && tags_.size() > 1) restyle();
    lead();
    showMarks();
    emit kindsChanged();
}

void ChartCurves::setTags(const QStringList& tags) {
    (void)take([&](const Key& key) { return !tags.contains(std::get<QString>(key)); });
    tags_ = tags;
    for (const Run& run : runs_.runs()) {
        if (!run.whole) continue;
        for (const QString& tag : tags_)
            for (const bool validation : {false, true}) feed(run, tag, validation);
    }
    (void)countRuns();
    restyle();
    lead();
    showMarks();
    emit kindsChanged();
}

void ChartCurves::setGroups(const QHash<int, QStringList>& groups, const QHash<QString, int>& colors) {
    if (groups == groups_ && colors == groupColors_) return;
    groups_ = groups;
    groupColors_ = colors;
    regroup();
    emit kindsChanged();
}

void ChartCurves::setBand(PlotBand band) {
    band_ = band;
    plot_.setBand(band);
    emit kindsChanged();
}

// A group has the colour that its heading in the list has.
QList<int> ChartCurves::groupsFor(const Key& key) {
    const auto& [id, tag, validation] = key;
    QList<int> groups;
    for (const QString& name : groups_.value(id)) {
        const auto [group, fresh] = plotted_.try_emplace({name, tag, validation}, -1);
        if (fresh) group->second = plot_.addGroup(styleOf(name, groupColors_.value(name), tag, validation));
        groups << group->second;
    }
    return groups;
}

void ChartCurves::regroup() {
    const auto before = std::exchange(plotted_, {});
    for (const auto& [key, fed] : fed_) plot_.setGroups(fed.series, groupsFor(key));
    for (const auto& [group, id] : before) plot_.removeGroup(id);
}

void ChartCurves::setAxis(ScalarAxis axis) {
    axis_ = axis;
    plot_.setXAxis(scalar_axis::kind(axis), scalar_axis::name(axis));
    QStringList columns{scalar_axis::name(axis)};
    for (const ScalarAxis other : {ScalarAxis::Step, ScalarAxis::Relative})
        if (other != axis) columns << scalar_axis::name(other);
    plot_.setPointColumns(columns, [this](int series, size_t point) { return columnsAt(series, point); });
    for (const auto& [key, fed] : fed_) {
        const auto* points = pointsOf(key);
        if (!points) continue;
        const Run& run = *runs_.find(std::get<int>(key));
        plot_.setSeriesVisible(fed.series, fed.shown && scalar_axis::has(axis, run));
        const double start = scalar_axis::startOf(run);
        std::vector<double> xs;
        xs.reserve(fed.points);
        for (size_t i = 0; i < fed.points; ++i) xs.push_back(scalar_axis::place(axis, (*points)[i], start));
        plot_.replaceX(fed.series, xs);
    }
    showMarks();
}

QStringList ChartCurves::columnsAt(int series, size_t point) const {
    const auto key = bySeries_.find(series);
    const auto* points = key == bySeries_.end() ? nullptr : pointsOf(key->second);
    if (!points || point >= points->size()) return {};
    const double start = scalar_axis::startOf(*runs_.find(std::get<int>(key->second)));
    const auto text = [&](ScalarAxis axis) {
        return positionText(scalar_axis::place(axis, (*points)[point], start), scalar_axis::kind(axis));
    };
    QStringList columns{text(axis_)};
    for (const ScalarAxis other : {ScalarAxis::Step, ScalarAxis::Relative})
        if (other != axis_) columns << text(other);
    return columns;
}

// One run's tags have the colours that follow its own, dashed as it is; of several runs each keeps its colour, and tags
// have dashes.
PlotSeriesStyle ChartCurves::styleOf(const Run& run, const QString& tag, bool validation) const {
    return styleOf(runs_.titleOf(run.id).text(), run.color, tag, validation);
}

PlotSeriesStyle ChartCurves::styleOf(const QString& name, int color, const QString& tag, bool validation) const {
    const int place = std::max(0, static_cast<int>(tags_.indexOf(tag)));
    const QString what = tags_.size() > 1 ? sourceOf(tag, validation) : validation ? tr("validation") : QString();
    // A mean over a whole split has no noise to take out, and a rate none at all: smoothed they would only lag behind.
    const int own = std::max(0, color), round = own / kColorsOfTheme + (oneRun_ ? place / kColorsOfTheme : place);
    const int hue = (oneRun_ ? own + place : own) % kColorsOfTheme;
    return {what.isEmpty() ? name : tr("%1 · %2").arg(name, what), round * kColorsOfTheme + hue, validation,
            !validation && tag != QLatin1String("learning_rate")};
}

bool ChartCurves::feed(const Run& run, const QString& tag, bool validation) {
    const auto points = run.scalars.find(sourceOf(tag, validation));
    if (points == run.scalars.end() || (!run.foreign && tag.startsWith(QLatin1String("epoch_")))) return false;
    const Key key{run.id, tag, validation};
    auto& fed = fed_[key];
    const bool fresh = fed.series < 0, changed = fresh || fed.shown != run.shown();
    if (fresh) {
        fed.series = plot_.addSeries(styleOf(run, tag, validation));
        bySeries_[fed.series] = key;
    }
    if (changed) {
        fed.shown = run.shown();
        plot_.setSeriesVisible(fed.series, fed.shown && scalar_axis::has(axis_, run));
        if (fresh) plot_.setGroups(fed.series, groupsFor(key));
        if (countRuns() && tags_.size() > 1) restyle();
    }
    if (fed.points == points->second.size()) return changed;
    std::vector<PlotPoint> more;
    more.reserve(points->second.size() - fed.points);
    const double start = scalar_axis::startOf(run);
    for (size_t i = fed.points; i < points->second.size(); ++i) {
        const ScalarPoint point = points->second[i];
        more.push_back({scalar_axis::place(axis_, point, start), point.value});
    }
    plot_.append(fed.series, more);
    fed.points = points->second.size();
    return changed;
}

void ChartCurves::sync(const QList<int>& ids) {
    bool kinds = false, marks = false;
    for (const int id : ids) {
        const Run* run = runs_.find(id);
        if (!run || !run->whole) continue;
        for (const QString& tag : tags_)
            for (const bool validation : {false, true}) kinds = feed(*run, tag, validation) || kinds;
        marks = marks || (run->shown() ? run->marks.size() : 0) != marked_.value(id);
    }
    if (marks) showMarks();
    if (!kinds) return;
    lead();
    emit kindsChanged();
}

bool ChartCurves::countRuns() {
    int first = -1;
    bool one = true;
    for (const auto& [key, fed] : fed_) {
        if (!fed.shown) continue;
        if (first < 0) first = std::get<int>(key);
        one = std::get<int>(key) == first;
        if (!one) break;
    }
    return std::exchange(oneRun_, one) != one;
}

void ChartCurves::restyle() {
    for (const auto& [key, fed] : fed_) {
        const auto& [id, tag, validation] = key;
        if (const Run* run = runs_.find(id)) plot_.setSeriesStyle(fed.series, styleOf(*run, tag, validation));
    }
    if (!groups_.isEmpty()) regroup();
}

void ChartCurves::rename(int id) {
    const Run* run = runs_.find(id);
    for (const auto& [key, fed] : fed_)
        if (run && std::get<int>(key) == id)
            plot_.setSeriesStyle(fed.series, styleOf(*run, std::get<1>(key), std::get<bool>(key)));
    if (run && !run->marks.empty()) showMarks();
    emit kindsChanged();
}

void ChartCurves::setClaims(const QHash<int, int>& claims) {
    claims_ = claims;
    lead();
    emit kindsChanged();
}

// The chosen run's curves lie over the others; alone they need no more than others do.
void ChartCurves::lead() {
    QList<int> leading;
    for (const auto& [key, fed] : fed_)
        if (!oneRun_ && claims_.value(std::get<int>(key)) >= kChosen) leading << fed.series;
    plot_.setLeading(leading);
}

bool ChartCurves::shown() const {
    return std::any_of(fed_.begin(), fed_.end(), [](const auto& fed) { return fed.second.shown; });
}

bool ChartCurves::validated(const QString& tag) const {
    return std::any_of(fed_.begin(), fed_.end(), [&](const auto& fed) {
        return fed.second.shown && std::get<QString>(fed.first) == tag && std::get<bool>(fed.first);
    });
}

int ChartCurves::runOf(int series) const {
    const auto key = bySeries_.find(series);
    return key == bySeries_.end() ? -1 : std::get<int>(key->second);
}

std::vector<ChartCurves::Kind> ChartCurves::kinds() const {
    std::vector<Kind> kinds;
    for (const QString& tag : tags_)
        for (const bool validation : {false, true})
            for (const auto& [key, fed] : fed_) {
                const auto& [id, other, validates] = key;
                const Run* run = runs_.find(id);
                if (!fed.shown || other != tag || validates != validation || !run) continue;
                kinds.push_back({tag, validation, styleOf(*run, tag, validation)});
                break;
            }
    const bool grouped = std::any_of(fed_.begin(), fed_.end(), [this](const auto& each) {
        return each.second.shown && !groups_.value(std::get<int>(each.first)).isEmpty();
    });
    if (grouped && !kinds.empty())
        kinds.push_back({kinds.front().tag, false, kinds.front().style,
                         band_ == PlotBand::Extremes ? tr("mean, least to greatest") : tr("mean, ± one deviation")});
    return kinds;
}

std::vector<ChartCurves::Line> ChartCurves::lines() const {
    std::vector<Line> lines;
    const auto addGroup = [&](Line line) {
        const auto same = std::ranges::find_if(
            lines, [&](const Line& other) { return other.title == line.title && other.color == line.color; });
        if (same == lines.end())
            lines.push_back(std::move(line));
        else
            same->claim = std::max(same->claim, line.claim);
    };
    int last = -1;
    for (const auto& [key, fed] : fed_) {
        const Run* run = runs_.find(std::get<int>(key));
        if (!fed.shown || !run || run->id == last) continue;
        last = run->id;
        const QStringList groups = groups_.value(run->id);
        const int claim = claims_.value(run->id);
        for (const QString& group : groups) addGroup({group, std::max(0, groupColors_.value(group)), claim});
        if (groups.isEmpty()) lines.push_back({runs_.titleOf(run->id).text(), std::max(0, run->color), claim});
    }
    return lines;
}

// Only of runs that have a curve here.
void ChartCurves::showMarks() {
    QVector<PlotMark> marks;
    marked_.clear();
    for (const auto& run : runs_.runs()) {
        if (run.marks.empty() || !run.shown()) continue;
        const ScalarCurve* points = nullptr;
        for (const QString& tag : tags_)
            for (const bool validation : {false, true})
                if (const Key key{run.id, tag, validation}; (!points || points->empty()) && fed_.count(key))
                    points = pointsOf(key);
        if (!points || points->empty()) continue;  // shown when they come
        marked_[run.id] = run.marks.size();
        const double start = scalar_axis::startOf(run);
        for (const auto& mark : run.marks) {
            double at = mark.step;
            if (axis_ != ScalarAxis::Step) {
                const size_t near = std::min(points->lowerIndex(mark.step), points->size() - 1);
                at = scalar_axis::place(axis_, (*points)[near], start);
            }
            marks.append(
                {at, mark.label(),
                 tr("%1 · %2 · step %3")
                     .arg(runs_.titleOf(run.id).text(), mark.label(), positionText(mark.step, AxisKind::Number)),
                 std::max(0, run.color)});
        }
    }
    if (marked_.size() < 2)
        for (PlotMark& mark : marks) mark.color = -1;  // there is nothing to tell it from
    plot_.setMarks(marks);
}

}  // namespace tl
