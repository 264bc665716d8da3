// The keyboard on the canvas. Ctrl+X cuts to the clipboard as everywhere else, so deleting with reconnect is
// Ctrl+Delete. Arrows nudge the selection by the grid (Shift: by a pixel); with Alt, or with nothing selected, they
// walk between nodes.
#include <QKeyEvent>
#include <cmath>

#include "widgets/canvas/canvas_impl.h"

namespace tl {

bool NodeCanvas::Impl::key(QKeyEvent* event) {
    ensureLoaded();
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        if (!event->isAutoRepeat()) {
            spaceDown = true;
            updateCursor();
        }
        return true;
    }
    if (shortcutKey(event)) return true;

    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const QStringList ids = selectedInOrder();
    switch (event->key()) {
    case Qt::Key_Escape:
        if (mode != Mode::Idle)
            cancel();
        else
            setSelection({});
        return true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (modifiers != Qt::NoModifier && modifiers != Qt::ControlModifier) return false;
        if (!ids.isEmpty() || !selectedWires.isEmpty())
            emit canvas.deleteRequested(ids, selectedWires, modifiers == Qt::ControlModifier);
        return true;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        if (modifiers == Qt::AltModifier || (ids.isEmpty() && modifiers == Qt::NoModifier)) {
            walk(event->key());
            return true;
        }
        if (modifiers != Qt::NoModifier && modifiers != Qt::ShiftModifier) return false;
        const double step = modifiers == Qt::ShiftModifier ? 1 : kSnap;
        nudge({event->key() == Qt::Key_Left    ? -step
               : event->key() == Qt::Key_Right ? step
                                               : 0,
               event->key() == Qt::Key_Up     ? -step
               : event->key() == Qt::Key_Down ? step
                                              : 0});
        return true;
    }
    case Qt::Key_Period:
        if (modifiers == Qt::ControlModifier) {  // the first repair of what is wrong here
            layOutCard();
            if (card.visible() && !card.buttonRect(0).isEmpty()) emit canvas.repairRequested(card.node(), 0);
            return true;
        }
        break;
    case Qt::Key_A:
        if (modifiers == Qt::ShiftModifier) {
            canvas.openPalette();
            return true;
        }
        break;
    default: break;
    }
    if (modifiers != Qt::NoModifier) return false;
    switch (event->key()) {
    case Qt::Key_Home:
    case Qt::Key_H: canvas.frame({}); return true;
    case Qt::Key_F:
    case Qt::Key_Period:
        if (!ids.isEmpty()) canvas.frame(ids);
        return true;
    case Qt::Key_F2:
        if (ids.size() == 1) startRename(ids.front());
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (ids.size() == 1) emit canvas.activated(ids.front());
        return true;
    case Qt::Key_Plus:
    case Qt::Key_Equal: canvas.setZoom(view.zoom * 1.2); return true;
    case Qt::Key_Minus: canvas.setZoom(view.zoom / 1.2); return true;
    default: return false;
    }
}

bool NodeCanvas::Impl::shortcutKey(QKeyEvent* event) {
    if (event->matches(QKeySequence::SelectAll)) {
        QSet<QString> all;
        for (const auto& item : scene.nodes()) all.insert(item.data.id);
        setSelection(all);
    } else if (event->matches(QKeySequence::Copy)) {
        emit canvas.copyRequested();
    } else if (event->matches(QKeySequence::Cut) && event->key() == Qt::Key_X) {
        emit canvas.cutRequested();
    } else if (event->matches(QKeySequence::Paste) && event->key() == Qt::Key_V) {
        const QPoint cursor = canvas.mapFromGlobal(QCursor::pos());
        const QPointF at = canvas.rect().contains(cursor) ? QPointF(cursor) : QRectF(canvas.rect()).center();
        emit canvas.pasteRequested(snapped(view.toScene(at)));
    } else if (event->key() == Qt::Key_D && event->modifiers() == Qt::ControlModifier) {
        emit canvas.duplicateRequested();
    } else {
        return false;
    }
    return true;
}

void NodeCanvas::Impl::nudge(QPointF by) {
    if (const auto ids = selectedInOrder(); !ids.isEmpty()) emit canvas.moveRequested(ids, by);
}

void NodeCanvas::Impl::walk(int key) {
    const QPointF way(key == Qt::Key_Left    ? -1
                      : key == Qt::Key_Right ? 1
                                             : 0,
                      key == Qt::Key_Up     ? -1
                      : key == Qt::Key_Down ? 1
                                            : 0);
    const QStringList ids = selectedInOrder();
    int best = -1;
    double bestCost = 1e300;
    if (ids.isEmpty()) {
        for (int i = 0; i < scene.nodes().size(); ++i)
            if (scene.node(i).rect.top() < bestCost) {
                bestCost = scene.node(i).rect.top();
                best = i;
            }
    } else {
        const int current = scene.index(ids.front());
        const QPointF from = scene.node(current).rect.center();
        for (int i = 0; i < scene.nodes().size(); ++i) {
            const QPointF d = scene.node(i).rect.center() - from;
            const double along = QPointF::dotProduct(d, way);
            if (i == current || along <= 1) continue;
            const double across = std::abs(d.x() * way.y()) + std::abs(d.y() * way.x());
            if (const double cost = along + 2 * across; cost < bestCost) {
                bestCost = cost;
                best = i;
            }
        }
    }
    if (best < 0) return;
    const QString id = scene.node(best).data.id;
    setSelection({id});
    canvas.revealNode(id);
}

}  // namespace tl
