// A file in memory under a path that starts with ":/", for what only reads files (a style sheet's url()). It stays
// until the program ends and leaves nothing behind, however that comes.
#pragma once

#include <QByteArray>
#include <QString>

namespace tl {

// name: "tinted/x-ffffff.svg". Returns its path, ":/tinted/x-ffffff.svg"; each name once. GUI thread.
QString memoryFile(const QString& name, const QByteArray& content);

}  // namespace tl
