// The keyboard on the canvas, as far as it is gestures: arrows nudge the selection by the grid (Shift: by a pixel);
// with Alt, or with nothing selected, they walk: up and down along the wires, left and right to the nearest (Alt+Shift
// selects on the way). Escape puts away what is in hand, then the error card, then the selection. All else (Delete, C,
// Tab, ...) is actions of the window, which come with keys of their own.
#include <QKeyEvent>
#include <algorithm>

#include "widgets/canvas/canvas_core.h"
#include "widgets/canvas/tools/wire_tool.h"

namespace tl {

namespace {

bool isArrow(int key) {
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

}  // namespace

bool CanvasCore::key(QKeyEvent* event) {
    ensureLoaded();
    if (tool) {
        bool taken = false;
        auto held = std::move(tool);
        if (held->key(event, &taken) == CanvasTool::Hand::Holds) tool = std::move(held);
        updateCursor();
        canvas.update();
        if (taken) return true;
    }
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const int pressed = event->key();
    if (pressed == Qt::Key_Space && modifiers == Qt::NoModifier) {
        if (!event->isAutoRepeat()) {
            spaceDown = true;
            updateCursor();
        }
        return true;
    }
    if (pressed == Qt::Key_Escape) {
        if (tool)
            cancel();
        else if (!dismissCard()) {
            if (selected.isEmpty() && selectedWires.isEmpty()) return false;
            setSelection({});
        }
        return true;
    }
    if (!isArrow(pressed) || modifiers & Qt::ControlModifier) return false;
    if (modifiers & Qt::AltModifier || (selected.isEmpty() && modifiers == Qt::NoModifier)) {
        walk(Qt::Key(pressed), modifiers & Qt::ShiftModifier);
        return true;
    }
    if (selected.isEmpty()) return false;
    const double step = modifiers == Qt::ShiftModifier ? 1 : kSnap;
    const QPointF by(pressed == Qt::Key_Left    ? -step
                     : pressed == Qt::Key_Right ? step
                                                : 0,
                     pressed == Qt::Key_Up     ? -step
                     : pressed == Qt::Key_Down ? step
                                               : 0);
    emit canvas.moveRequested(selectedInOrder(), by, event->isAutoRepeat());
    return true;
}

void CanvasCore::walk(Qt::Key arrow, bool extend) {
    int from = scene.index(current);
    if (from < 0 && !selected.isEmpty()) from = scene.index(*selected.begin());
    int next = -1;
    if (from >= 0 && !selected.isEmpty()) {
        next = neighbour(from, arrow);
    } else if (!scene.nodes().isEmpty()) {
        next = 0;
        for (int i = 1; i < scene.nodes().size(); ++i)
            if (scene.node(i).rect.top() < scene.node(next).rect.top()) next = i;
    }
    if (next < 0) return;
    if (extend) {
        auto ids = selected;
        ids.insert(scene.node(next).data.id);
        setSelection(ids);
        setCurrent(scene.node(next).data.id);
    } else {
        choose(next);
    }
    reveal(next);
}

void CanvasCore::connectSelection() {
    ensureLoaded();
    const QStringList ids = selectedFromTheTop();
    if (ids.size() > 1) {
        emit canvas.connectAllRequested(ids);
    } else if (ids.size() == 1) {
        const int node = scene.index(ids.front());
        if (scene.node(node).data.hasOutput)
            take(WireTool::byKeys(*this, {node, -1}));
        else if (scene.portCount(node) > 0)
            take(WireTool::byKeys(*this, {node, 0}));
    }
}

// Of one layer all its wires, of several those between them.
void CanvasCore::disconnectSelection() {
    ensureLoaded();
    QSet<int> chosen;
    for (const QString& id : selected) chosen.insert(scene.index(id));
    QVector<CanvasLink> links;
    for (const int i : chosen) {
        for (const int w : scene.wiresFrom(i))
            if (chosen.size() == 1 || chosen.contains(scene.wires()[w].to)) links.push_back(scene.wires()[w].data);
        if (chosen.size() == 1)
            for (const int w : scene.wiresInto(i)) links.push_back(scene.wires()[w].data);
    }
    if (!links.isEmpty()) emit canvas.disconnectRequested(links);
}

// Of the selected layer, else of the one whose card is in view, else of the first that has one.
void CanvasCore::makeFirstRepair() {
    ensureLoaded();
    layOutCard();
    const int i = selected.size() == 1 ? scene.index(*selected.begin()) : -1;
    if (i >= 0 && !scene.node(i).data.repairs.isEmpty())
        emit canvas.repairRequested(*selected.begin(), 0);
    else if (card.visible() && !card.buttonRect(0).isEmpty())
        emit canvas.repairRequested(card.node(), 0);
    else if (const auto first =
                 std::ranges::find_if(scene.nodes(), [](const auto& n) { return !n.data.repairs.isEmpty(); });
             first != scene.nodes().end()) {
        const QString id = first->data.id;
        emit canvas.repairRequested(id, 0);
        canvas.revealNode(id);
    }
}

}  // namespace tl
