// See the header. It lies with what is kept of the project's charts, and goes along with that when the project gets
// another file.
#include "ui/scalars/run_memory.h"

#include <QSettings>
#include <algorithm>
#include <array>

#include "ui/jobs/run_library.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/scalars/chart_memory.h"

namespace tl {

namespace {

constexpr std::array kGroupings{"", "parent", "folder", "tags", "setting", "pattern"};  // by RunGrouping::By
const QString kGrouping = QStringLiteral("runs.grouping"), kSorting = QStringLiteral("runs.sorting"),
              kDrawn = QStringLiteral("runs.drawn"), kHidden = QStringLiteral("runs.hidden"),
              kColors = QStringLiteral("runs.colors");  // "12 /logs/run"

}  // namespace

RunMemory::RunMemory(RunModel& runs, RunLibrary& library, QSettings& settings, QObject* parent)
    : QObject(parent), runs_(runs), library_(library), settings_(settings) {
    for (const Run& run : runs.runs()) seen_[run.id] = run.visible;
    connect(&library, &RunLibrary::opened, this, [this] {
        opening_ = true;
        read();
    });
    connect(&library, &RunLibrary::loaded, this, [this] {
        opening_ = false;
        apply();
    });
    connect(&runs, &RunModel::runAdded, this, [this](int id) {
        const Run* run = runs_.find(id);
        seen_[id] = run->visible;
        const auto wanted = chosen_.constFind(keyOf(*run));
        if (!opening_ && wanted != chosen_.cend()) runs_.setVisible(id, *wanted);
        color(id);
    });
    keeping_.setSingleShot(true);
    connect(&keeping_, &QTimer::timeout, this, &RunMemory::keepColors);
    connect(&runs, &RunModel::visibilityChanged, this, &RunMemory::keepVisible);
    connect(&runs, &QAbstractItemModel::dataChanged, this, [this] {
        if (!nameless_.isEmpty()) keepVisible(QList<int>(nameless_.begin(), nameless_.end()));
    });
    connect(&runs, &RunModel::groupingChanged, this, &RunMemory::keepListing);
    connect(&runs, &RunModel::sortingChanged, this, &RunMemory::keepListing);
    if (!library.project().isEmpty()) read();
}

QString RunMemory::group() const { return ChartMemory::groupOf(library_.project()); }

// Its own number, else where it lies; what begins just now may have neither yet.
QString RunMemory::keyOf(const Run& run) { return run.info.id.empty() ? run.folder : q(run.info.id); }

void RunMemory::read() {
    const QString own = group();
    const auto words = [&](const QString& key) {
        return own.isEmpty() ? QStringList() : settings_.value(own + key).toStringList();
    };
    chosen_.clear();
    for (const QString& key : words(kDrawn)) chosen_[key] = true;
    for (const QString& key : words(kHidden)) chosen_[key] = false;
    colors_.clear();
    for (const QString& each : words(kColors))
        colors_[each.section(QLatin1Char(' '), 1)] = each.section(QLatin1Char(' '), 0, 0).toInt();
    const QStringList grouping = words(kGrouping), sorting = words(kSorting);
    const auto by = std::find(kGroupings.begin(), kGroupings.end(), grouping.value(0));
    reading_ = true;
    runs_.setGrouping(by == kGroupings.end()
                          ? RunGrouping()
                          : RunGrouping{static_cast<RunGrouping::By>(by - kGroupings.begin()), grouping.value(1)});
    runs_.setSorting(sorting.value(0),
                     sorting.value(1) == QLatin1String("down") ? Qt::DescendingOrder : Qt::AscendingOrder);
    reading_ = false;
}

void RunMemory::apply() {
    if (chosen_.isEmpty()) return;
    runs_.setVisible([this](const Run& run) { return chosen_.value(keyOf(run), run.visible); });
}

void RunMemory::keepListing() {
    const QString own = group();
    if (own.isEmpty() || reading_) return;
    const RunGrouping& grouping = runs_.grouping();
    settings_.setValue(own + kGrouping,
                       QStringList{QLatin1String(kGroupings[static_cast<size_t>(grouping.by)]), grouping.what});
    const RunModel::Listing& listing = runs_.listing();
    settings_.setValue(own + kSorting,
                       QStringList{listing.sortedBy, listing.order == Qt::DescendingOrder ? QStringLiteral("down")
                                                                                          : QStringLiteral("up")});
}

void RunMemory::keepVisible(const QList<int>& runs) {
    bool changed = false;
    for (const int id : runs) {
        const Run* run = runs_.find(id);
        if (!run || seen_.value(id, run->visible) == run->visible) continue;
        const QString key = keyOf(*run);
        key.isEmpty() ? (void)nameless_.insert(id) : (void)nameless_.remove(id);
        if (key.isEmpty()) continue;
        seen_[id] = chosen_[key] = run->visible;
        changed = true;
    }
    const QString own = group();
    if (!changed || own.isEmpty()) return;
    for (const bool drawn : {true, false}) settings_.setValue(own + (drawn ? kDrawn : kHidden), chosen_.keys(drawn));
}

// Ours have the colour that their folder tells, whoever was read first: others' make way for it.
void RunMemory::color(int id) {
    const Run& came = *runs_.find(id);
    const auto alike = [&came](const Run& run) { return run.foreign && run.color == came.color; };
    if (std::ranges::none_of(runs_.runs(), alike)) return;  // itself is, where it is another's
    std::vector<int> taken, shown;
    for (const Run& run : runs_.runs()) {
        taken.push_back(run.color);
        if (run.shown()) shown.push_back(run.color);
    }
    const auto set = [&](const Run& run, int color, const std::vector<int>& but) {
        if (std::ranges::find(but, color) != but.end()) return;
        taken.push_back(color);
        shown.push_back(color);
        runs_.change(run.id, [color](Run& each) { each.color = color; });
        keeping_.start(0);
    };
    if (came.foreign) {
        set(came, colors_.value(keyOf(came), came.color), taken);
        keeping_.start(0);
    } else {
        for (const Run& run : runs_.runs())
            if (alike(run)) set(run, freeColor(taken, shown), shown);
    }
}

void RunMemory::keepColors() {
    const QString own = group();
    if (own.isEmpty()) return;
    for (const Run& run : runs_.runs())
        if (run.foreign) colors_[keyOf(run)] = run.color;
    QStringList all;
    for (auto each = colors_.cbegin(); each != colors_.cend(); ++each)
        all << QStringLiteral("%1 %2").arg(each.value()).arg(each.key());
    all.sort();  // as it was, nothing is written
    settings_.setValue(own + kColors, all);
}

}  // namespace tl
