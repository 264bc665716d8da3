// Linear searches throughout: a thousand rectangles are tested in microseconds, and an index would have to be kept
// true.
#include "widgets/canvas/canvas_scene.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/canvas/node_canvas.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {
bool sameTexts(const CanvasNode& a, const CanvasNode& b) {
    return a.id == b.id && a.summary == b.summary && a.badge == b.badge;
}
}  // namespace

void CanvasScene::load(const GraphModel* model) {
    const auto oldNodes = std::exchange(nodes_, {});
    const auto oldIndices = indices_;
    wires_.clear();
    indices_.clear();
    if (!model) return;
    const auto ids = model->nodeIds();
    nodes_.reserve(ids.size());
    for (const auto& id : ids) {
        NodeItem item;
        item.data = model->node(id);
        item.rect = QRectF(item.data.position, QSizeF(NodeCanvas::kNodeWidth, NodeCanvas::kNodeHeight));
        // Text layout is most of the cost, and most texts stay.
        const int old = oldIndices.value(id, -1);
        if (old >= 0 && sameTexts(oldNodes[old].data, item.data)) {
            item.name = oldNodes[old].name;
            item.summary = oldNodes[old].summary;
            item.badge = oldNodes[old].badge;
            item.badgeWidth = oldNodes[old].badgeWidth;
        } else {
            layoutTexts(item);
        }
        indices_.insert(id, int(nodes_.size()));
        nodes_.push_back(std::move(item));
    }
    reloadLinks(model);
}

void CanvasScene::reloadNode(const GraphModel* model, const QString& id) {
    const int i = index(id);
    if (i < 0 || !model) return;
    auto& item = nodes_[i];
    auto data = model->node(id);
    const bool same = sameTexts(item.data, data);
    item.data = std::move(data);
    item.rect.moveTopLeft(item.data.position);
    if (!same) layoutTexts(item);
    for (auto& wire : wires_)
        if (wire.from == i || wire.to == i) place(wire);
}

void CanvasScene::reloadLinks(const GraphModel* model) {
    wires_.clear();
    if (!model) return;
    for (const auto& link : model->links()) {
        WireItem item;
        item.data = link;
        item.from = index(link.from);
        item.to = index(link.to);
        if (item.from < 0 || item.to < 0) continue;
        place(item);
        wires_.push_back(std::move(item));
    }
    chooseLabels();
}

void CanvasScene::relayoutTexts() {
    for (auto& item : nodes_) layoutTexts(item);
}

void CanvasScene::layoutTexts(NodeItem& item) const {
    const auto& theme = Theme::instance();
    const QFont nameFont = theme.font(13, QFont::DemiBold), summaryFont = theme.font(11), badgeFont = theme.mono(11);
    item.badgeWidth = item.data.badge.isEmpty() ? 0 : QFontMetricsF(badgeFont).horizontalAdvance(item.data.badge);
    const double nameWidth = NodeCanvas::kNodeWidth - 34 - 10 - (item.badgeWidth > 0 ? item.badgeWidth + 8 : 0);
    const auto layOut = [](QStaticText& text, const QString& string, const QFont& font, double width) {
        text.setTextFormat(Qt::PlainText);
        text.setPerformanceHint(QStaticText::AggressiveCaching);
        text.setText(width > 0 ? QFontMetricsF(font).elidedText(string, Qt::ElideRight, width) : string);
        text.prepare({}, font);
    };
    layOut(item.name, item.data.id, nameFont, nameWidth);
    layOut(item.summary, item.data.summary, summaryFont, NodeCanvas::kNodeWidth - 34 - 10);
    layOut(item.badge, item.data.badge, badgeFont, 0);
}

void CanvasScene::place(WireItem& item) const {
    item.wire = Wire::between(outputPort(item.from), inputPort(item.to, item.data.port));
    item.path = item.wire.path();
    item.bounds = item.wire.bounds();
}

// Of the wires of one output that say the same, the straightest carries the label.
void CanvasScene::chooseLabels() {
    QHash<QPair<int, QString>, int> best;
    const auto bend = [this](int w) { return std::abs(wires_[w].wire.from.x() - wires_[w].wire.to.x()); };
    for (int w = 0; w < wires_.size(); ++w) {
        wires_[w].labelled = false;
        if (wires_[w].data.label.isEmpty()) continue;
        const auto key = qMakePair(wires_[w].from, wires_[w].data.label);
        const auto found = best.find(key);
        if (found == best.end())
            best.insert(key, w);
        else if (bend(w) < bend(*found))
            *found = w;
    }
    for (const int w : best) wires_[w].labelled = true;
}

int CanvasScene::wireIndex(const CanvasLink& link) const {
    for (int w = 0; w < wires_.size(); ++w)
        if (wires_[w].data == link) return w;
    return -1;
}

int CanvasScene::portCount(int node) const {
    const auto& data = nodes_[node].data;
    return data.inputs + (data.growsInputs ? 1 : 0);
}

QPointF CanvasScene::inputPort(int node, int port) const {
    const auto& item = nodes_[node];
    const int count = std::max(item.data.inputs, 1);
    constexpr double width = NodeCanvas::kNodeWidth, freePort = width - 16;
    if (item.data.growsInputs && port >= item.data.inputs) return item.rect.topLeft() + QPointF(freePort, 0);
    // Up to three stand 60 px apart; more share what the free port leaves.
    const double right = item.data.growsInputs ? freePort - 24 : width - 20;
    const double step = count > 1 ? std::min(60.0, (right - 20) / (count - 1)) : 0;
    const double first = std::min(width / 2 - step * (count - 1) / 2, right - step * (count - 1));
    return item.rect.topLeft() + QPointF(first + step * std::clamp(port, 0, count - 1), 0);
}

QPointF CanvasScene::outputPort(int node) const {
    const auto& rect = nodes_[node].rect;
    return {rect.center().x(), rect.bottom()};
}

QPointF CanvasScene::portPosition(PortRef port) const {
    return port.isOutput() ? outputPort(port.node) : inputPort(port.node, port.port);
}

int CanvasScene::nodeAt(QPointF point) const {
    int found = -1;
    for (int i = int(nodes_.size()) - 1; i >= 0; --i)
        if (nodes_[i].rect.contains(point)) {
            if (raised_.contains(nodes_[i].data.id)) return i;
            if (found < 0) found = i;
        }
    return found;
}

PortRef CanvasScene::portAt(QPointF point, double radius) const {
    PortRef best;
    double bestDistance = radius * radius;
    const auto offer = [&](QPointF position, PortRef ref) {
        const QPointF d = position - point;
        const double distance = QPointF::dotProduct(d, d);
        if (distance <= bestDistance) {
            bestDistance = distance;
            best = ref;
        }
    };
    for (int i = 0; i < nodes_.size(); ++i) {
        if (!nodes_[i].rect.adjusted(-radius, -radius, radius, radius).contains(point)) continue;
        for (int p = 0; p < portCount(i); ++p) offer(inputPort(i, p), {i, p});
        if (nodes_[i].data.hasOutput) offer(outputPort(i), {i, -1});
    }
    return best;
}

int CanvasScene::wireAt(QPointF point, double radius) const {
    int best = -1;
    double bestDistance = radius;
    for (int w = 0; w < wires_.size(); ++w) {
        if (!wires_[w].bounds.adjusted(-radius, -radius, radius, radius).contains(point)) continue;
        const double distance = wires_[w].wire.distance(point);
        if (distance <= bestDistance) {
            bestDistance = distance;
            best = w;
        }
    }
    return best;
}

QVector<int> CanvasScene::wiresAt(PortRef port) const {
    QVector<int> found;
    for (int w = 0; w < wires_.size(); ++w)
        if (port.isOutput() ? wires_[w].from == port.node
                            : wires_[w].to == port.node && wires_[w].data.port == port.port)
            found.push_back(w);
    return found;
}

QVector<int> CanvasScene::nodesIn(const QRectF& rect) const {
    QVector<int> found;
    for (int i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].rect.intersects(rect)) found.push_back(i);
    return found;
}

QRectF CanvasScene::bounds() const {
    QRectF all;
    for (const auto& item : nodes_) all |= item.rect;
    return all;
}

QRectF CanvasScene::bounds(const QStringList& ids) const {
    QRectF all;
    for (const auto& id : ids)
        if (const int i = index(id); i >= 0) all |= nodes_[i].rect;
    return all;
}

bool CanvasScene::connected(int node) const {
    return std::any_of(wires_.begin(), wires_.end(), [node](const auto& w) { return w.from == node || w.to == node; });
}

void CanvasScene::shift(const QSet<int>& nodes, QPointF by) {
    for (const int i : nodes) nodes_[i].rect.moveTopLeft(nodes_[i].data.position + by);
    for (auto& wire : wires_)
        if (nodes.contains(wire.from) || nodes.contains(wire.to)) place(wire);
}

}  // namespace tl
