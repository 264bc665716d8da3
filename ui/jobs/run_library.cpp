// One poll at a time: a job reads what the followed runs have told since, twice a second, and every other second looks
// for folders that are new and for runs that some program has taken up again.
#include "ui/jobs/run_library.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/run/journal.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_lock.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/own_folders.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

namespace {

constexpr int kPollMs = 500, kRoundsOfSearch = 4;

// Of this project, or of none: what the command line trained from a template beside it, and what cannot be read.
bool belongs(const RunInfo& run, const QString& project) { return run.project.empty() || q(run.project) == project; }

// It says in a moment whose it is.
bool begins(const std::string& folder) {
    std::error_code ignored;
    return !std::filesystem::exists(folder + "/run.json", ignored) && isLive(folder);
}

// All that the model is to know of a run, made by the job that read it.
Run runOf(const RunOnDisk& disk) {
    Run run;
    run.training = disk.training;
    run.whole = disk.whole;
    run.folder = q(disk.folder);
    run.info = disk.info;
    run.name = q(disk.info.name);
    run.epochs = disk.info.epochs;
    run.started = disk.info.created;
    run.problems = disk.problems;
    run.hasCheckpoint = disk.hasCheckpoint;
    run.elsewhere = disk.live;
    for (const std::string& name : disk.info.classNames) run.classNames << q(name);
    run = RunModel::told(std::move(run), disk.events);
    if (!disk.problems.empty() && disk.events.empty())
        run = RunModel::told(std::move(run), {StateRecord{RunState::Failed, disk.problems.front(), -1}});
    return run;
}

}  // namespace

struct RunLibrary::Read {
    Run run;
    uint64_t journalEnd = 0;  // where a follower begins
    explicit Read(const RunOnDisk& disk) : run(runOf(disk)), journalEnd(disk.journalEnd) {}
};

namespace {

template <typename Read>
struct All {
    std::vector<Read> runs;
    QStringList strays;  // folders of those under way whose project was given up
};

// One that ended in the home folder after its project had got a file comes along now: nobody has it open yet.
template <typename Read>
All<Read> readAll(const QStringList& places, const QString& project, const std::stop_token& stop) {
    All<Read> all;
    for (const QString& place : places)
        for (std::string folder : runFoldersIn(place.toStdString())) {
            if (stop.stop_requested()) return all;
            if (begins(folder)) continue;
            RunOnDisk run = readRun(folder, RunDepth::Summary);
            if (RunLibrary::isStray(run.info, project) && run.live) all.strays << q(folder);
            if (!belongs(run.info, project)) continue;
            if (place != places.front() && !run.info.project.empty() && RunLibrary::bring(folder, project))
                run = readRun(folder, RunDepth::Summary);
            all.runs.emplace_back(run);
        }
    std::stable_sort(all.runs.begin(), all.runs.end(),
                     [](const Read& a, const Read& b) { return a.run.info.created < b.run.info.created; });
    return all;
}

}  // namespace

// Whether that run lies there; one that cannot be read may.
static bool isOf(const std::string& folder, const std::string& id) {
    try {
        return readRunInfo(folder).id == id;
    } catch (const Error&) {
        return true;
    }
}

struct RunLibrary::Follower {
    Follower(const std::string& folder, uint64_t from) : reader(folder + "/journal.bin", from) {}
    JournalReader reader;  // the job's, while one is under way
};

// What the looks before this one found: a folder in which nothing came or went costs its times alone. The job's, while
// one is under way.
struct RunLibrary::Seen {
    OwnFolders runs;
    OwnFolders live{isLive};  // who takes a run up writes its run.json anew
    using Written = std::map<std::string, std::filesystem::file_time_type>;
    Written listed, others;  // when run.json was, of those in the list and of other projects' runs
};

struct RunLibrary::Found {
    struct Update {
        int run = -1;
        std::vector<Event> events;
        bool live = true;
    };
    bool searched = false;  // beside the updates
    std::vector<Update> updates;
    std::vector<Read> fresh;
    std::vector<std::pair<int, Read>> revived;
    std::vector<std::pair<int, QString>> moved;  // to this folder
    std::map<int, QString> gone;                 // their folders are not there, and nowhere else
};

RunLibrary::RunLibrary(RunModel& runs, JobTracker& jobs, QObject* parent) : QObject(parent), runs_(runs), jobs_(jobs) {
    timer_.setInterval(kPollMs);
    connect(&timer_, &QTimer::timeout, this, &RunLibrary::poll);
    connect(&runs_, &RunModel::visibilityChanged, this, [this](const QList<int>& changed) {
        for (const int id : changed)
            if (const Run* run = runs_.find(id); run && run->shown()) load(id);
    });
}

RunLibrary::~RunLibrary() = default;

QStringList RunLibrary::places() const {
    QStringList places;
    if (project_.startsWith(QLatin1Char('/'))) places << QFileInfo(project_).absolutePath() + QStringLiteral("/runs");
    if (!home_.isEmpty()) places << home_;
    return places;
}

std::function<QString()> RunLibrary::freshFolder(const QString& name) const {
    if (places().isEmpty()) return {};
    QString stem = name;
    stem.replace(QLatin1Char('/'), QLatin1Char('-'));
    QSet<QString> listed;  // whatever became of their folders
    for (const Run& run : runs_.runs()) listed << run.folder;
    return [place = places().front(), stem, listed] {
        for (int i = 1;; ++i)
            if (QString folder = QStringLiteral("%1/%2-%3").arg(place, stem, QString::number(i));
                !listed.contains(folder) && !QFileInfo::exists(folder))
                return folder;
    };
}

void RunLibrary::setOwn(int run) {
    const int before = std::exchange(own_, run);
    if (own_ != before) claim(before);
}

void RunLibrary::claim(int run) {
    const Run* shown = runs_.find(run);
    if (!shown || shown->folder.isEmpty()) return;
    if (!unsaved_.isEmpty() && q(shown->info.project) == unsaved_)
        return edit(run, [now = project_.toStdString()](RunInfo& info) { info.project = now; });
    if (run != own_ || shown->info.number > 0) return;
    // It began before the list was there: its folder found a number, see freshNumber().
    jobs_.run(
        this, QString(), [folder = shown->folder.toStdString()](std::stop_token) { return readRunInfo(folder).number; },
        [this, run, opening = opening_](int number) {
            if (opening != opening_) return;
            numbered_ = std::max(numbered_, number);
            runs_.change(run, [number](Run& begun) { begun.info.number = number; });
        },
        [](const Message&) {});  // it is shown without, until the next opening
}

void RunLibrary::forgetSeen() { seen_ = std::make_shared<Seen>(); }

void RunLibrary::open(const QString& project) {
    project_ = project;
    unsaved_.clear();
    forgetSeen();
    own_ = -1;
    numbered_ = 0;
    followed_.clear();
    loading_.clear();
    runs_.clear();
    runs_.setReading(true);
    const int opening = ++opening_;
    timer_.stop();
    emit opened();
    jobs_.run(
        this, QString(kJobs),
        [places = places(), project](std::stop_token stop) { return readAll<Read>(places, project, stop); },
        [this, opening](All<Read> found) {
            if (opening != opening_) return;
            std::vector<Read>& all = found.runs;
            for (const Read& read : all) numbered_ = std::max(numbered_, read.run.info.number);
            std::vector<int> given;
            for (size_t i = 0; i < all.size(); ++i) {
                Run& run = all[i].run;
                // Of before runs had numbers; it is shown with these names alone.
                const bool fresh = run.info.number == 0 && hasMadeName({run.name});
                if (fresh) run.info.number = ++numbered_;
                const int id = show(std::move(all[i]), -1, i + RunModel::kShownAtFirst >= all.size());
                if (fresh) given.push_back(id);
            }
            keepNumbers(given);
            timer_.start();
            runs_.setReading(false);
            emit loaded();
            if (!found.strays.isEmpty()) emit strayed(found.strays);
        },
        [this, opening](const Message& sentence) {
            if (opening != opening_) return;
            timer_.start();  // what can be read is found by looking for new ones
            runs_.setReading(false);
            emit loaded();
            emit failed(tr("The runs of this project could not be read. %1").arg(q(sentence)));
        });
}

int RunLibrary::show(Read read, int replaced, bool visible, int before) {
    const bool live = read.run.elsewhere;
    const std::string folder = read.run.folder.toStdString();
    if (belongs(read.run.info, project_)) numbered_ = std::max(numbered_, read.run.info.number);
    read.run.visible = visible || live;
    int id = replaced;
    if (replaced >= 0)
        runs_.replace(replaced, std::move(read.run));
    else
        id = runs_.addRun(std::move(read.run), before);
    if (live) {
        followed_[id] = std::make_shared<Follower>(folder, read.journalEnd);
        emit liveElsewhere(id);
    } else if (const Run* shown = runs_.find(id); shown && shown->live()) {
        cutOff(*shown);
    }
    if (const Run* shown = runs_.find(id); shown && shown->shown()) load(id);
    claim(id);
    return id;
}

void RunLibrary::load(int run, std::function<void()> then) {
    const Run* shown = runs_.find(run);
    if (!shown) return;
    if (shown->whole) {
        if (then) then();
        return;
    }
    if (loading_.contains(run) && !then) return;
    loading_ << run;
    ++loads_;
    jobs_.run(
        this, QString(), [folder = shown->folder.toStdString()](std::stop_token) { return runOf(readRun(folder)); },
        [this, run, then, opening = opening_](Run whole) {
            if (opening != opening_) return;
            loading_.remove(run);
            // It was moved meanwhile: there was less to read, or nothing.
            if (const Run* now = runs_.find(run); now && now->folder != whole.folder) return load(run, then);
            runs_.fill(run, std::move(whole));
            if (then) then();
        },
        [this, run, opening = opening_](const Message& sentence) {
            if (opening != opening_) return;
            loading_.remove(run);
            if (runs_.find(run))
                emit failed(tr("The curves of “%1” could not be read. %2").arg(runs_.titleOf(run).text(), q(sentence)));
        });
}

void RunLibrary::cutOff(const Run& run) {
    const int id = run.id;
    const Message why("The program that trained it ended unexpectedly after step {step}.", run.lastStep.step);
    runs_.append(id, {StateRecord{RunState::Stopped, why, -1}});
    runs_.change(id, [](Run& each) { each.cutOff = true; });
}

// What the disk does not tell just now, as one that is not mounted, is not gone.
static bool isGone(const std::string& folder) {
    std::error_code failed;
    const auto listed = [&failed](const std::filesystem::path& place) {
        [[maybe_unused]] const std::filesystem::directory_iterator first(place, failed);
        return !failed;
    };
    if (!listed(std::filesystem::path(folder).parent_path())) return false;
    return !std::filesystem::exists(folder, failed) ? !failed : listed(folder);
}

// It failed before it had a folder: there is nothing on the disk that could go.
static bool neverBegan(const Run& run) { return run.state == RunState::Failed && run.lastStep.step == 0; }

void RunLibrary::poll() {
    if (polling_) return;
    const bool search = ++round_ % kRoundsOfSearch == 0;
    if (!search && followed_.isEmpty()) return;
    polling_ = true;
    struct Known {
        int id;
        QString folder;
        std::string info;
        bool followed, own;
    };
    std::vector<Known> known;
    for (const Run& run : runs_.runs())
        if (!run.folder.isEmpty() && !run.foreign)
            known.push_back(
                {run.id, run.folder, run.info.id, followed_.contains(run.id), run.id == own_ || neverBegan(run)});
    jobs_.run(
        this, QString(),
        [known, followed = followed_, search, places = places(), project = project_, seen = seen_](std::stop_token) {
            Found found;
            for (auto one = followed.begin(); one != followed.end(); ++one) {
                const auto at =
                    std::find_if(known.begin(), known.end(), [&](const Known& k) { return k.id == one.key(); });
                if (at == known.end()) continue;
                Found::Update update{one.key(), {}, isLive(at->folder.toStdString())};
                try {
                    update.events = one.value()->reader.read();
                } catch (const std::exception&) {
                    update.live = false;  // the folder went
                }
                found.updates.push_back(std::move(update));
            }
            if (!search) return found;
            found.searched = true;
            std::unordered_set<std::string> folders;
            for (const Known& each : known) {
                folders.insert(each.folder.toStdString());
                if (each.followed || each.own) continue;
                const std::string folder = each.folder.toStdString();
                if (!seen->runs.holds(folder)) {
                    if (isGone(folder)) found.gone.emplace(each.id, each.folder);
                    continue;
                }
                std::error_code ignored;
                const auto written = std::filesystem::last_write_time(folder + "/run.json", ignored);
                auto& before = seen->listed[folder];
                if (!ignored && !each.info.empty() && std::exchange(before, written) != written &&
                    !isOf(folder, each.info)) {
                    before = {};
                    found.gone.emplace(each.id, each.folder);  // another run has its folder now
                    folders.erase(folder);
                    continue;
                }
                // One that was killed has the lock no more, and its folder is the same.
                if (seen->live.holds(folder) && isLive(folder))
                    found.revived.emplace_back(each.id, Read(readRun(folder)));
            }
            const auto unknown = [&](const std::string& folder) {
                return !folders.contains(folder) && seen->runs.holds(folder);
            };
            for (const QString& place : places)
                for (const std::string& folder : runFoldersIn(place.toStdString(), unknown)) {
                    std::error_code ignored;
                    const auto written = std::filesystem::last_write_time(folder + "/run.json", ignored);
                    const auto other = seen->others.find(folder);
                    if (other != seen->others.end() && other->second == written) continue;
                    if (begins(folder)) continue;
                    const RunOnDisk run = readRun(folder, RunDepth::Summary);
                    // Another window took it along, to where the project is.
                    const auto moved = std::ranges::find_if(known, [&](const Known& each) {
                        return !each.info.empty() && each.info == run.info.id && !QFile::exists(each.folder);
                    });
                    if (moved != known.end()) {
                        found.moved.emplace_back(moved->id, q(folder));
                        found.gone.erase(moved->id);
                    } else if (belongs(run.info, project)) {
                        found.fresh.emplace_back(run);
                    } else {
                        seen->others[folder] = written;
                    }
                }
            return found;
        },
        [this, opening = opening_](Found found) {
            polling_ = false;
            if (opening == opening_) take(std::move(found));
        },
        [this](const Message&) { polling_ = false; });
}

void RunLibrary::take(Found found) {
    for (const Found::Update& update : found.updates) {
        const Run* run = runs_.find(update.run);
        if (!run || !followed_.contains(update.run)) continue;
        if (!update.live) {
            followed_.remove(update.run);
            runs_.change(update.run, [](Run& r) { r.elsewhere = false; });
        }
        runs_.append(update.run, update.events);
        run = runs_.find(update.run);
        if (!update.live && run->live()) cutOff(*run);
    }
    for (auto& [id, read] : found.revived)
        if (const Run* run = runs_.find(id); run && id != own_ && run->folder == read.run.folder)
            show(std::move(read), id);
    for (const auto& [id, folder] : found.moved)
        if (!runs_.at(folder)) runs_.change(id, [to = folder](Run& run) { run.folder = to; });
    if (found.searched) takeGone(std::move(found.gone));
    // Runs out of the trash go where they were, which the folder alone does not say.
    if (returning_ > 0) return;
    for (Read& read : found.fresh)
        if (!runs_.at(read.run.folder)) show(std::move(read));
}

// At two looks in turn, since a run may be on its way to another place.
void RunLibrary::takeGone(std::map<int, QString> gone) {
    std::set<int> ids;
    QStringList names;
    for (const auto& [id, folder] : gone) {
        const Run* run = runs_.find(id);
        const auto before = gone_.find(id);
        if (!run || id == own_ || run->folder != folder) continue;
        if (before == gone_.end() || before->second != folder) continue;
        ids.insert(id);
        names << runs_.titleOf(id).text();
    }
    gone_ = std::move(gone);
    if (ids.empty()) return;
    runs_.remove(ids);
    constexpr qsizetype kNamed = 5;
    const auto more = static_cast<int>(std::max<qsizetype>(0, names.size() - kNamed));
    const QString named = names.mid(0, kNamed).join(QStringLiteral(", "));
    emit vanished(
        more == 0
            ? tr("Not in the list any more, since their folders are gone: %1.").arg(named)
            : tr("Not in the list any more, since their folders are gone: %1 and %n more.", nullptr, more).arg(named));
}

void RunLibrary::add(const QStringList& folders) { add(folders, {}); }

void RunLibrary::add(const QStringList& folders, const Then& then) {
    std::vector<Wanted> runs;
    runs.reserve(static_cast<size_t>(folders.size()));
    for (const QString& folder : folders) runs.push_back({folder});
    add(runs, then);
}

void RunLibrary::add(const std::vector<Wanted>& runs, const Then& then) {
    struct Added {
        std::vector<std::optional<Read>> reads;
        std::vector<bool> there;
        std::vector<Message> problems;
    };
    QStringList listed;
    for (const Run& run : runs_.runs())
        if (!run.folder.isEmpty()) listed << run.folder;
    jobs_.run(
        this, QString(),
        [runs, listed](std::stop_token) {
            QSet<QString> known;  // by a link it is the same one
            for (const QString& folder : listed) known << QFileInfo(folder).canonicalFilePath();
            Added added;
            for (const Wanted& one : runs) {
                const QString path = QFileInfo(one.folder).absoluteFilePath();
                added.reads.emplace_back();
                added.there.push_back(true);
                try {
                    requireRunFolder(path.toStdString());
                    const QString real = QFileInfo(path).canonicalFilePath();
                    if (known.contains(real)) continue;
                    added.reads.back() = Read(readRun(path.toStdString()));
                    known << real;
                } catch (const std::exception& error) {
                    added.there.back() = false;
                    added.problems.push_back(messageOf(error));
                }
            }
            return added;
        },
        [this, runs, then, opening = opening_](Added added) {
            for (size_t i = 0; i < runs.size(); ++i)
                if (std::optional<Read>& read = added.reads[i];
                    read && opening == opening_ && !runs_.at(read->run.folder))
                    show(std::move(*read), -1, true, runs[i].before);
            for (const Message& problem : added.problems) emit failed(q(problem));
            if (then) then(added.there);
        },
        [this, count = runs.size(), then](const Message& sentence) {
            emit failed(q(sentence));
            if (then) then(std::vector<bool>(count));
        });
}

}  // namespace tl
