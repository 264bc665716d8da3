// What the document does so that unsaved work outlives its program: a copy soon after an edit, found by the next start.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <utility>

#include "app/document/content_mark.h"
#include "app/document/document.h"
#include "app/document/recovery_copy.h"
#include "engine/io/checkpoint.h"
#include "engine/io/files.h"
#include "engine/io/project.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"

namespace tl {

void Document::autosaveNow() {
    if (!dirty_) return;
    Project project = this->project();
    if (kept_ == project) return;
    kept_ = std::move(project);
    syncRecovery();
}

void Document::removeRecovery() {
    if (!mayBeOnDisk_) return;
    kept_.reset();
    syncRecovery();
}

// The copy on the disk becomes what it is to be: one job at a time, and the last wish holds.
void Document::syncRecovery() {
    syncAgain_ = syncing_;
    if (std::exchange(syncing_, true)) return;
    // Only with its own copy on disk, whatever was being written when it was recovered.
    const std::optional<QString> ofRecovered = kept_ && recovered_ ? std::optional(recovered_->file) : std::nullopt;
    mayBeOnDisk_ = true;
    const auto done = [this] {
        syncing_ = false;
        if (syncAgain_) syncRecovery();
    };
    workbench_.jobs.run(
        this, JobTracker::kSoon + QStringLiteral("autosave"),
        [kept = kept_, door = door_, file = recoveryFile_,
         origin = path_.isEmpty() ? runs_.toStdString() : path_.toStdString() + '\0' + onDisk_](std::stop_token) {
            const std::lock_guard held(door->busy);
            if (door->closed) return true;
            if (!kept) return removeCopy(file), false;
            // Never one project's name beside another's content, whatever fails in between.
            if (QFile before(file + QStringLiteral(".origin")); before.open(QIODevice::ReadOnly))
                if (before.readAll() != QByteArray::fromStdString(origin)) removeCopy(file);
            writeFileAtomically(file.toStdString() + ".origin", origin);
            writeFileAtomically(file.toStdString(), toJson(*kept));
            return true;
        },
        [this, ofRecovered, done](bool written) {
            mayBeOnDisk_ = written || syncAgain_;
            // The copy that this work came from goes when its own copy is there.
            if (recovered_ && ofRecovered == recovered_->file) discard(*std::exchange(recovered_, std::nullopt));
            done();
        },
        [this, done](const Message& sentence) {
            if (!syncAgain_) kept_.reset();  // the next one writes, whatever is there from before
            emit noted(tr("The recovery copy could not be written. %1").arg(q(sentence)));
            done();
        });
}

void Document::findRecoverable(std::function<void(const std::vector<Recovered>&)> found) {
    workbench_.jobs.run(
        this, QStringLiteral("recoverable"),
        [folder = recoveryFolder_, own = QFileInfo(recoveryFile_).fileName()](std::stop_token stop) {
            std::vector<Recovered> copies;
            const auto files = QDir(folder).entryInfoList({QStringLiteral("*.tlm")}, QDir::Files, QDir::Time);
            for (const QFileInfo& info : files) {
                if (stop.stop_requested()) break;
                const QString file = info.absoluteFilePath();
                if (info.fileName() == own) continue;
                QLockFile other(file + QStringLiteral(".lock"));
                other.setStaleLockTime(0);
                if (!other.tryLock(0)) continue;  // its program is still running
                other.unlock();
                Recovered copy{file, {}, info.completeBaseName(), {}, info.lastModified(), {}};
                QFile origin(file + QStringLiteral(".origin"));
                if (origin.open(QIODevice::ReadOnly)) {
                    const QList<QByteArray> parts = origin.readAll().split('\0');
                    copy.origin = QString::fromUtf8(parts[0]);
                    copy.content = parts.value(1).toStdString();
                }
                if (!copy.origin.startsWith(QLatin1Char('/'))) std::swap(copy.origin, copy.runs);
                if (const QFileInfo saved(copy.origin); saved.isFile()) copy.saved = saved.lastModified();
                try {
                    copy.name = q(loadProject(file.toStdString()).name);
                } catch (const std::exception&) {
                    continue;  // cut short: nothing to offer
                }
                copies.push_back(copy);
            }
            return copies;
        },
        [this, found = std::move(found)](std::vector<Recovered> copies) {
            // Nor what is open by now, or goes.
            std::erase_if(copies, [this](const Recovered& copy) {
                return discarded_.contains(copy.file) || (recovered_ && recovered_->file == copy.file);
            });
            if (!copies.empty()) found(copies);
        });
}

void Document::recover(const Recovered& copy, std::function<void()> then) {
    struct Loaded {
        Project project, onDisk;
        std::string content;
    };
    workbench_.jobs.run(
        this, QStringLiteral("edit.open"),
        [file = copy.file.toStdString(), origin = copy.origin.toStdString()](std::stop_token) {
            Loaded loaded;
            loaded.project = loadProject(file);
            try {
                if (!origin.empty()) {
                    loaded.content = markOf(readFile(origin));
                    loaded.onDisk = loadProject(origin);
                }
            } catch (const std::exception&) {
                // The original is gone or broken: all the more reason for the copy.
            }
            return loaded;
        },
        [this, copy, before = present(), then = std::move(then)](const Loaded& loaded) {
            replace(before, copy.name, [this, copy, loaded, then] {
                const QString runs = !copy.runs.isEmpty() ? copy.runs : freshRuns();
                show(loaded.project, copy.older() ? QString() : copy.origin, {}, runs);
                saved_ = loaded.onDisk;
                dirty_ = isDirty();
                // Begun on what the file held then: what was written into it meanwhile is asked about before it goes.
                onDisk_ = dirty_ && !copy.content.empty() ? copy.content : loaded.content;
                emit changed();
                if (dirty_)
                    recovered_ = copy;
                else
                    discard(copy);  // all of it is in the file
                autosaveNow();
                if (then) then();
            });
        },
        [this](const Message& sentence) {
            emit failed(tr("The recovery copy could not be read. %1").arg(q(sentence)), kOpening);
        });
}

void Document::discard(const Recovered& copy) {
    discarded_ << copy.file;
    workbench_.jobs.run(
        this, {}, [file = copy.file](std::stop_token) { return removeLeft(file), true; },
        [this, file = copy.file](bool) { discarded_.removeAll(file); });
}

}  // namespace tl
