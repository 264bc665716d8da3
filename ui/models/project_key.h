// What settings call a project: a path is no name of a group.
#pragma once

#include <QCryptographicHash>
#include <QString>

namespace tl {

// Of its file, or of "unsaved:<id>"; empty where there is none.
inline QString projectKey(const QString& project) {
    if (project.isEmpty()) return {};
    return QString::fromLatin1(QCryptographicHash::hash(project.toUtf8(), QCryptographicHash::Sha1).toHex().left(12));
}

}  // namespace tl
