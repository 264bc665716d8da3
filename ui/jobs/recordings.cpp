// See the header.
#include "ui/jobs/recordings.h"

#include <algorithm>

#include "engine/io/trace/trace_file.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/trash.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

Recordings::Recordings(JobTracker& jobs, const RunModel& runs) : jobs_(jobs), runs_(runs) {}

QString Recordings::titleOf(const RunRecording& recording) {
    if (recording.number == 0) return q(recording.name);
    return recording.number == 1 ? tr("Recording") : tr("Recording %1").arg(recording.number);
}

void Recordings::fail(const Message& sentence) {
    emit failed(q(sentence));
    emit changed();
}

void Recordings::change(std::function<void()> what) {
    jobs_.run(
        this, QString(), [what = std::move(what)](std::stop_token) { return what(), true; },
        [this](bool) { emit changed(); }, [this](const Message& sentence) { fail(sentence); });
}

void Recordings::keep(std::shared_ptr<const Trace> trace, int run, const QString& folder) {
    const Run* of = runs_.find(run);
    const QString into = of && !of->folder.isEmpty() ? of->folder : folder;
    if (into.isEmpty())
        return emit failed(
            tr("Its run has no folder: the recording is gone with the next timeline, unless it is saved."));
    jobs_.run(
        this, JobTracker::kKeep + QStringLiteral("recording"),
        [trace, folder = into.toStdString()](std::stop_token) { return keepRecording(folder, *trace); },
        [this, trace](const RunRecording& made) {
            emit kept(trace, q(made.file));
            emit changed();
        },
        [this](const Message& sentence) { fail(sentence); });
}

void Recordings::rename(const std::string& folder, const std::string& file, const QString& name) {
    change([folder, file, name = name.toStdString()] { renameRecording(folder, file, name); });
}

void Recordings::remove(const std::string& folder, const RunRecording& recording) {
    jobs_.run(
        this, QString(),
        [folder, file = recording.file](std::stop_token) {
            QString trashed;
            removeRecording(folder, file, [&] {
                trashed = moveToTrash(q(file));
                return !trashed.isEmpty();
            });
            return trashed;
        },
        [this, folder, recording](const QString& trashed) {
            const QString name = titleOf(recording), file = q(recording.file);
            const Run* run = runs_.at(q(folder));
            if (!trashed.isEmpty())
                removed_.push_back(
                    {run ? run->id : -1, folder, run ? run->info.id : std::string(), recording, trashed});
            emit removed(file,
                         trashed.isEmpty() ? tr("“%1” is deleted: there is no trash for %2.").arg(name, file)
                                           : tr("“%1” is in the trash.").arg(name),
                         trashed.isEmpty());
            emit changed();
        },
        [this](const Message& sentence) { fail(sentence); });
}

// By its folder where its project was closed and opened since, by what it calls itself where it moved meanwhile.
const Run* Recordings::runOf(const Removed& one) const {
    if (const Run* run = runs_.find(one.run)) return run;
    if (const Run* run = runs_.at(q(one.folder))) return run;
    const auto same =
        std::ranges::find_if(runs_.runs(), [&](const Run& run) { return !one.id.empty() && run.info.id == one.id; });
    return same == runs_.runs().end() ? nullptr : &*same;
}

std::vector<Recordings::Removed>::const_reverse_iterator Recordings::last() const {
    return std::find_if(removed_.rbegin(), removed_.rend(),
                        [this](const Removed& one) { return !one.returns && runOf(one); });
}

QString Recordings::lastRemoved() const { return last() == removed_.rend() ? QString() : titleOf(last()->recording); }

void Recordings::putBack() {
    if (last() != removed_.rend()) putBack(*last());
}

void Recordings::putBack(const QString& file) {
    const auto found = std::find_if(removed_.rbegin(), removed_.rend(),
                                    [&](const Removed& one) { return !one.returns && q(one.recording.file) == file; });
    if (found != removed_.rend()) putBack(*found);
}

// Behind runs that move, which leave their folders of before for good.
void Recordings::putBack(const Removed& one) {
    const auto mark = [this, trashed = one.trashed](bool returns) {
        for (Removed& each : removed_)
            if (each.trashed == trashed) each.returns = returns;
    };
    mark(true);
    jobs_.afterKeeping([this, mark, one] {
        const Run* run = runOf(one);
        if (!run) {
            mark(false);
            return emit failed(tr("“%1” stays in the trash: its run is not in the list.").arg(titleOf(one.recording)));
        }
        jobs_.run(
            this, JobTracker::kKeep + QStringLiteral("recording"),
            [one, folder = run->folder.toStdString()](std::stop_token) {
                RunRecording recording = one.recording;
                recording.file.replace(0, one.folder.size(), folder);
                putBackRecording(folder, recording, [&](const std::string& to) { tl::putBack(one.trashed, q(to)); });
                return true;
            },
            [this, one](bool) {
                std::erase_if(removed_, [&](const Removed& each) { return each.trashed == one.trashed; });
                emit cameBack(titleOf(one.recording));
                emit changed();
            },
            [this, mark](const Message& sentence) {
                mark(false);
                fail(sentence);
            });
    });
}

void Recordings::saveAs(const QString& file, const QString& path) {
    jobs_.run(
        this, QString(),
        [file = file.toStdString(), path = path.toStdString()](std::stop_token) {
            writeTrace(readTrace(file), path);
            return true;
        },
        [this, path](bool) { emit saved(path); }, [this](const Message& sentence) { emit failed(q(sentence)); });
}

}  // namespace tl
