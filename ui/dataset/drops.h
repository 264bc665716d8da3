// Folders and files dropped from a file manager.
#pragma once

#include <QDropEvent>
#include <QMimeData>
#include <QStringList>
#include <QUrl>

namespace tl {

// Takes the event where it brings any.
inline QStringList takeLocalPaths(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    if (!paths.isEmpty()) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
    }
    return paths;
}

}  // namespace tl
