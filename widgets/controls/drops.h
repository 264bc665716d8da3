// Folders and files dropped from a file manager. A list of them may be empty, or name what is on no disk.
#pragma once

#include <QDropEvent>
#include <QMimeData>
#include <QStringList>
#include <QUrl>

namespace tl {

inline QStringList localPaths(const QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    return paths;
}

// Takes the event where it brings any.
inline QStringList takeLocalPaths(QDropEvent* event) {
    QStringList paths = localPaths(event);
    if (!paths.isEmpty()) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
    }
    return paths;
}

}  // namespace tl
