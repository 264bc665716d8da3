// Selection and the model's changes: what the canvas keeps between events. Changes are only noted when they
// come, and taken in once, when somebody looks.
#include "widgets/canvas/canvas_core.h"

#include <QTimerEvent>
#include <algorithm>
#include <cmath>

#include "widgets/canvas/accessible_canvas.h"
#include "widgets/theme/theme.h"

namespace tl {

CanvasCore::CanvasCore(NodeCanvas& owner)
    : canvas(owner), palette(new SearchPalette(&owner)), names(new NameEdit(&owner)), drop(*this) {
    view.unit = view.zoom = Theme::instance().textScale();
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        scene.relayoutTexts();
        followTextSize();
        canvas.update();
    });
    connect(palette, &SearchPalette::chosen, this, &CanvasCore::chosen);
    connect(palette, &SearchPalette::shown, &canvas, &NodeCanvas::searchShown);
    connect(palette, &SearchPalette::dismissed, this, [this] {
        paletteNode.clear();
        paletteAfter.clear();
        canvas.update();
    });
    connect(names, &NameEdit::named, &canvas, &NodeCanvas::renameRequested);
    connect(names, &NameEdit::closed, this, [this](bool hadFocus) {
        if (hadFocus) canvas.setFocus(Qt::PopupFocusReason);
    });
}

CanvasCore::~CanvasCore() = default;

QRect CanvasCore::areaOf(int node) const {
    constexpr double kAround = 20, kLeast = 4;  // glow, ports and arrow; px of the least block and its edge
    return view.toWidget(scene.node(node).rect.adjusted(-kAround, -kAround, kAround, kAround))
        .adjusted(-kLeast, -kLeast, kLeast, kLeast)
        .toAlignedRect();
}

void CanvasCore::setModel(GraphModel* newModel) {
    if (model) model->disconnect(this);
    cancel();
    model = newModel;
    stale_ = true;
    viewTouched = fitAll = false;
    selected.clear();
    selectedWires.clear();
    dismissed.clear();
    current.clear();
    if (model) {
        connect(model, &GraphModel::structureChanged, this, &CanvasCore::structureChanged);
        connect(model, &GraphModel::nodeChanged, this, &CanvasCore::nodeChanged);
        connect(model, &GraphModel::labelsChanged, this, &CanvasCore::linksChanged);
        connect(model, &QObject::destroyed, this, &CanvasCore::structureChanged);
    }
    showStart();
    emit canvas.selectionChanged();
    canvas.update();
}

void CanvasCore::ensureLoaded() const {
    if (stale_) {
        scene.load(model);
    } else {
        for (const QString& id : staleNodes_) {
            if (const int i = scene.index(id); i < 0 || !scene.reloadNode(model, id))
                canvas.update();
            else
                canvas.update(areaOf(i));
        }
        if (staleLinks_) scene.reloadLinks(model);
        if (!staleNodes_.isEmpty()) scene.settle();
        if (tool && (staleLinks_ || !staleNodes_.isEmpty())) tool->sceneReloaded();
    }
    stale_ = staleLinks_ = false;
    staleNodes_.clear();
}

void CanvasCore::structureChanged() {
    // Many changes may come in one go; one reload serves them all.
    if (!stale_) QMetaObject::invokeMethod(this, &CanvasCore::prune, Qt::QueuedConnection);
    if (tool && !tool->outlivesChanges()) cancel();
    stale_ = true;
    hovered = {};
    drop.forgetWire();
    palette->dismiss();
    canvas.update();
}

// What an edit touches is painted, not the network.
void CanvasCore::nodeChanged(const QString& id) {
    if (staleNodes_.isEmpty()) QMetaObject::invokeMethod(this, &CanvasCore::takeIn, Qt::QueuedConnection);
    staleNodes_.insert(id);
}

void CanvasCore::takeIn() {
    if (canvas.isVisible()) ensureLoaded();
}

void CanvasCore::linksChanged() {
    staleLinks_ = true;
    hovered.wire = -1;
    drop.forgetWire();
    canvas.update();
}

void CanvasCore::prune() {
    ensureLoaded();
    QSet<QString> nodes;
    for (const auto& id : selected)
        if (scene.index(id) >= 0) nodes.insert(id);
    QVector<CanvasLink> links;
    for (const auto& link : selectedWires)
        if (scene.wireIndex(link) >= 0) links.push_back(link);
    setSelection(nodes, links);
    if (names->isOpen() && scene.index(names->node()) < 0) names->close();
    if (!viewTouched) showStart();
}

void CanvasCore::setSelection(const QSet<QString>& nodes, const QVector<CanvasLink>& links) {
    if (nodes == selected && links == selectedWires) return;
    selected = nodes;
    selectedWires = links;
    scene.raise(selected);
    canvas.update();
    if (selected.size() == 1) {
        dismissed.remove(*selected.begin());  // asked for again
        setCurrent(*selected.begin());
    } else if (!selected.isEmpty()) {
        announce(NodeCanvas::tr("%1 layers selected").arg(selected.size()));
    } else {
        announce({});
    }
    emit canvas.selectionChanged();
}

void CanvasCore::choose(int node) {
    const QString id = scene.node(node).data.id;
    setSelection({id});
    setCurrent(id);
}

void CanvasCore::setCurrent(const QString& id) {
    current = id;
    announceCurrent(canvas, scene.index(id));
}

void CanvasCore::announce(const QString& text) { canvas.setAccessibleDescription(text); }

QStringList CanvasCore::selectedInOrder() const {
    ensureLoaded();
    QVector<int> places;
    for (const auto& id : selected)
        if (const int i = scene.index(id); i >= 0) places.push_back(i);
    std::sort(places.begin(), places.end());
    QStringList ids;
    for (const int i : places) ids.push_back(scene.node(i).data.id);
    return ids;
}

QStringList CanvasCore::selectedFromTheTop() const {
    QStringList ids = selectedInOrder();
    const auto place = [this](const QString& id) {
        const QPointF p = scene.node(scene.index(id)).rect.topLeft();
        return std::pair(p.y(), p.x());
    };
    std::stable_sort(ids.begin(), ids.end(), [&](const QString& a, const QString& b) { return place(a) < place(b); });
    return ids;
}

int CanvasCore::neighbour(int node, Qt::Key arrow) const {
    const bool up = arrow == Qt::Key_Up, vertical = up || arrow == Qt::Key_Down;
    const QPointF from = scene.node(node).rect.center();
    const auto nearest = [&](const auto& candidates, const auto& cost) {
        int best = -1;
        double bestCost = 1e300;
        for (const int i : candidates)
            if (const double c = cost(i); i != node && c < bestCost) {
                bestCost = c;
                best = i;
            }
        return best;
    };
    if (vertical) {
        QVector<int> wired;
        for (const int w : up ? scene.wiresInto(node) : scene.wiresFrom(node))
            wired.push_back(up ? scene.wires()[w].from : scene.wires()[w].to);
        const int next = nearest(wired, [&](int i) {
            const QPointF d = scene.node(i).rect.center() - from;
            return std::abs(d.y()) + std::abs(d.x());
        });
        if (next >= 0) return next;
    }
    const QPointF way(arrow == Qt::Key_Left ? -1 : arrow == Qt::Key_Right ? 1 : 0, up ? -1 : vertical ? 1 : 0);
    for (const double reach : {600.0, 4000.0, 1e7}) {
        const int next =
            nearest(scene.nodesIn(QRectF(from, QSizeF()).adjusted(-reach, -reach, reach, reach)), [&](int i) {
                const QPointF d = scene.node(i).rect.center() - from;
                const double along = QPointF::dotProduct(d, way);
                if (along <= 1) return 1e300;
                return along + 2 * (std::abs(d.x() * way.y()) + std::abs(d.y() * way.x()));
            });
        if (next >= 0) return next;
    }
    return -1;
}

void CanvasCore::take(std::unique_ptr<CanvasTool> next) {
    cancel();  // a key may come in the middle of a drag
    tool = std::move(next);
    updateCursor();
    canvas.update();
}

void CanvasCore::cancel() {
    panTimer_.stop();
    if (const auto ended = std::move(tool)) ended->cancel();
    updateCursor();
    canvas.update();
}

void CanvasCore::timerEvent(QTimerEvent* event) {
    if (event->timerId() == noticeTimer_.timerId()) {
        noticeTimer_.stop();
        noticeText.clear();
        canvas.update();
    } else if (event->timerId() == panTimer_.timerId()) {
        panAtEdge();
    }
}

namespace {
constexpr double kEdge = 28;  // px from the canvas's edge where a drag begins to pan
}

void CanvasCore::panAtEdge() {
    const QRectF calm = QRectF(canvas.rect()).adjusted(kEdge, kEdge, -kEdge, -kEdge);
    const auto pull = [](double value, double low, double high) {
        return value < low ? std::min(low - value, 40.0) : value > high ? -std::min(value - high, 40.0) : 0.0;
    };
    const QPointF step(pull(lastAt.x(), calm.left(), calm.right()) * 0.4,
                       pull(lastAt.y(), calm.top(), calm.bottom()) * 0.4);
    if (!tool || !tool->pansAtEdge() || step.isNull()) {
        panTimer_.stop();
        return;
    }
    if (!panTimer_.isActive()) {
        panTimer_.start(16, this);
        return;
    }
    auto next = view;
    next.offset += step;
    viewTouched = true;
    setView(next);
    tool->move(lastAt, lastModifiers);
}

QRectF CanvasCore::emptyColumn() const {
    const Theme& theme = Theme::instance();
    const QRectF all(canvas.rect());
    const double width = std::min<double>(theme.scaled(420), all.width() - 32);
    return {all.center().x() - width / 2, all.center().y() - 60, width, static_cast<double>(theme.scaled(160))};
}

// As wide as the column, so that what is painted into it breaks where it was measured to.
QRect CanvasCore::emptyHintRect() const {
    const Theme& theme = Theme::instance();
    const QRect room = emptyColumn().adjusted(0, 44 + theme.scaled(26), 0, 0).toAlignedRect();
    const QRect lines = QFontMetrics(theme.font(13)).boundingRect(room, Qt::AlignHCenter | Qt::TextWordWrap, emptyHint);
    return {room.left(), room.top(), room.width(), lines.height()};
}

}  // namespace tl
