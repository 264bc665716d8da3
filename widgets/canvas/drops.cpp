// Layers dragged from the library (with a preview of the node, and the wire that it would go into lit up), and files.
#include <QDragEnterEvent>
#include <QMimeData>
#include <QUrl>

#include "widgets/canvas/canvas_impl.h"

namespace tl {

namespace {

QString layerIn(const QMimeData* data) {
    const auto mime = QString::fromLatin1(NodeCanvas::kLayerMime);
    return data->hasFormat(mime) ? QString::fromUtf8(data->data(mime)) : QString();
}

QStringList filesIn(const QMimeData* data) {
    QStringList paths;
    for (const auto& url : data->urls())
        if (url.isLocalFile()) paths.push_back(url.toLocalFile());
    return paths;
}

}  // namespace

void NodeCanvas::Impl::dragEnter(QDragEnterEvent* event) {
    const QString type = layerIn(event->mimeData());
    if (!type.isEmpty()) {
        ghost = LayerEntry{type, type, {}, {}, {}, true, true};
        for (const auto& entry : layers)
            if (entry.type == type) ghost = entry;
        event->setDropAction(Qt::CopyAction);
        event->accept();
        dragMove(event);
    } else if (!filesIn(event->mimeData()).isEmpty()) {
        event->acceptProposedAction();
    }
}

void NodeCanvas::Impl::dragMove(QDragMoveEvent* event) {
    ensureLoaded();
    if (!ghost) {
        event->acceptProposedAction();
        return;
    }
    ghostAt = view.toScene(event->position());
    ghostWire = ghost->hasInput && ghost->hasOutput ? scene.wireAt(ghostAt, 20) : -1;
    event->setDropAction(Qt::CopyAction);
    event->accept();
    canvas.update();
}

void NodeCanvas::Impl::dragLeave() {
    ghost.reset();
    ghostWire = -1;
    canvas.update();
}

void NodeCanvas::Impl::drop(QDropEvent* event) {
    ensureLoaded();
    const QPointF point = view.toScene(event->position());
    const QString type = layerIn(event->mimeData());
    const int wire = ghostWire;
    dragLeave();
    if (!type.isEmpty()) {
        event->setDropAction(Qt::CopyAction);
        event->accept();
        canvas.setFocus(Qt::MouseFocusReason);
        palette->noteUsed(type);
        const QPointF at = snapped(point - QPointF(kNodeWidth / 2.0, kNodeHeight / 2.0));
        if (wire >= 0 && wire < scene.wires().size())
            emit canvas.insertRequested(type, at, scene.wires()[wire].data);
        else
            emit canvas.createRequested(type, at, {}, {}, 0);
        return;
    }
    const QStringList paths = filesIn(event->mimeData());
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        emit canvas.filesDropped(paths, point);
    }
}

}  // namespace tl
