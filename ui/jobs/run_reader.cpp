// Which folders are followed, and what becomes of their news: runs and series in the models.
#include "ui/jobs/run_reader.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <set>
#include <utility>

#include "engine/io/events/event_values.h"
#include "ui/jobs/run_reader_thread.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

RunReader::RunReader(RunModel& runs, EventModel& events, QObject* parent)
    : QObject(parent), thread_(std::make_unique<Thread>(*this)), runs_(runs), events_(events) {
    const auto follow = [this](int id) {
        if (const Run* run = runs_.find(id); run && !run->foreign) followOwn();
    };
    connect(&taking_, &QTimer::timeout, this, [this] {
        if (arrived_.empty()) return taking_.stop();
        const std::shared_ptr<Delta> delta = std::move(arrived_.front());
        arrived_.pop_front();
        take(*delta);
    });
    connect(&runs_, &RunModel::runAdded, this, follow);
    connect(&runs_, &RunModel::visibilityChanged, this, &RunReader::followOwn);
    connect(&runs_, &RunModel::stateChanged, this, follow);
    connect(&runs_, &RunModel::runsRemoved, this, &RunReader::followOwn);
    connect(&runs_, &QAbstractItemModel::modelReset, this, [this] {
        followOwn();
        restore();
    });
}

RunReader::~RunReader() = default;

void RunReader::look(const QObject* who, bool looking) {
    if (looking ? !lookers_.insert(who).second : !lookers_.erase(who)) return;
    followOwn();
}

// Sources of runs that are ours, shown and looked at: no more and no less.
void RunReader::followOwn() {
    std::map<int, QString> wanted;
    if (!lookers_.empty())
        for (const Run& run : runs_.runs())
            if (!run.foreign && !run.folder.isEmpty() && run.shown())
                wanted[run.id] = run.folder + QStringLiteral("/events");
    for (auto source = sources_.begin(); source != sources_.end();) {
        const Source& one = (source++)->second;
        if (one.run < 0) continue;
        const auto found = wanted.find(one.run);
        if (found != wanted.end() && found->second == one.folder)
            wanted.erase(found);
        else
            drop(std::prev(source)->first);
    }
    for (const auto& [run, folder] : wanted) {
        sources_[next_] = {folder, run, {}, {}};
        thread_->follow(next_++, folder, false);
    }
    events_.setBusy(std::any_of(sources_.begin(), sources_.end(), [](const auto& each) { return !each.second.told; }));
}

void RunReader::drop(int source) {
    const auto found = sources_.find(source);
    if (found == sources_.end()) return;
    thread_->leave(source);
    std::set<int> gone;
    for (const auto& [part, run] : found->second.parts) gone.insert(run);
    if (found->second.run >= 0) gone.insert(found->second.run);
    const bool foreign = found->second.run < 0;
    sources_.erase(found);
    std::erase_if(named_, [&](const auto& each) { return each.first.first == source; });
    for (const int run : gone) events_.remove(run);
    if (!foreign) return;
    runs_.remove(gone);
    emit foldersChanged();
}

void RunReader::open(const QString& folder) {
    const QString path = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
    for (auto& [id, source] : sources_) {
        if (source.run >= 0 || source.folder != path) continue;
        std::set<int> parts;
        for (const auto& [name, left] : source.left) parts.insert(left.begin(), left.end());
        const auto back = static_cast<int>(source.left.size());
        source.left.clear();
        if (!parts.empty()) {
            thread_->again(id, parts);
            ++source.round;
            for (const int part : parts) source.since[part] = source.round;
        }
        return emit opened(path, back);
    }
    sources_[next_] = {path, -1, {}, {}};
    events_.setBusy(true);
    thread_->follow(next_++, path, true);
    emit foldersChanged();
}

QStringList RunReader::folders() const {
    QStringList all;
    for (const auto& [id, source] : sources_)
        if (source.run < 0) all << source.folder;
    return all;
}

void RunReader::close(const QString& folder) {
    for (const auto& [id, source] : sources_)
        if (source.run < 0 && source.folder == folder) return drop(id);
}

void RunReader::leaveOut(const std::vector<int>& runs) {
    std::set<int> gone, empty;
    for (const int run : runs) {
        const auto named = std::ranges::find_if(named_, [&](const auto& each) { return each.second == run; });
        if (named == named_.end()) continue;
        const auto [id, name] = named->first;
        Source& source = sources_.at(id);
        std::set<int>& left = source.left[name];
        std::erase_if(source.parts,
                      [&](const auto& part) { return part.second == run && left.insert(part.first).second; });
        named_.erase(named);
        events_.remove(run);
        gone.insert(run);
        if (source.parts.empty()) empty.insert(id);
    }
    runs_.remove(gone);
    for (const int source : empty) drop(source);
}

bool RunReader::foreign(int run) const {
    const Run* known = runs_.find(run);
    return known && known->foreign;
}

QString RunReader::folderOf(int run) const {
    for (const auto& [id, source] : sources_)
        for (const auto& [part, known] : source.parts)
            if (source.run < 0 && known == run) return source.folder;
    return {};
}

// Another project was opened, which empties the list: the folders that are open stay so.
void RunReader::restore() {
    for (auto& [id, source] : sources_) {
        const auto listed = [this](const auto& part) { return runs_.find(part.second) != nullptr; };
        if (source.run >= 0 || std::ranges::all_of(source.parts, listed)) continue;
        std::set<int> known;
        for (const auto& [part, run] : std::exchange(source.parts, {})) known.insert(run);
        source.prefixes.clear();
        std::erase_if(named_, [source = id](const auto& each) { return each.first.first == source; });
        source.allSince = ++source.round;
        source.since.clear();
        thread_->again(id);
        for (const int run : known) events_.remove(run);
        runs_.remove(known);
    }
}

// Keras logs training and validation side by side: one run here, whose validation curves are "val_...".
int RunReader::runOf(int source, int part, const QString& name, const QString& folder, QString& prefix) {
    Source& one = sources_[source];
    if (one.run >= 0) return one.run;
    prefix = one.prefixes[part];
    if (const auto known = one.parts.find(part); known != one.parts.end()) return known->second;
    const QString last = name.section(QLatin1Char('/'), -1);
    QString joined = name == QLatin1String(".") ? QString() : name, path = folder;
    if (last == QLatin1String("train") || last == QLatin1String("validation")) {
        joined.chop(last.size());
        if (joined.endsWith(QLatin1Char('/'))) joined.chop(1);
        path = QFileInfo(folder).path();
        if (last == QLatin1String("validation")) prefix = QStringLiteral("val_");
    }
    one.prefixes[part] = prefix;
    if (const auto left = one.left.find(joined); left != one.left.end()) {
        left->second.insert(part);
        return -1;
    }
    const auto found = named_.find({source, joined});
    if (found != named_.end() && runs_.find(found->second)) return one.parts[part] = found->second;
    Run run;
    run.name = joined.isEmpty() ? QFileInfo(one.folder).fileName() : joined;
    run.folder = path;
    run.foreign = true;
    return named_[{source, joined}] = one.parts[part] = runs_.addRun(std::move(run));
}

// The window's other events are handled between two of them.
void RunReader::arrive(std::shared_ptr<Delta> delta) {
    if (taking_.isActive()) return arrived_.push_back(std::move(delta));
    taking_.start(0);
    take(*delta);
}

void RunReader::take(Delta& delta) {
    const auto source = sources_.find(delta.source);
    if (source == sources_.end() || delta.round < source->second.allSince) return;
    source->second.told = source->second.told || delta.last;
    // Our own are looked at again, and have what was read before that.
    if (!delta.failure.isEmpty() && source->second.run < 0) {
        drop(delta.source);
        emit failed(delta.failure);
        return followOwn();
    }
    std::set<int> touched, gone;
    std::vector<EventProblem>& fresh = source->second.damaged;
    for (Delta::Part& part : delta.parts) {
        const auto since = source->second.since.find(part.part);
        if (since != source->second.since.end() && delta.round < since->second) continue;
        if (part.gone && source->second.run < 0) {
            const auto known = source->second.parts.find(part.part);
            if (known == source->second.parts.end()) continue;
            const int run = known->second;
            source->second.parts.erase(known);
            events_.removePart(run, delta.source, part.part);
            gone.insert(run);
            continue;
        }
        QString prefix;
        const int run = runOf(delta.source, part.part, q(part.name), q(part.folder), prefix);
        if (run < 0) continue;
        touched.insert(run);
        std::map<QString, std::vector<ScalarPoint>> scalars;
        if (part.restarted) {
            events_.removePart(run, delta.source, part.part);
            if (source->second.run < 0) runs_.forgetScalars(run, prefix);
        }
        for (Delta::Tag& tag : part.tags) {
            const QString name = prefix + q(tag.name);
            if (tag.kind == EventKind::Scalar) {
                scalars[name] = std::move(tag.points);
                continue;
            }
            // The same tag of another part of the run, as of its validation.
            const EventSeries* known = events_.find(run, name);
            const bool taken = known && known->part != part.part && !known->items.empty();
            EventSeries& series = events_.series(run, taken ? QStringLiteral("val_") + name : name);
            if (series.items.empty()) {
                series.run = run;
                series.tag = taken ? QStringLiteral("val_") + name : name;
                series.title = q(tag.title);
                series.description = q(tag.description);
                series.content = tag.content;
                series.kind = tag.kind;
                series.source = delta.source;
                series.part = part.part;
                series.generation = part.generation;
            }
            if (series.part != part.part) continue;
            series.items.insert(series.items.end(), tag.items.begin(), tag.items.end());
        }
        if (source->second.run >= 0) continue;
        auto& broken = source->second.problems;  // of those parts that have any
        const std::vector<EventProblem> own = std::exchange(broken[part.part], part.problems);
        if (part.problems.empty()) broken.erase(part.part);
        for (const EventProblem& each : part.problems) {
            const bool lost = each.kind == EventProblem::Damaged || each.kind == EventProblem::BadRecords;
            const bool told = std::ranges::any_of(
                own, [&](const EventProblem& before) { return before.kind == each.kind && before.file == each.file; });
            if (lost && !told && (fresh.empty() || fresh.back().file != each.file)) fresh.push_back(each);
        }
        std::vector<Message> problems;  // of its training and of its validation
        for (const auto& [each, found] : broken)
            if (const auto of = source->second.parts.find(each); of != source->second.parts.end() && of->second == run)
                for (const EventProblem& problem : found) problems.push_back(problem.sentence());
        runs_.appendScalars(run, scalars, part.live, problems);
        const bool settings = std::any_of(part.tags.begin(), part.tags.end(),
                                          [](const Delta::Tag& tag) { return tag.kind == EventKind::HParams; });
        if (!settings) continue;
        EventHParams told;
        for (const auto& [name, series] : events_.runs().at(run))
            if (series.kind == EventKind::HParams) (void)readHParams(series.content, told);
        runs_.change(run, [&](Run& r) { r.settings = settingsOf(told); });
    }
    for (const auto& [part, run] : source->second.parts) gone.erase(run);  // the other half is there
    for (const int run : gone) events_.remove(run);
    runs_.remove(gone);
    events_.setBusy(std::any_of(sources_.begin(), sources_.end(), [](const auto& each) { return !each.second.told; }));
    for (const int run : touched) events_.tell(run);
    if (!delta.last) return;
    const std::vector<EventProblem> found = std::exchange(fresh, {});
    if (const auto more = static_cast<int>(found.size()) - 1; more == 0)
        emit damaged(q(found.front().sentence()), source->second.folder);
    else if (more > 0)
        emit damaged(tr("%1 Nor can %n more file(s) be read whole: their runs are marked in the list.", nullptr, more)
                         .arg(q(found.front().sentence())),
                     source->second.folder);
    if (source->second.run >= 0 || std::exchange(source->second.opened, true)) return;
    std::set<int> runs;
    for (const auto& [part, run] : source->second.parts) runs.insert(run);
    const QString folder = source->second.folder;
    if (!runs.empty()) return emit opened(folder, static_cast<int>(runs.size()));
    drop(delta.source);
    if (delta.skipped) return emit opened(folder, 0);
    emit failed(tr("There is no run in %1: neither a folder of Tensorloom's nor event files, whose names have "
                   "“tfevents” in them.")
                    .arg(folder));
}

void RunReader::ask(const QString& key, int source, int part,
                    std::function<std::function<void()>(const EventRun&)> work, Trouble trouble) {
    thread_->ask({key, source, part, std::move(work), std::move(trouble)});
}

}  // namespace tl
