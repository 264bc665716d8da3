// Runs and the projects that they are of: a project that gets its first file takes its runs along, one that is given up
// leaves them behind.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/core/error.h"
#include "engine/run/run_lock.h"
#include "ui/jobs/job_tracker.h"
#include "ui/jobs/run_library.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"

namespace tl {

namespace {

// Empty where it was moved; else why not.
Message moveRun(const QString& from, const QString& to, bool over) {
    if (!over || isLive(from.toStdString())) return Message("it is under way");
    std::error_code problem;
    std::filesystem::rename(from.toStdString(), to.toStdString(), problem);
    if (!problem) return {};
    if (problem == std::errc::cross_device_link) return Message("the project is on another disk");
    return Message("it could not be moved ({reason})", problem.message());
}

QString freeIn(const QDir& place, const QString& name) {
    QString path = place.filePath(name);
    for (int i = 2; QFileInfo::exists(path); ++i)
        path = place.filePath(QStringLiteral("%1-%2").arg(name, QString::number(i)));
    return path;
}

QDir runsBeside(const QString& project) { return QFileInfo(project).absolutePath() + QStringLiteral("/runs"); }

}  // namespace

bool RunLibrary::isStray(const RunInfo& info, const QString& project) {
    return info.project.starts_with("unsaved:") && q(info.project) != project;
}

bool RunLibrary::bring(std::string& folder, const QString& project) {
    const QDir place = runsBeside(project);
    const bool fresh = !place.exists();
    if (!fresh && QFileInfo(q(folder)).dir().canonicalPath() == place.canonicalPath()) return false;
    place.mkpath(QStringLiteral("."));
    const QString from = q(folder), to = freeIn(place, QFileInfo(from).fileName());
    if (!moveRun(from, to, true).empty()) {
        if (fresh) (void)place.rmdir(place.path());
        return false;
    }
    folder = to.toStdString();
    try {
        writeRunInfo(readRunInfo(folder), folder);  // its project is beside it now
    } catch (const std::exception&) {               // it says whose it is as it did before
    }
    return true;
}

void RunLibrary::addStrays() {
    jobs_.run(
        this, kJobs + QStringLiteral(".strays"),
        [home = home_, project = project_](std::stop_token stop) {
            QStringList folders;
            for (const std::string& folder : runFoldersIn(home.toStdString())) {
                if (stop.stop_requested()) break;
                try {
                    if (isStray(readRunInfo(folder), project)) folders << q(folder);
                } catch (const std::exception&) {  // what cannot be read is listed with every project
                }
            }
            return folders;
        },
        [this, opening = opening_](const QStringList& folders) {
            if (opening != opening_) return;
            add(folders, [this](const std::vector<bool>& there) {
                emit straysAdded(static_cast<int>(std::ranges::count(there, true)));
            });
        },
        [this](const Message& sentence) { emit failed(q(sentence)); });
}

// A copy is a project of its own: the runs stay with the one that they are of, and that may go on with them.
void RunLibrary::tellStaying(const QString& before) {
    const auto stay = std::ranges::count_if(
        runs_.runs(), [&](const Run& run) { return !run.folder.isEmpty() && q(run.info.project) == before; });
    if (stay == 0) return;
    const QString said = tr("%n run(s) of “%1” will not be opened with “%2”.", nullptr, static_cast<int>(stay))
                             .arg(QFileInfo(before).fileName(), QFileInfo(project_).fileName());
    // When everybody knows that it is saved: what was said of that before goes then.
    QMetaObject::invokeMethod(
        this, [this, file = project_, said] { emit cameAlong(file, said); }, Qt::QueuedConnection);
}

void RunLibrary::projectSaved(const QString& file) {
    const QString before = std::exchange(project_, file);
    forgetSeen();
    if (before != file) emit projectChanged(before, file);
    if (before == file || before.isEmpty()) return;
    if (before.startsWith(QLatin1Char('/'))) return tellStaying(before);
    unsaved_ = before;
    struct Move {
        int id;
        QString name, from, to;
        bool moves, own;
        bool told = true;      // whose it is
        Message stays = {};    // why
        Message problem = {};  // it does not know its project
    };
    std::vector<Move> moves;
    const QDir place = runsBeside(file);
    for (const Run& run : runs_.runs()) {
        if (run.folder.isEmpty() || (q(run.info.project) != before && run.id != own_)) continue;
        moves.push_back({run.id, run.name, run.folder, {}, !run.live(), run.id == own_});
    }
    if (moves.empty()) return;
    const auto move = [moves, file, place](std::stop_token) mutable {
        place.mkpath(QStringLiteral("."));
        for (Move& move : moves) {
            move.to = freeIn(place, QFileInfo(move.from).fileName());
            move.stays = moveRun(move.from, move.to, move.moves);
            if (!move.stays.empty()) move.to = move.from;  // and says whose it is
            // One that just begins is claimed when it has said who it is.
            move.told = !move.own || QFile::exists(move.to + QStringLiteral("/run.json"));
            if (!move.told) continue;
            // One that cannot be told whose it is does not keep the others.
            try {
                RunInfo info = readRunInfo(move.to.toStdString());
                info.project = file.toStdString();
                writeRunInfo(info, move.to.toStdString());
            } catch (const std::exception& error) {
                move.problem = messageOf(error);
            }
        }
        return moves;
    };
    const auto tell = [this, file, place](const std::vector<Move>& done) {
        int came = 0;
        QStringList stayed;
        for (const Move& move : done) {
            runs_.change(move.id, [&](Run& run) {
                run.folder = move.to;
                if (move.told && move.problem.empty()) run.info.project = file.toStdString();
            });
            if (move.stays.empty())
                ++came;
            else
                stayed << tr("“%1” stays in %2: %3.").arg(move.name, QFileInfo(move.from).path(), q(move.stays));
            if (!move.problem.empty())
                emit failed(tr("“%1” does not know its project's file. %2").arg(move.name, q(move.problem)));
        }
        if (came > 0) stayed.prepend(tr("%n run(s) came along: %1.", nullptr, came).arg(place.path()));
        emit cameAlong(file, stayed.join(QLatin1Char(' ')));
    };
    // Behind what is being written into one of them, which would stay behind.
    jobs_.afterKeeping([this, move, tell] {
        jobs_.run(this, QString(JobTracker::kKeep) + kJobs, move, tell, [this](const Message& sentence) {
            emit failed(tr("Runs stayed where they were. %1").arg(q(sentence)));
        });
    });
}

}  // namespace tl
