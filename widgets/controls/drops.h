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

inline QString localPath(const QDropEvent* event) { return localPaths(event).value(0); }

inline void acceptLocalPath(QDropEvent* event) {
    if (!localPath(event).isEmpty()) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
    }
}

}  // namespace tl
