// What is where: loading, hit tests and moves. How wires find their way is in wire_routing.cpp.
#include "widgets/canvas/canvas_scene.h"

#include <QFontMetricsF>
#include <QTextLayout>
#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "widgets/theme/theme.h"

namespace tl {

namespace {
bool sameTexts(const CanvasNode& a, const CanvasNode& b) {
    return a.id == b.id && a.typeName == b.typeName && a.summary == b.summary && a.badge == b.badge &&
           a.frozen == b.frozen;
}
}  // namespace

// Chinese letters come from a taller font and move their line's baseline: what stands beside Latin ones is raised by so
// much.
static double riseOf(const QString& text, const QFont& font) {
    if (std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x2e80; })) return 0;
    QTextLayout layout(text, font);
    layout.beginLayout();
    const QTextLine line = layout.createLine();
    layout.endLayout();
    return line.ascent() - QFontMetricsF(font).ascent();
}

void CanvasScene::load(const GraphModel* model) {
    const auto oldNodes = std::exchange(nodes_, {});
    const auto oldIndices = indices_;
    indices_.clear();
    nodeIndex_.clear();
    unsettled_.clear();
    left_.clear();
    boundsKnown_ = false;
    ++revision_;
    if (model) {
        const auto ids = model->nodeIds();
        nodes_.reserve(ids.size());
        indices_.reserve(ids.size());
        for (const auto& id : ids) {
            NodeItem item;
            item.data = model->node(id);
            item.rect = QRectF(item.data.position, item.data.size());
            // Text layout is most of the cost, and most texts stay.
            const int old = oldIndices.value(id, -1);
            if (old >= 0 && sameTexts(oldNodes[old].data, item.data)) item.texts = oldNodes[old].texts;
            indices_.insert(id, int(nodes_.size()));
            nodeIndex_.insert(int(nodes_.size()), item.rect);
            nodes_.push_back(std::move(item));
        }
    }
    findWrong();
    setWires(wiresOf(model));
}

bool CanvasScene::reloadNode(const GraphModel* model, const QString& id) {
    const int i = index(id);
    if (i < 0 || !model) return true;
    auto& item = nodes_[i];
    auto data = model->node(id);
    if (!sameTexts(item.data, data)) item.texts.ready = false;
    const QRectF rect(data.position, data.size());
    const bool wired =
        rect != item.rect || data.inputs != item.data.inputs || data.growsInputs != item.data.growsInputs;
    if (wired) {
        left_.push_back(item.rect);
        unsettled_.insert(i);
        moveNode(i, rect);
    }
    const bool wrongChanged = data.error.isEmpty() != item.data.error.isEmpty();
    const auto afar = [](const CanvasNode& node) {  // what the map and the error card show of it
        return std::tie(node.category, node.hasOutput, node.error, node.errorDetail, node.repairs, node.warning);
    };
    const bool alone = !wired && afar(data) == afar(item.data);
    item.data = std::move(data);
    if (wrongChanged) findWrong();
    if (!alone) ++revision_;
    return alone;
}

void CanvasScene::findWrong() {
    wrong_.clear();
    for (int i = 0; i < nodes_.size(); ++i)
        if (!nodes_[i].data.error.isEmpty()) wrong_.push_back(i);
}

QVector<WireItem> CanvasScene::wiresOf(const GraphModel* model) const {
    const auto links = model ? model->links() : QVector<CanvasLink>();
    QVector<WireItem> items;
    items.reserve(links.size());
    for (const auto& link : links) {
        WireItem item;
        item.data = link;
        item.from = index(link.from);
        item.to = index(link.to);
        if (item.from >= 0 && item.to >= 0) items.push_back(std::move(item));
    }
    return items;
}

void CanvasScene::setWires(QVector<WireItem> items) {
    wires_ = std::move(items);
    out_ = QVector<QVector<int>>(nodes_.size());
    in_ = QVector<QVector<int>>(nodes_.size());
    for (int w = 0; w < wires_.size(); ++w) {
        out_[wires_[w].from].push_back(w);
        in_[wires_[w].to].push_back(w);
    }
    routeAll();
    for (int i = 0; i < nodes_.size(); ++i) chooseLabels(i);
    ++revision_;
}

void CanvasScene::reloadLinks(const GraphModel* model) {
    auto items = wiresOf(model);
    // Labels and faults change more often than wires do.
    const bool same =
        std::equal(items.begin(), items.end(), wires_.begin(), wires_.end(),
                   [](const auto& a, const auto& b) { return a.from == b.from && a.to == b.to && a.data == b.data; });
    if (!same) return setWires(std::move(items));
    for (int w = 0; w < wires_.size(); ++w) wires_[w].data = items[w].data;
    for (int i = 0; i < nodes_.size(); ++i) chooseLabels(i);
    ++revision_;
}

void CanvasScene::relayoutTexts() {
    for (auto& item : nodes_) item.texts.ready = false;
    ++revision_;
}

const NodeTexts& CanvasScene::texts(int index) const {
    if (!nodes_[index].texts.ready) layoutTexts(nodes_[index]);
    return nodes_[index].texts;
}

void CanvasScene::layoutTexts(const NodeItem& item) const {
    const auto& theme = Theme::instance();
    const auto& data = item.data;
    auto& texts = item.texts;
    const QFont nameFont = theme.drawnFont(13, QFont::DemiBold), badgeFont = theme.drawnMono(11);
    const QFont typeFont = theme.drawnFont(11, QFont::Medium), summaryFont = theme.drawnFont(11);
    constexpr double room = CanvasNode::kWidth - 34 - 10;
    const auto layOut = [](QStaticText& text, const QString& string, const QFont& font, double width) {
        text.setTextFormat(Qt::PlainText);
        text.setPerformanceHint(QStaticText::AggressiveCaching);
        text.setText(width > 0 ? QFontMetricsF(font).elidedText(string, Qt::ElideRight, width) : string);
        text.prepare({}, font);
    };
    texts.badgeWidth = data.badge.isEmpty() ? 0 : QFontMetricsF(badgeFont).horizontalAdvance(data.badge);
    layOut(texts.name, data.id, nameFont, room - (texts.badgeWidth > 0 ? texts.badgeWidth + 8 : 0));
    layOut(texts.badge, data.badge, badgeFont, 0);
    // The type, and behind it what it is set to; a summary that says no more than the type is left out.
    const double below = room - (data.frozen ? 14 : 0);
    layOut(texts.type, data.typeName, typeFont, below);
    texts.typeWidth = std::min(QFontMetricsF(typeFont).horizontalAdvance(data.typeName), below);
    const double rest = below - texts.typeWidth - 6;
    layOut(texts.summary, rest < 20 || data.summary == data.typeName ? QString() : data.summary, summaryFont,
           std::max(rest, 1.0));
    texts.nameRise = riseOf(data.id, nameFont);
    texts.summaryRise = riseOf(data.summary, summaryFont);
    texts.ready = true;
}

// Of the wires of one output that say the same, the straightest carries the label.
void CanvasScene::chooseLabels(int node) {
    const auto bend = [this](int w) {
        return std::abs(wires_[w].wire.from.x() - wires_[w].wire.to.x()) + (wires_[w].wire.lane ? 1e6 : 0);
    };
    QHash<QString, int> straightest;
    for (const int w : out_[node]) {
        wires_[w].labelled = false;
        if (wires_[w].data.label.isEmpty()) continue;
        const auto best = straightest.find(wires_[w].data.label);
        if (best == straightest.end())
            straightest.insert(wires_[w].data.label, w);
        else if (std::pair(bend(w), w) < std::pair(bend(*best), *best))
            *best = w;
    }
    for (const int w : std::as_const(straightest)) wires_[w].labelled = true;
}

int CanvasScene::wireIndex(const CanvasLink& link) const {
    const int to = index(link.to);
    if (to >= 0)
        for (const int w : in_[to])
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
    const double width = item.rect.width(), freePort = width - 16;
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
    const auto close = nodeIndex_.near({point, QSizeF(0, 0)});
    for (auto i = close.rbegin(); i != close.rend(); ++i)
        if (nodes_[*i].rect.contains(point)) {
            if (raised_.contains(nodes_[*i].data.id)) return *i;
            if (found < 0 || depth(*i) > depth(found)) found = *i;
        }
    return found;
}

void CanvasScene::bringForward(const QStringList& ids) {
    ++moves_;
    for (const QString& id : ids) forward_[id] = moves_;
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
    for (const int i : nodeIndex_.near({point.x() - radius, point.y() - radius, 2 * radius, 2 * radius})) {
        for (int p = 0; p < portCount(i); ++p) offer(inputPort(i, p), {i, p});
        if (nodes_[i].data.hasOutput) offer(outputPort(i), {i, -1});
    }
    return best;
}

int CanvasScene::wireAt(QPointF point, double radius) const {
    int best = -1;
    double bestDistance = radius;
    for (const int w : wireIndex_.near({point.x() - radius, point.y() - radius, 2 * radius, 2 * radius})) {
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
    if (port.isOutput()) return out_[port.node];
    QVector<int> found;
    for (const int w : in_[port.node])
        if (wires_[w].data.port == port.port) found.push_back(w);
    return found;
}

QVector<int> CanvasScene::nodesIn(const QRectF& rect) const {
    QVector<int> found = nodeIndex_.near(rect);
    found.removeIf([&](int i) { return !nodes_[i].rect.intersects(rect); });
    // Most were never moved: only what was is sorted, since every paint asks.
    if (!forward_.isEmpty())
        std::stable_sort(std::stable_partition(found.begin(), found.end(), [this](int i) { return depth(i) == 0; }),
                         found.end(), [this](int a, int b) { return depth(a) < depth(b); });
    return found;
}

QVector<int> CanvasScene::wiresIn(const QRectF& rect) const {
    QVector<int> found = wireIndex_.near(rect);
    found.removeIf([&](int w) { return !wires_[w].bounds.adjusted(-2, -2, 2, 2).intersects(rect); });
    return found;
}

QRectF CanvasScene::bounds() const {
    if (!boundsKnown_) {
        bounds_ = {};
        for (const auto& item : nodes_) bounds_ |= item.rect;
        boundsKnown_ = true;
    }
    return bounds_;
}

QRectF CanvasScene::bounds(const QStringList& ids) const {
    QRectF all;
    for (const auto& id : ids)
        if (const int i = index(id); i >= 0) all |= nodes_[i].rect;
    return all;
}

void CanvasScene::moveNode(int node, const QRectF& rect) {
    nodeIndex_.remove(node, nodes_[node].rect);
    nodes_[node].rect = rect;
    nodeIndex_.insert(node, rect);
    boundsKnown_ = false;
}

void CanvasScene::shift(const QSet<int>& nodes, QPointF by) {
    if (nodes.isEmpty()) return;
    for (const int i : nodes) {
        if (!unsettled_.contains(i)) left_.push_back(nodes_[i].rect);
        unsettled_.insert(i);
        moveNode(i, {nodes_[i].data.position + by, nodes_[i].rect.size()});
    }
    QSet<int> attached;
    for (const int i : nodes) {
        for (const int w : out_[i]) attached.insert(w);
        for (const int w : in_[i]) attached.insert(w);
    }
    for (const int w : attached) {
        auto& item = wires_[w];
        const QPointF step = outputPort(item.from) - item.wire.from;
        if (inputPort(item.to, item.data.port) - item.wire.to == step) {  // both ends moved: it goes along as it is
            unplace(w);
            item.wire.translate(step);
            item.bounds = item.wire.bounds();
            wireIndex_.insert(w, item.bounds);
            if (item.wire.lane) laneIndex_.insert(w, item.wire.laneRect());
        } else {
            place(w);
        }
    }
    ++revision_;
}

}  // namespace tl
