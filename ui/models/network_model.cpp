// Turns specs and reports into what the canvas draws. Node descriptions are cached, since a summary asks the layer's
// property table and a thousand nodes repaint at 60 frames a second.
#include "ui/models/network_model.h"

#include <algorithm>
#include <tuple>

#include "engine/layers/layer_type.h"
#include "engine/train/training_graph.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kPauseMs = 80;

QString text(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

int inputPorts(const NetworkSpec& spec, const std::string& id, const LayerType* type) {
    int linked = 0;
    for (const LinkSpec& link : spec.links)
        if (link.to == id) linked = std::max(linked, link.port + 1);
    if (!type) return std::max(linked, 1);
    return std::max(linked, type->maxInputs < 0 ? type->minInputs : type->maxInputs);
}

}  // namespace

NetworkModel::NetworkModel(JobTracker& jobs, QObject* parent) : GraphModel(parent), jobs_(jobs) {
    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &NetworkModel::validateInJob);
}

void NetworkModel::setSpec(NetworkSpec spec) {
    if (spec == spec_) return;
    const bool sameNodes =
        std::equal(spec.nodes.begin(), spec.nodes.end(), spec_.nodes.begin(), spec_.nodes.end(),
                   [](const NodeSpec& a, const NodeSpec& b) { return a.id == b.id && a.type == b.type; });
    const bool structure = !sameNodes || spec.links != spec_.links;
    QStringList changed;
    bool onlyMoved = !structure;
    if (!structure) {
        for (size_t i = 0; i < spec.nodes.size(); ++i) {
            if (spec.nodes[i] == spec_.nodes[i]) continue;
            changed << text(spec.nodes[i].id);
            onlyMoved &= spec.nodes[i].properties == spec_.nodes[i].properties &&
                         spec.nodes[i].bypassed == spec_.nodes[i].bypassed;
        }
    }
    spec_ = std::move(spec);
    if (onlyMoved && reportIsCurrent()) {
        // A position means nothing to validation.
        ++revision_;
        reportRevision_ = revision_;
    } else {
        ++revision_;
        scheduleValidation();
    }
    if (structure) {
        cache_.clear();
        indexOf_.clear();
        for (size_t i = 0; i < spec_.nodes.size(); ++i) indexOf_.insert(text(spec_.nodes[i].id), static_cast<int>(i));
        emit structureChanged();
    } else {
        for (const QString& id : changed) {
            cache_.remove(id);
            emit nodeChanged(id);
        }
    }
    emit specChanged();
}

void NetworkModel::setFacts(const DataFacts& facts, const QString& dataName) {
    if (facts.shape == facts_.shape && facts.classes == facts_.classes && facts.labels == facts_.labels &&
        dataName == dataName_)
        return;
    facts_ = facts;
    dataName_ = dataName;
    ++revision_;
    validateNow();  // its report refreshes the nodes, Input's words among them
}

void NetworkModel::setTraining(const TrainingSpec& training) {
    const auto costs = [](const TrainingSpec& spec) {
        return std::tie(spec.batch, spec.optimizer, spec.optimizerOptions);
    };
    if (costs(training) == costs(training_)) return;
    training_ = training;
    ++revision_;
    scheduleValidation();
}

void NetworkModel::scheduleValidation() { pause_.start(); }

void NetworkModel::validateNow() {
    pause_.stop();
    validateInJob();
}

void NetworkModel::validateInJob() {
    const quint64 revision = revision_;
    jobs_.run(
        QStringLiteral("validate"),
        [spec = spec_, facts = facts_, training = training_](std::stop_token) {
            return validate(spec, facts, training.batch, trainingStep(training));
        },
        [this, revision](NetworkReport report) {
            if (revision != revision_) return;  // edited meanwhile: the next report is on its way
            takeReport(std::move(report), revision);
        },
        [this, revision](const QString& sentence) {
            if (revision != revision_) return;
            NetworkReport failed;
            failed.diagnostics.push_back({Diagnostic::Severity::Error, {}, -1, sentence.toStdString(), {}, {}});
            takeReport(std::move(failed), revision);
        });
}

// Badges and errors stand in the nodes: those that look different now are told, the others stay as they are drawn.
void NetworkModel::takeReport(NetworkReport report, quint64 revision) {
    report_ = std::move(report);
    reportRevision_ = revision;
    QStringList changed;
    QHash<QString, CanvasNode> fresh;
    fresh.reserve(static_cast<qsizetype>(spec_.nodes.size()));
    for (const NodeSpec& node : spec_.nodes) {
        CanvasNode now = describe(node);
        const auto before = cache_.constFind(now.id);
        if (before == cache_.constEnd() || !(*before == now)) changed << now.id;
        fresh.insert(now.id, now);
    }
    cache_ = std::move(fresh);
    for (const QString& id : changed) emit nodeChanged(id);
    emit labelsChanged();
    emit reportChanged();
}

const NodeReport* NetworkModel::report(const QString& node) const {
    const auto found = report_.nodes.find(node.toStdString());
    return found == report_.nodes.end() ? nullptr : &found->second;
}

int NetworkModel::errors() const {
    return static_cast<int>(
        std::count_if(report_.diagnostics.begin(), report_.diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Error; }));
}

QStringList NetworkModel::nodeIds() const {
    QStringList ids;
    ids.reserve(static_cast<qsizetype>(spec_.nodes.size()));
    for (const NodeSpec& node : spec_.nodes) ids << text(node.id);
    return ids;
}

CanvasNode NetworkModel::node(const QString& id) const {
    const auto cached = cache_.constFind(id);
    if (cached != cache_.constEnd()) return *cached;
    const auto at = indexOf_.constFind(id);
    if (at == indexOf_.constEnd()) return {};
    return *cache_.insert(id, describe(spec_.nodes[static_cast<size_t>(*at)]));
}

const Diagnostic* NetworkModel::worst(const std::string& node) const {
    const Diagnostic* found = nullptr;
    for (const Diagnostic& d : report_.diagnostics) {
        if (d.node != node) continue;
        if (d.severity == Diagnostic::Severity::Error) return &d;
        if (!found) found = &d;
    }
    return found;
}

CanvasNode NetworkModel::describe(const NodeSpec& node) const {
    CanvasNode canvas;
    canvas.id = text(node.id);
    canvas.typeName = text(node.type);
    canvas.position = {node.x, node.y};
    const LayerType* type = findLayer(node.type);
    canvas.inputs = inputPorts(spec_, node.id, type);
    if (type) {
        canvas.category = text(nameOf(type->category));
        canvas.icon = text(type->icon);
        canvas.hasOutput = type->hasOutput;
        canvas.growsInputs = type->maxInputs < 0;
        canvas.frozen = isFrozen(node);
        try {
            const PropertyReader properties(type->properties, node.properties, node.id);
            if (type->summary) canvas.summary = text(type->summary(properties));
        } catch (const std::exception&) {
            canvas.summary = text(type->title);  // the diagnostic says which property is wrong
        }
        if (type->category == Category::Io && type->minInputs == 0 && facts_.shape.rank() > 0) {
            const QString shape = text(facts_.shape.toString());
            canvas.summary = QStringLiteral("%1 · %2 · uint8").arg(dataName_, shape);
        }
        if (canvas.summary.isEmpty()) canvas.summary = text(type->title);
    } else {
        canvas.placeholder = true;
        canvas.icon = QStringLiteral("question-square");
        canvas.summary = QStringLiteral("unknown layer %1").arg(canvas.typeName);
    }
    canvas.bypassed = node.bypassed;
    if (node.bypassed) canvas.summary = tr("bypassed · %1").arg(canvas.summary);
    if (const NodeReport* known = report(canvas.id); known && known->parameters > 0)
        canvas.badge = grouped(known->parameters);
    if (const Diagnostic* problem = worst(node.id)) {
        canvas.error = text(problem->message);
        canvas.errorDetail = text(problem->detail);
        canvas.warning = problem->severity == Diagnostic::Severity::Warning;
        for (const Repair& repair : problem->repairs) canvas.repairs << text(repair.label);
    }
    return canvas;
}

QVector<CanvasLink> NetworkModel::links() const {
    QVector<CanvasLink> result;
    result.reserve(static_cast<qsizetype>(spec_.links.size()));
    for (const LinkSpec& link : spec_.links) {
        CanvasLink canvas{text(link.from), text(link.to), link.port, {}, false};
        if (const NodeReport* from = report(canvas.from); from && from->outputKnown)
            canvas.label = text(from->output.toString());
        for (const Diagnostic& d : report_.diagnostics)
            if (d.severity == Diagnostic::Severity::Error && d.node == link.to && d.inputPort == link.port)
                canvas.wrong = true;
        result.push_back(canvas);
    }
    return result;
}

QString NetworkModel::refuses(const QString& from, const QString& to, int port) const {
    const NodeSpec* source = spec_.find(from.toStdString());
    const NodeSpec* target = spec_.find(to.toStdString());
    if (!source || !target) return tr("no such layer");
    if (from == to) return tr("a layer cannot feed itself");
    const LayerType* sourceType = findLayer(source->type);
    const LayerType* targetType = findLayer(target->type);
    if (sourceType && !sourceType->hasOutput) return tr("%1 has no output").arg(from);
    if (targetType && targetType->maxInputs >= 0 && port >= targetType->maxInputs)
        return targetType->maxInputs == 0 ? tr("%1 has no input").arg(to) : tr("%1 has no such input").arg(to);
    if (port < 0) return tr("%1 has no such input").arg(to);
    for (const LinkSpec& link : spec_.links)
        if (link.from == source->id && link.to == target->id && link.port == port) return tr("already connected");
    if (spec_.reaches(target->id, source->id)) return tr("would make a cycle");
    return {};
}

}  // namespace tl
