// Each function copies the network, edits the copy and pushes the difference as one step; an edit that changes nothing
// leaves no step behind.
#include "ui/commands/network_editor.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QPointer>
#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/io/project.h"
#include "engine/layers/layer_type.h"
#include "engine/model/templates.h"
#include "ui/commands/edit_command.h"
#include "ui/commands/network_edits.h"
#include "ui/jobs/job_tracker.h"
#include "ui/models/network_model.h"
#include "ui/models/text.h"

namespace tl {

namespace {

constexpr const char* kWiresMime = "application/x-tensorloom-wires";  // "from to port" a line: wires from outside
constexpr double kGrid = 8;
constexpr size_t kLayoutAtOnce = 300;  // layers; more are arranged in a job

std::string s(const QString& text) { return text.toStdString(); }

std::vector<std::string> list(const QStringList& ids) {
    std::vector<std::string> result;
    for (const QString& id : ids) result.push_back(s(id));
    return result;
}

LinkSpec linkSpec(const CanvasLink& link) { return {s(link.from), s(link.to), link.port}; }

// "conv_1", or "3 layers".
QString named(const QStringList& ids) {
    return ids.size() == 1 ? ids[0] : NetworkEditor::tr("%n layer(s)", nullptr, static_cast<int>(ids.size()));
}

// What all of the layers have there; nothing where it is not the same.
std::optional<QString> commonValue(const NetworkSpec& network, const QStringList& nodes, const std::string& key) {
    std::optional<std::string> common;
    for (const QString& id : nodes) {
        const NodeSpec* node = network.find(s(id));
        const LayerType* type = node ? findLayer(node->type) : nullptr;
        if (!type) continue;
        const auto property = std::ranges::find(type->properties, key, &Property::key);
        if (property == type->properties.end()) continue;
        const auto set = node->properties.find(key);
        std::string value = toString(set == node->properties.end() ? property->defaultValue : set->second);
        if (common && *common != value) return std::nullopt;
        common = std::move(value);
    }
    return common ? std::optional(toldValue(q(*common))) : std::nullopt;
}

// "units of dense_1: 64 → 128".
StepName settingOf(const QStringList& nodes, const QString& key, const NetworkSpec& before, const NetworkSpec& after) {
    return [=, from = commonValue(before, nodes, s(key)), to = commonValue(after, nodes, s(key))] {
        if (!to) return NetworkEditor::tr("Set %1 of %2").arg(key, named(nodes));
        return from ? NetworkEditor::tr("%1 of %2: %3 → %4").arg(key, named(nodes), *from, *to)
                    : NetworkEditor::tr("%1 of %2: %3").arg(key, named(nodes), *to);
    };
}

// One property of these layers, as a name.
QString propertyOf(const QStringList& nodes, const QString& key) {
    return nodes.join(QLatin1Char('\n')) + QLatin1Char('\n') + key;
}

// Whichever way it is gone, all layers are elsewhere: the view goes along.
class LayoutCommand : public NetworkCommand {
public:
    LayoutCommand(NetworkModel& model, const NetworkSpec& after, StepName name, NetworkEditor& editor)
        : NetworkCommand(model, after, std::move(name)), editor_(&editor) {}
    void redo() override { NetworkCommand::redo(), tell(); }
    void undo() override { NetworkCommand::undo(), tell(); }

private:
    void tell() const {
        if (editor_) emit editor_->laidOut();
    }
    QPointer<NetworkEditor> editor_;
};

}  // namespace

NetworkEditor::NetworkEditor(NetworkModel& model, QUndoStack& undo, JobTracker& jobs, QObject* parent)
    : QObject(parent), model_(model), undo_(undo), jobs_(jobs) {}

void NetworkEditor::push(const NetworkSpec& after, StepName name, int mergeId) {
    if (after == model_.spec()) return;
    if (mergeId < 0) propertyUnderEdit_.clear();
    undo_.push(new NetworkCommand(model_, after, std::move(name), mergeId));
}

QString NetworkEditor::add(const QString& type, QPointF at, const QString& from, const QString& to, int port) {
    NetworkSpec network = model_.spec();
    const std::string id = edits::addLayer(network, s(type), {at.x(), at.y()});
    const LayerType* layer = findLayer(edits::typeOf(s(type)));
    if (!from.isEmpty() && layer && layer->maxInputs != 0) edits::connect(network, s(from), id, 0);
    if (!to.isEmpty() && layer && layer->hasOutput) edits::connect(network, id, s(to), port);
    push(network, [=] { return tr("Add %1").arg(q(id)); });
    return q(id);
}

QString NetworkEditor::addAfter(const QString& type, const QStringList& after) {
    NetworkSpec network = model_.spec();
    const std::string id = edits::addAfter(network, s(type), list(after));
    push(network, [=] { return tr("Add %1").arg(q(id)); });
    return q(id);
}

QString NetworkEditor::insertOnWire(const QString& type, const CanvasLink& wire) {
    const std::string named = edits::typeOf(s(type));
    const LayerType* layer = findLayer(named);
    if (!layer || layer->maxInputs == 0 || !layer->hasOutput) {
        emit refused(tr("%1 has no place in a wire: it needs an input and an output.").arg(q(named)));
        return {};
    }
    NetworkSpec network = model_.spec();
    const std::string id = edits::insertOnWire(network, s(type), linkSpec(wire));
    push(network, [=] { return tr("Insert %1").arg(q(id)); });
    return q(id);
}

void NetworkEditor::splice(const QString& node, QPointF by, const CanvasLink& wire) {
    NetworkSpec network = model_.spec();
    edits::move(network, {s(node)}, {by.x(), by.y()});
    if (network.reaches(s(node), s(wire.from)) || network.reaches(s(wire.to), s(node))) {
        emit refused(tr("%1 cannot go into this wire: would make a cycle.").arg(node));
        return;
    }
    edits::splice(network, s(node), linkSpec(wire));
    push(network, [=] { return tr("Insert %1").arg(node); });
}

void NetworkEditor::connectNodes(const QString& from, const QString& to, int port) {
    const QString reason = model_.refuses(from, to, port);
    if (!reason.isEmpty()) {
        emit refused(tr("%1 cannot feed %2: %3.").arg(from, to, reason));
        return;
    }
    NetworkSpec network = model_.spec();
    edits::connect(network, s(from), s(to), port);
    push(network, [=] { return tr("Connect %1 to %2").arg(from, to); });
}

void NetworkEditor::connectAll(const QStringList& ids) {
    NetworkSpec network = model_.spec();
    if (edits::connectAll(network, list(ids)) == 0) {
        emit refused(tr("These layers cannot be connected in this order: they are already, or it would make a cycle."));
        return;
    }
    push(network, [=] {
        return ids.size() == 2 ? tr("Connect %1 to %2").arg(ids[0], ids[1]) : tr("Connect %1").arg(named(ids));
    });
}

void NetworkEditor::disconnectLinks(const QVector<CanvasLink>& links) {
    NetworkSpec network = model_.spec();
    std::vector<LinkSpec> wires;
    for (const CanvasLink& link : links) wires.push_back(linkSpec(link));
    edits::disconnect(network, wires);
    push(network, [=] {
        return links.size() == 1 ? tr("Disconnect %1 from %2").arg(links[0].from, links[0].to)
                                 : tr("Disconnect %n wire(s)", nullptr, static_cast<int>(links.size()));
    });
}

void NetworkEditor::reconnect(const CanvasLink& old, const QString& to, int port) {
    NetworkSpec network = model_.spec();
    if (network.reaches(s(to), s(old.from))) {
        emit refused(tr("%1 cannot feed %2: would make a cycle.").arg(old.from, to));
        return;
    }
    const bool taken = std::ranges::any_of(
        network.links, [port, target = s(to)](const LinkSpec& link) { return link.to == target && link.port == port; });
    const int now = edits::reconnect(network, linkSpec(old), s(to), port);
    push(network, [=] {
        if (to != old.to) return tr("Connect %1 to %2").arg(old.from, to);
        const auto [first, second] = std::minmax(old.port, now);
        return taken ? tr("Swap inputs %1 and %2 of %3").arg(first + 1).arg(second + 1).arg(to)
                     : tr("Move %1 to input %2 of %3").arg(old.from, QString::number(now + 1), to);
    });
}

void NetworkEditor::move(const QStringList& ids, QPointF by, bool goesOn) {
    NetworkSpec network = model_.spec();
    edits::move(network, list(ids), {by.x(), by.y()});
    if (!goesOn) moveMerge_ = freshMergeId();
    push(
        network, [=] { return tr("Move %1").arg(named(ids)); }, moveMerge_);
}

void NetworkEditor::remove(const QStringList& nodes, const QVector<CanvasLink>& links, bool reconnect) {
    NetworkSpec network = model_.spec();
    std::vector<LinkSpec> wires;
    for (const CanvasLink& link : links) wires.push_back(linkSpec(link));
    edits::disconnect(network, wires);
    edits::removeLayers(network, list(nodes), reconnect);
    push(network, [nodes, wires = static_cast<int>(links.size())] {
        return tr("Delete %1").arg(nodes.isEmpty() ? tr("%n wire(s)", nullptr, wires) : named(nodes));
    });
}

void NetworkEditor::toggleBypass(const QStringList& nodes) {
    NetworkSpec network = model_.spec();
    const bool bypassed = edits::toggleBypass(network, list(nodes));
    if (network == model_.spec()) {
        emit refused(nodes.isEmpty() ? tr("Select the layers to bypass first.")
                                     : tr("An input or output cannot be bypassed: the network would have none."));
        return;
    }
    push(network, [=] { return (bypassed ? tr("Bypass %1") : tr("Use %1 again")).arg(named(nodes)); });
}

QString NetworkEditor::refusesName(const QString& id, const QString& name) const {
    return q(edits::refusesName(model_.spec(), s(id), s(name.trimmed())));
}

void NetworkEditor::rename(const QString& id, const QString& name) {
    const QString trimmed = name.trimmed();
    if (const QString reason = refusesName(id, trimmed); !reason.isEmpty()) {
        emit refused(reason);
        return;
    }
    NetworkSpec network = model_.spec();
    edits::rename(network, s(id), s(trimmed));
    push(network, [=] { return tr("Rename %1 to %2").arg(id, trimmed); });
}

void NetworkEditor::setProperty(const QStringList& nodes, const QString& key, const PropertyValue& value, bool final) {
    const QString edited = propertyOf(nodes, key);
    NetworkSpec network = model_.spec();
    if (edited != propertyUnderEdit_ || undo_.index() == 0) {  // of another history, perhaps
        propertyMerge_ = freshMergeId();
        beforeEdit_ = network;
    }
    for (const QString& node : nodes) edits::setProperty(network, s(node), s(key), value);
    push(network, settingOf(nodes, key, beforeEdit_, network), propertyMerge_);
    propertyUnderEdit_ = final ? QString() : edited;
}

// Ends where it began, so that no step is left.
void NetworkEditor::takeBackProperty(const QStringList& nodes, const QString& key) {
    if (propertyOf(nodes, key) != propertyUnderEdit_ || undo_.index() == 0) return;
    NetworkSpec network = model_.spec();
    for (const QString& id : nodes)
        if (const NodeSpec* before = std::as_const(beforeEdit_).find(s(id)))
            if (NodeSpec* node = network.find(s(id))) node->properties = before->properties;
    push(network, settingOf(nodes, key, beforeEdit_, network), propertyMerge_);
    propertyUnderEdit_.clear();
}

void NetworkEditor::resetProperty(const QStringList& nodes, const QString& key) {
    NetworkSpec network = model_.spec();
    for (const QString& id : nodes)
        if (NodeSpec* node = network.find(s(id))) node->properties.erase(s(key));
    push(network, settingOf(nodes, key, model_.spec(), network));
}

void NetworkEditor::resetProperties(const QStringList& nodes) {
    NetworkSpec network = model_.spec();
    for (const QString& id : nodes)
        if (NodeSpec* node = network.find(s(id))) node->properties.clear();
    push(network, [=] { return tr("Reset %1").arg(named(nodes)); });
}

void NetworkEditor::toggleTrainable(const QStringList& ids) {
    NetworkSpec network = model_.spec();
    std::vector<const NodeSpec*> nodes;
    for (const QString& id : ids) {
        const NodeSpec* node = model_.find(id);
        if (node && edits::canFreeze(*node)) nodes.push_back(node);
    }
    if (nodes.empty()) {
        emit refused(tr("A layer without weights has nothing to freeze."));
        return;
    }
    const bool train = std::all_of(nodes.begin(), nodes.end(), [](const NodeSpec* node) { return isFrozen(*node); });
    for (const NodeSpec* node : nodes) edits::setProperty(network, node->id, "trainable", train);
    QStringList changed;
    for (const NodeSpec* node : nodes) changed << q(node->id);
    push(network, [=] { return (train ? tr("Train %1") : tr("Freeze %1")).arg(named(changed)); });
}

QString NetworkEditor::changeType(const QString& id, const QString& type) {
    NetworkSpec network = model_.spec();
    QString name = q(edits::changeType(network, s(id), s(type)));
    push(network, [=] { return tr("Make %1 a %2").arg(id, type); });
    return name;
}

void NetworkEditor::repair(const QString& node, const Repair& repair) {
    if (repair.kind == Repair::Kind::SetData) {
        const QString value = q(std::get<std::string>(repair.value));
        repair.key == "spec" ? emit dataRequested(value) : emit dataSettingsRequested(value);
        return;
    }
    NetworkSpec network = model_.spec();
    edits::applyRepair(network, s(node), repair);
    push(network,
         [label = repair.label, node] { return node.isEmpty() ? q(label) : tr("%1 at %2").arg(q(label), node); });
}

// Places are taken over by name, so that an edit made meanwhile is kept.
void NetworkEditor::autoLayout() {
    const auto takeOver = [this](const NetworkSpec& arranged) {
        std::unordered_map<std::string, const NodeSpec*> places;
        for (const NodeSpec& node : arranged.nodes) places.emplace(node.id, &node);
        NetworkSpec network = model_.spec();
        for (size_t i = 0; i < network.nodes.size(); ++i) {
            const auto place = places.find(network.nodes[i].id);
            if (place == places.end()) continue;
            NodeSpec& node = network.nodes.edit(i);
            node.x = place->second->x;
            node.y = place->second->y;
        }
        if (network == model_.spec()) return emit laidOut();
        propertyUnderEdit_.clear();
        undo_.push(new LayoutCommand(
            model_, network, [] { return tr("Auto-layout"); }, *this));
    };
    const auto arranged = [](NetworkSpec network) {
        tl::autoLayout(network);
        return network;
    };
    if (model_.spec().nodes.size() <= kLayoutAtOnce) return takeOver(arranged(model_.spec()));
    jobs_.run(
        this, QStringLiteral("edit.layout"),
        [arranged, network = model_.spec()](std::stop_token) { return arranged(network); }, takeOver);
}

void NetworkEditor::copy(const QStringList& ids) const {
    if (ids.isEmpty()) return;
    const auto wanted = list(ids);
    auto* mime = new QMimeData;
    mime->setText(q(toJson(edits::extract(model_.spec(), wanted))));
    QString wires;
    for (const LinkSpec& link : edits::incoming(model_.spec(), wanted))
        wires += QStringLiteral("%1 %2 %3\n").arg(q(link.from), q(link.to), QString::number(link.port));
    mime->setData(QLatin1String(kWiresMime), wires.toUtf8());
    QGuiApplication::clipboard()->setMimeData(mime);
}

void NetworkEditor::cut(const QStringList& ids) {
    if (ids.isEmpty()) return;
    copy(ids);
    NetworkSpec network = model_.spec();
    edits::removeLayers(network, list(ids), false);
    push(network, [=] { return tr("Cut %1").arg(named(ids)); });
}

QStringList NetworkEditor::paste(const QPointF* at, bool withWires) {
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    NetworkSpec piece;
    try {
        piece = networkFromJson(s(mime ? mime->text() : QString()));
    } catch (const std::exception&) {
        emit refused(tr("The clipboard does not hold layers."));
        return {};
    }
    if (piece.nodes.empty()) return {};
    edits::Point by{40, 40};
    if (at) {
        QRectF all;
        for (const NodeSpec& node : piece.nodes) all |= QRectF(QPointF(node.x, node.y), CanvasNode().size());
        const QPointF way = *at - all.center();
        by = {std::round(way.x() / kGrid) * kGrid, std::round(way.y() / kGrid) * kGrid};
    }
    by = edits::clearOf(model_.spec(), piece, by);
    std::vector<LinkSpec> wires;
    if (withWires && mime) {
        for (const QString& line : QString::fromUtf8(mime->data(QLatin1String(kWiresMime))).split(QLatin1Char('\n'))) {
            const QStringList parts = line.split(QLatin1Char(' '));
            if (parts.size() == 3) wires.push_back({s(parts[0]), s(parts[1]), parts[2].toInt()});
        }
    }
    NetworkSpec network = model_.spec();
    QStringList ids;
    for (const std::string& id : edits::paste(network, piece, by, wires)) ids << q(id);
    push(network, [=] { return tr("Paste %1").arg(named(ids)); });
    return ids;
}

QStringList NetworkEditor::duplicate(const QStringList& ids) {
    if (ids.isEmpty()) return {};
    NetworkSpec network = model_.spec();
    const NetworkSpec piece = edits::extract(network, list(ids));
    QStringList made;
    for (const std::string& id : edits::paste(network, piece, edits::clearOf(network, piece, {40, 40}))) made << q(id);
    push(network, [=] { return tr("Duplicate %1").arg(named(ids)); });
    return made;
}

}  // namespace tl
