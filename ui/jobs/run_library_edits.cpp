// What a person writes about a run, in its run.json, and what takes it back; its weights as a file of their own.
#include <QFile>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/run/run_checkpoints.h"
#include "engine/train/weights_alone.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_library.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

// Nothing is written, moved or deleted where another program writes.
bool RunLibrary::ours(const Run& run) {
    if (run.foreign) emit failed(tr("“%1” is another program's: nothing in its folder is changed.").arg(run.name));
    return !run.foreign && !run.folder.isEmpty();
}

// One after the other: each reads what the one before it wrote.
void RunLibrary::edit(int run, const std::function<void(RunInfo&)>& change,
                      const std::function<void(const QString&)>& done) {
    const Run* shown = runs_.find(run);
    if (!shown || !ours(*shown)) return;
    edits_.push_back([this, run, folder = shown->folder, change, done] {
        const Run* shown = runs_.find(run);  // its folder may be another since it was asked for
        write(run, shown ? shown->folder : folder, shown ? shown->info : RunInfo{}, change, done);
    });
    if (edits_.size() == 1) edits_.front()();
}

void RunLibrary::nextEdit() {
    edits_.pop_front();
    if (!edits_.empty()) edits_.front()();
}

// Where it cannot be written the next opening counts again, in the same order.
void RunLibrary::keepNumbers(const std::vector<int>& runs) {
    if (runs.empty()) return;
    edits_.push_back([this, runs] {
        std::vector<std::pair<std::string, int>> numbers;  // by folder
        for (const int id : runs)
            if (const Run* run = runs_.find(id)) numbers.emplace_back(run->folder.toStdString(), run->info.number);
        jobs_.run(
            this, JobTracker::kKeep + QStringLiteral("edit"),
            [numbers](std::stop_token) {
                for (const auto& [folder, number] : numbers) {
                    try {
                        RunInfo info = readRunInfo(folder);
                        if (std::exchange(info.number, number) == 0) writeRunInfo(info, folder);
                    } catch (const std::exception&) {
                        continue;
                    }
                }
                return true;
            },
            [this](bool) { nextEdit(); }, [this](const Message&) { nextEdit(); });
    });
    if (edits_.size() == 1) edits_.front()();
}

void RunLibrary::write(int run, const QString& folder, const RunInfo& known,
                       const std::function<void(RunInfo&)>& change, const std::function<void(const QString&)>& done) {
    jobs_.run(
        this, JobTracker::kKeep + QStringLiteral("edit"),
        [folder = folder.toStdString(), known, change](std::stop_token) {
            // A folder of before there was a run.json becomes one with it.
            RunInfo now = QFile::exists(q(folder + "/run.json")) ? readRunInfo(folder) : known;
            if (now.id.empty()) now.id = freshRunId();
            change(now);
            writeRunInfo(now, folder);
            return now;
        },
        [this, run, done](const RunInfo& info) {
            QString before;
            runs_.change(run, [&](Run& r) {
                before = r.name;
                // The list may know it by another name than its folder does: "lenet · adam 2".
                if (r.info.name != info.name) r.name = q(info.name);
                r.info = info;
            });
            if (done) done(before);
            nextEdit();
        },
        [=, this](const Message& sentence) {
            // Runs that were being moved are where they go once that is done.
            jobs_.afterKeeping([=, this] {
                const Run* now = runs_.find(run);
                if (now && now->folder != folder) return write(run, now->folder, known, change, done);
                emit failed(q(sentence));
                nextEdit();
            });
        });
}

template <typename T>
void RunLibrary::set(int run, Edited::What what, T RunInfo::*field, T value, int act) {
    const auto before = std::make_shared<T>();  // the job's, until it is done
    edit(
        run, [=](RunInfo& info) { *before = std::exchange(info.*field, value); },
        [=, this, opening = opening_](const QString& name) {
            if (*before == value || opening != opening_) return;  // nobody can take it back in a list that is closed
            const auto put = [field](T from, T to) {
                return [=](RunInfo& info) {
                    if (info.*field != from)
                        throw Error(
                            Message("\"{name}\" was changed since, by another program: it stays so.", info.name));
                    info.*field = to;
                };
            };
            emit edited({what, opening, run, name, put(value, *before), put(*before, value), false, {}, act});
        });
}

void RunLibrary::rename(int run, const QString& name) {
    set(run, Edited::Name, &RunInfo::name, name.trimmed().toStdString(), ++acts_);
}

void RunLibrary::annotate(int run, const QString& note) {
    set(run, Edited::Note, &RunInfo::note, note.toStdString(), ++acts_);
}

static std::vector<std::string> tagsOf(const QStringList& tags) {
    std::vector<std::string> kept;
    for (const QString& tag : tags)
        if (std::string word = tag.trimmed().toStdString();
            !word.empty() && std::find(kept.begin(), kept.end(), word) == kept.end())
            kept.push_back(std::move(word));
    return kept;
}

void RunLibrary::setTags(int run, const QStringList& tags) {
    set(run, Edited::Tags, &RunInfo::tags, tagsOf(tags), ++acts_);
}

void RunLibrary::changeTags(const std::vector<int>& runs, const QStringList& more, const QStringList& gone) {
    const int act = ++acts_;
    for (const int id : runs) {
        const Run* run = runs_.find(id);
        if (!run) continue;
        QStringList tags;
        for (const std::string& tag : run->info.tags)
            if (!gone.contains(q(tag))) tags << q(tag);
        set(id, Edited::Tags, &RunInfo::tags, tagsOf(tags + more), act);
    }
}

void RunLibrary::turn(const Edited& what) {
    edit(what.run, what.undone ? what.again : what.back, [this, now = what](const QString& name) mutable {
        if (now.what == Edited::Name)
            runs_.change(now.run, [&](Run& run) { run.name = now.undone ? now.named : now.name; });
        now.named = name;
        now.undone = !now.undone;
        emit turned(now);
    });
}

void RunLibrary::exportWeights(int run, const QString& path, bool whole) {
    const Run* shown = runs_.find(run);
    if (!shown || shown->folder.isEmpty()) return;
    jobs_.run(
        this, QString(),
        [folder = shown->folder.toStdString(), path, whole](std::stop_token) {
            const std::vector<RunCheckpoint> all = checkpointsIn(folder);
            if (all.empty()) throw Error("It left no checkpoint.");
            const auto best = std::ranges::find(all, modelOf(folder), &RunCheckpoint::file);
            RunCheckpoint taken = best == all.end() ? all.front() : *best;
            const Snapshot model = loadCheckpoint(taken.file);
            saveCheckpoint(whole ? model : weightsAlone(model), path.toStdString());
            return taken;
        },
        [this, name = runs_.titleOf(run).text(), path](const RunCheckpoint& taken) {
            const QString said =
                taken.kind == RunCheckpoint::Best
                    ? tr("The best weights of “%1”, after step %2, are in %3. Evaluate them with: tensorloom eval %4")
                    : tr("The weights of “%1” after step %2 are in %3. Evaluate them with: tensorloom eval %4");
            emit exported(said.arg(name, QString::number(taken.step), path, shellWord(path)));
        },
        [this, name = runs_.titleOf(run).text()](const Message& sentence) {
            emit failed(tr("The weights of “%1” were not exported. %2").arg(name, q(sentence)));
        });
}

}  // namespace tl
