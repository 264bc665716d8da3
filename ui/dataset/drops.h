// A folder (or file) dropped from a file manager.
#pragma once

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

namespace tl {

inline QString localPath(const QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) return url.toLocalFile();
    return {};
}

inline void acceptLocalPath(QDropEvent* event) {
    if (!localPath(event).isEmpty()) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
    }
}

}  // namespace tl
