// As the desktops lay it out: files/NAME, and info/NAME.trashinfo that says where it was.
// https://specifications.freedesktop.org/trash-spec
#include "ui/jobs/trash.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "engine/core/error.h"

namespace tl {

QString moveToTrash(const QString& path) {
    // Where a desktop never made this folder Qt finds no trash in it, and would make one where the program stands.
    if (!QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))) return {};
    QString trashed;
    return QFile::moveToTrash(path, &trashed) ? trashed : QString();
}

void putBack(const QString& trashed, const QString& path) {
    if (QFileInfo::exists(path))
        throw Error(Message("\"{path}\" is there again: what was deleted stays in the trash.", path.toStdString()));
    if (!QDir().mkpath(QFileInfo(path).absolutePath()) || !QDir().rename(trashed, path))
        throw Error(Message("\"{path}\" could not be put back: it is at \"{place}\".", path.toStdString(),
                            trashed.toStdString()));
    const QFileInfo info(trashed);
    QFile::remove(
        QStringLiteral("%1/info/%2.trashinfo").arg(info.dir().filePath(QStringLiteral("..")), info.fileName()));
}

}  // namespace tl
