// See the header.
#include "ui/profile/trace_model.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "engine/profile/spans.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/time_axis.h"

namespace tl {

namespace {

constexpr qint64 kCounters = qint64{1} << 40;  // keys of counters begin here

struct KnownCategory {
    const char *category, *color;
};
// What our own spans are about, and what kineto and TensorFlow call theirs.
constexpr std::array<KnownCategory, 19> kKnownCategories{{{"data", "pool"},
                                                          {"augment", "reg"},
                                                          {"forward", "conv"},
                                                          {"backward", "core"},
                                                          {"update", "norm"},
                                                          {"validation", "merge"},
                                                          {"checkpoint", "sequence"},
                                                          {"window", "act"},
                                                          {"op by op", "io"},
                                                          {"other", "io"},
                                                          {"cpu_op", "core"},
                                                          {"kernel", "conv"},
                                                          {"gpu_memcpy", "norm"},
                                                          {"gpu_memset", "norm"},
                                                          {"cuda_runtime", "act"},
                                                          {"python_function", "io"},
                                                          {"user_annotation", "merge"},
                                                          {"ac2g", "reg"},
                                                          {"overhead", "sequence"}}};
constexpr std::array<const char*, 8> kOtherColors{"core", "conv", "pool", "norm", "act", "reg", "merge", "sequence"};

const char* kThreadNames[] = {
    QT_TRANSLATE_NOOP("ProfilePanel", "Loader"),      QT_TRANSLATE_NOOP("ProfilePanel", "Training"),
    QT_TRANSLATE_NOOP("ProfilePanel", "Kernels"),     QT_TRANSLATE_NOOP("ProfilePanel", "Window"),
    QT_TRANSLATE_NOOP("ProfilePanel", "Checkpoints"), QT_TRANSLATE_NOOP("ProfilePanel", "Jobs")};
const char* kCounterNames[] = {QT_TRANSLATE_NOOP("ProfilePanel", "Queue"),
                               QT_TRANSLATE_NOOP("ProfilePanel", "Images/s"),
                               QT_TRANSLATE_NOOP("ProfilePanel", "Memory of all plans"),
                               QT_TRANSLATE_NOOP("ProfilePanel", "Process memory"),
                               QT_TRANSLATE_NOOP("ProfilePanel", "Cores busy"),
                               QT_TRANSLATE_NOOP("ProfilePanel", "Cache hits")};

// Of a card: "cuda:0 use".
constexpr std::pair<const char*, const char*> kDeviceCounters[] = {
    {" use", QT_TRANSLATE_NOOP("ProfilePanel", "%1 use")},
    {" memory", QT_TRANSLATE_NOOP("ProfilePanel", "%1 memory")},
    {" temperature", QT_TRANSLATE_NOOP("ProfilePanel", "%1 temperature")},
    {" power", QT_TRANSLATE_NOOP("ProfilePanel", "%1 power")}};

QString counterTitle(const std::string& name) {
    QString title = q(name);
    static const QRegularExpression device(QStringLiteral("^cuda:\\w+(?= )"));
    if (const auto match = device.match(title); match.hasMatch())
        for (const auto& [what, words] : kDeviceCounters)
            if (title.mid(match.capturedEnd()) == QLatin1String(what))
                return QCoreApplication::translate("ProfilePanel", words).arg(match.captured().toUpper());
    if (!title.isEmpty()) title[0] = title[0].toUpper();
    for (const char* each : kCounterNames)
        if (title == QLatin1String(each)) return QCoreApplication::translate("ProfilePanel", each);
    return title;
}

// A counter's own colour, whichever others are there.
int numberOf(const std::string& name) {
    int number = 0;
    for (const char* each : kCounterNames) {
        if (q(name).compare(QLatin1String(each), Qt::CaseInsensitive) == 0) return number;
        ++number;
    }
    return number + static_cast<int>(qHash(q(name), 5) % 8);
}

LabelSet setOf(const TimelineLabels& labels) {
    LabelSet set;
    for (const quint32 label : labels) set.insert(label);
    return set;
}

TimelineLabels listOf(const LabelSet& set) { return {set.members().begin(), set.members().end()}; }

}  // namespace

QColor colorOf(const TraceLabel& label, const QString& layerCategory) {
    const Theme& theme = Theme::instance();
    if (!layerCategory.isEmpty()) return theme.category(layerCategory);
    if (label.category == "wait") return theme.color(Token::Bad);
    for (const KnownCategory& known : kKnownCategories)
        if (label.category == known.category) return theme.category(QLatin1String(known.color));
    const std::string& told = label.category.empty() ? label.name : label.category;
    return theme.category(QLatin1String(kOtherColors[qHash(q(told), 1) % kOtherColors.size()]));
}

QString threadTitle(const TraceThread& thread) {
    QString name = q(thread.name);
    if (name.isEmpty()) return QCoreApplication::translate("ProfilePanel", "Thread %1").arg(thread.id);
    if (name.startsWith(QLatin1String("thread ")))
        return QCoreApplication::translate("ProfilePanel", "Thread %1").arg(name.mid(7));
    for (const char* each : kThreadNames) {
        const QString english = QLatin1String(each).toString().toLower();
        if (name == english || name.startsWith(english + QLatin1Char(' ')))
            return QCoreApplication::translate("ProfilePanel", each) + name.mid(english.size());
    }
    return name;
}

std::vector<QString> threadTitles(const Trace& trace) {
    const auto loads = [](const TraceThread& thread) {
        return thread.name == "loader" || thread.name.starts_with("loader ");
    };
    std::set<std::pair<int64_t, std::string>> names;
    std::set<int64_t> again;  // processes where two loaders have the same name
    for (const TraceThread& thread : trace.threads)
        if (loads(thread) && !names.emplace(thread.process, thread.name).second) again.insert(thread.process);
    std::vector<QString> titles;
    std::map<int64_t, int> numbers;
    for (const TraceThread& thread : trace.threads)
        titles.push_back(loads(thread) && again.contains(thread.process)
                             ? QStringLiteral("%1 %2")
                                   .arg(QCoreApplication::translate("ProfilePanel", "Loader"))
                                   .arg(++numbers[thread.process])
                             : threadTitle(thread));
    return titles;
}

QString spanTitle(const TraceLabel& label) {
    // Ours are texts of the engine; what is none comes back as it is.
    return label.category.empty() ? q(label.name) : QCoreApplication::translate("Engine", label.name.c_str());
}

OpTitles::OpTitles(const Trace& trace) {
    for (const TraceLabel& label : trace.labels)
        if (!label.layer.empty()) alike_[{label.layer, label.name}].push_back(&label);
}

QString OpTitles::of(const TraceLabel& label) const {
    if (label.layer.empty()) return spanTitle(label);
    const auto text = [](const char* key) { return QCoreApplication::translate("tl::ProfilePanel", key); };
    QString name = QStringLiteral("%1 · %2").arg(q(label.layer), q(label.name));
    const std::string walked = nameOf(SpanCategory::OpByOp);
    if (label.category == walked) return text(QT_TRANSLATE_NOOP("tl::ProfilePanel", "%1, op by op")).arg(name);
    bool phases = false, kernels = false, sizes = false;  // what tells others of this name from it
    for (const TraceLabel* other : alike_.at({label.layer, label.name})) {
        if (other->category == walked) continue;
        if (other->category != label.category)
            phases = true;
        else if (other->kernel != label.kernel)
            kernels = true;
        else if (*other != label)
            sizes = true;
    }
    if (phases)
        name = (label.category == "forward"    ? text(QT_TRANSLATE_NOOP("tl::ProfilePanel", "%1, forward"))
                : label.category == "backward" ? text(QT_TRANSLATE_NOOP("tl::ProfilePanel", "%1, backward"))
                : label.category == "update"   ? text(QT_TRANSLATE_NOOP("tl::ProfilePanel", "%1, update"))
                                               : QStringLiteral("%1, ") + q(label.category))
                   .arg(name);
    if (kernels) name = text(QT_TRANSLATE_NOOP("tl::ProfilePanel", "%1, by %2")).arg(name, q(label.kernel));
    if (sizes)
        name = text(QT_TRANSLATE_NOOP("tl::ProfilePanel", "%1, of %2 operations and %3"))
                   .arg(name, compact(label.flops), bytesText(label.bytes));
    return name;
}

TraceModel::TraceModel(CategoryOf categoryOf, QObject* parent)
    : TimelineModel(parent), categoryOf_(std::move(categoryOf)), trace_(std::make_shared<const Trace>()) {
    connect(&Theme::instance(), &Theme::changed, this, &TraceModel::recolor);
}

void TraceModel::setTrace(std::shared_ptr<const Trace> trace) {
    trace_ = std::move(trace);
    colors_.clear();
    makeRows();
    emit changed();
}

qint64 TraceModel::knownFrom(qint64 row) const {
    const auto found = threads_.constFind(row);
    return found == threads_.constEnd() ? begin() : std::max<qint64>(begin(), trace_->threads[*found].knownFrom);
}

void TraceModel::recolor() {
    colors_.clear();
    makeRows();
    emit changed();  // views hold on to rows
}

void TraceModel::makeRows() {
    rows_.clear();
    threads_.clear();
    counters_.clear();
    const Theme& theme = Theme::instance();
    const auto titles = threadTitles(*trace_);
    // Threads and counters of one process stand together.
    QHash<qint64, std::vector<size_t>> threadsOf, countersOf;
    for (size_t i = 0; i < trace_->threads.size(); ++i) threadsOf[trace_->threads[i].process].push_back(i);
    for (size_t i = 0; i < trace_->counters.size(); ++i) countersOf[trace_->counters[i].process].push_back(i);
    for (const TraceProcess& process : trace_->processes) {
        // Ids below 0 stand for processes that are called by a word.
        const QString group = process.name.empty() ? tr("Process %1").arg(process.id)
                              : process.id < 0     ? q(process.name)
                                                   : q(process.name) + QStringLiteral(" · %1").arg(process.id);
        for (const size_t i : threadsOf.value(process.id)) {
            const TraceThread& thread = trace_->threads[i];
            const auto key = static_cast<qint64>(qHash(qMakePair(thread.process, thread.id), 3) % (quint64{1} << 40));
            threads_[key] = i;
            rows_.push_back({TimelineRow::Thread,
                             key,
                             group,
                             titles[i],
                             static_cast<int>(thread.levels.size()),
                             {},
                             thread.name == "window"});
        }
        for (const size_t i : countersOf.value(process.id)) {
            const TraceCounter& counter = trace_->counters[i];
            const auto key =
                static_cast<qint64>(kCounters + qHash(qMakePair(process.id, q(counter.name)), 7) % (quint64{1} << 40));
            counters_[key] = i;
            rows_.push_back({TimelineRow::Counter, key, group, counterTitle(counter.name), 1,
                             theme.series(numberOf(counter.name))});
        }
    }
}

const TraceLane* TraceModel::laneOf(qint64 row, int level) const {
    const auto found = threads_.constFind(row);
    if (found == threads_.constEnd()) return nullptr;
    const auto& levels = trace_->threads[*found].levels;
    return level >= 0 && level < static_cast<int>(levels.size()) ? &levels[static_cast<size_t>(level)] : nullptr;
}

void TraceModel::pieces(qint64 row, int level, qint64 from, qint64 to, double perPixel, const TimelineLabels* only,
                        std::vector<TimelinePiece>& out) const {
    const TraceLane* lane = laneOf(row, level);
    if (!lane) return;
    static std::vector<TracePiece> found;  // kept between calls
    found.clear();
    if (only)
        lane->pieces(from, to, perPixel, setOf(*only), found);
    else
        lane->pieces(from, to, perPixel, found);
    for (const TracePiece& piece : found)
        out.push_back({piece.begin, piece.end, piece.slice, piece.label, piece.count});
}

bool TraceModel::has(const TimelineSlice& slice) const {
    const TraceLane* lane = slice.valid() ? laneOf(slice.row, slice.level) : nullptr;
    return lane && slice.index >= lane->first() && slice.index < lane->last();
}

TimelineSpan TraceModel::span(const TimelineSlice& slice) const {
    if (!has(slice)) return {};
    const TraceSlice& found = (*laneOf(slice.row, slice.level))[slice.index];
    return {found.begin, found.end(), found.label};
}

TimelineSlice TraceModel::at(qint64 row, int level, qint64 time, qint64 slack) const {
    const TraceLane* lane = laneOf(row, level);
    if (!lane || lane->empty()) return {};
    // Slices do not overlap: it is the first that ends later, or the one before.
    const uint64_t after = lane->firstEndingAfter(time);
    uint64_t best = lane->last();
    qint64 distance = slack + 1;
    for (const uint64_t i : {after, after - 1}) {
        if (i < lane->first() || i >= lane->last()) continue;
        const TraceSlice& slice = (*lane)[i];
        const qint64 away = time < slice.begin ? slice.begin - time : time >= slice.end() ? time - slice.end() + 1 : 0;
        if (away >= distance) continue;
        distance = away;
        best = i;
    }
    return best < lane->last() ? TimelineSlice{row, level, best} : TimelineSlice{};
}

TimelineSlice TraceModel::neighbour(const TimelineSlice& slice, int direction) const {
    if (!has(slice)) return {};
    TimelineSlice next = slice;
    next.index += direction > 0 ? 1 : quint64(-1);
    return has(next) ? next : TimelineSlice{};
}

// In the order of their beginnings, over all threads.
TimelineSlice TraceModel::next(const TimelineSlice& slice, int direction, const TimelineLabels& labels) const {
    if (!has(slice)) return {};
    const LabelSet set = setOf(labels);
    const qint64 here = span(slice).begin;
    TimelineSlice best;
    qint64 bestTime = 0;
    // Of those that begin at the same time, the order is that of rows and levels.
    bool past = false;
    for (const TimelineRow& row : rows_) {
        if (row.kind != TimelineRow::Thread) continue;
        for (int level = 0; level < row.levels; ++level) {
            const TraceLane& lane = *laneOf(row.key, level);
            const bool own = row.key == slice.row && level == slice.level;
            past = past || own;
            uint64_t found = lane.last();
            if (direction > 0) {
                // Later rows still may have one of this very time.
                const uint64_t from = own ? slice.index + 1 : lane.firstBeginningFrom(past ? here : here + 1);
                found = lane.next(from, set);
            } else {
                const uint64_t before = own ? slice.index : lane.firstBeginningFrom(past ? here : here + 1);
                found = lane.previous(before, set);
            }
            if (found == lane.last()) continue;
            const qint64 time = lane[found].begin;
            const bool better = direction > 0 ? time < bestTime : time >= bestTime;
            if (!best.valid() || better) {
                best = {row.key, level, found};
                bestTime = time;
            }
        }
    }
    return best;
}

TimelineSlice TraceModel::firstOf(const TimelineLabels& labels, qint64 from) const {
    const LabelSet set = setOf(labels);
    TimelineSlice best;
    qint64 bestTime = 0;
    for (const TimelineRow& row : rows_) {
        if (row.kind != TimelineRow::Thread) continue;
        for (int level = 0; level < row.levels; ++level) {
            const TraceLane& lane = *laneOf(row.key, level);
            const uint64_t found = lane.next(lane.firstBeginningFrom(from), set);
            if (found == lane.last() || (best.valid() && lane[found].begin >= bestTime)) continue;
            best = {row.key, level, found};
            bestTime = lane[found].begin;
        }
    }
    return best;
}

QString TraceModel::text(quint32 label) const {
    const TraceLabel& found = trace_->labels[label];
    return found.layer.empty() ? spanTitle(found) : q(found.layer);
}

QColor TraceModel::color(quint32 label) const {
    const auto known = colors_.constFind(label);
    if (known != colors_.constEnd()) return *known;
    const TraceLabel& found = trace_->labels[label];
    const QColor color = colorOf(found, found.layer.empty() ? QString() : categoryOf_(found.layer));
    colors_.insert(label, color);
    return color;
}

TimelineLabels TraceModel::sameName(quint32 label) const {
    const TraceLabel& found = trace_->labels[label];
    LabelSet same;
    for (quint32 i = 0; i < trace_->labels.size(); ++i)
        if (trace_->labels[i].name == found.name && trace_->labels[i].layer == found.layer) same.insert(i);
    return listOf(same);
}

QString TraceModel::words(const TimelineSlice& slice) const {
    if (!has(slice)) return {};
    const TraceSlice& found = (*laneOf(slice.row, slice.level))[slice.index];
    const TraceLabel& label = trace_->labelOf(found);
    QStringList lines{label.layer.empty() ? spanTitle(label)
                                          : QStringLiteral("%1 · %2").arg(q(label.layer), q(label.name))};
    lines << tr("%1, from %2")
                 .arg(TimeAxis::lengthText(static_cast<double>(found.duration)),
                      TimeAxis::lengthText(static_cast<double>(found.begin - trace_->begin)));
    if (!label.category.empty()) lines << q(label.category);
    if (!label.kernel.empty()) lines << q(label.kernel);
    const bool part = found.detail == 0;  // on another thread, or a further block of a chain
    if (label.flops > 0 && found.duration > 0 && !part)
        lines << tr("%1 GF/s, %2 GB/s")
                     .arg(label.flops / static_cast<double>(found.duration), 0, 'f', 1)
                     .arg(label.bytes / static_cast<double>(found.duration), 0, 'f', 1);
    if (const QString text = q(trace_->text(found)); !text.isEmpty())
        lines << ((found.detail & Trace::kIsText) != 0 ? text : tr("number %1").arg(text));
    return lines.join(QLatin1Char('\n'));
}

const TraceCounter& TraceModel::counterOf(qint64 row) const { return trace_->counters[counters_.value(row)]; }

void TraceModel::extents(qint64 row, qint64 from, qint64 to, double perPixel, std::vector<TimelineExtent>& out) const {
    if (!counters_.contains(row)) return;
    const TraceCounter& counter = counterOf(row);
    uint64_t i = counter.firstFrom(from);
    if (i > 0) --i;  // its value reaches into the screen
    while (i < counter.size() && counter[i].time < to) {
        const double pixel = std::floor(static_cast<double>(counter[i].time) / perPixel);
        const auto pixelEnd = static_cast<qint64>(std::ceil((pixel + 1) * perPixel));
        const uint64_t after = std::max(i + 1, counter.firstFrom(pixelEnd));
        const TraceCounter::Extent extent = counter.extent(i, after);
        const qint64 end = after < counter.size() ? counter[after].time : trace_->end;
        out.push_back({counter[i].time, end, extent.least, extent.greatest, counter[after - 1].value});
        i = after;
    }
}

double TraceModel::greatest(qint64 row) const {
    if (!counters_.contains(row)) return 0;
    const TraceCounter& counter = counterOf(row);
    const uint64_t first = std::min(counter.firstFrom(trace_->begin), counter.size() - 1);
    return counter.size() > 0 ? counter.extent(first, counter.size()).greatest : 0;
}

double TraceModel::valueAt(qint64 row, qint64 time) const {
    if (!counters_.contains(row)) return 0;
    const TraceCounter& counter = counterOf(row);
    const uint64_t after = counter.firstFrom(time + 1);
    return after > 0 ? counter[after - 1].value : 0;
}

QString TraceModel::valueText(qint64 row, double value) const {
    if (!counters_.contains(row)) return {};
    const std::string& unit = counterOf(row).unit;
    if (unit == "B") return bytesText(value);
    if (unit == "cores") return QString::number(value, 'f', 1);
    const QString number = std::abs(value) >= 1000 ? compact(value) : QString::number(value, 'g', 3);
    if (unit == "°C" || unit == "W") return number + QLatin1Char(' ') + q(unit);
    return unit == "%" ? tr("%1 %").arg(number) : unit == "batches" ? tr("%1 batches").arg(number) : number;
}

qint64 TraceModel::count(const Trace& trace, const LabelSet& labels, const std::stop_token& stop) {
    constexpr qint64 kLook = 1 << 16;
    qint64 all = 0;
    for (const TraceThread& thread : trace.threads)
        for (const TraceLane& lane : thread.levels)
            for (uint64_t i = lane.next(lane.first(), labels); i < lane.last(); i = lane.next(i + 1, labels))
                if (++all % kLook == 0 && stop.stop_requested()) return all;
    return all;
}

}  // namespace tl
