// Copies of unsaved work on the disk, for the document's own files: NAME.tlm, beside it NAME.tlm.origin with what it is
// a copy of (a file's path, a zero byte and the mark of what that held; or what the runs of a project without a file go
// by), and NAME.tlm.lock while its program runs.
#pragma once

#include <QFile>
#include <QString>
#include <mutex>

namespace tl {

inline void removeCopy(const QString& file) {
    for (const char* end : {"", ".origin"}) QFile::remove(file + QLatin1String(end));
}

inline void removeLeft(const QString& copy) {
    removeCopy(copy);
    QFile::remove(copy + QStringLiteral(".lock"));
}

// Between the jobs that write the recovery copy and the end, after which there is none.
struct RecoveryDoor {
    std::mutex busy;
    bool closed = false;
};

}  // namespace tl
