// Turns specs and reports into what the canvas draws. Node descriptions are cached, since a summary asks the layer's
// property table and a thousand nodes repaint at 60 frames a second.
#include "ui/models/network_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/error.h"
#include "engine/layers/layer_type.h"
#include "engine/model/network_view.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kPauseMs = 80;

int inputPorts(const std::vector<Links::Wire>& wires, const LayerType* type) {
    const int linked = wires.empty() ? 0 : wires.back().port + 1;  // sorted by port
    if (!type) return std::max(linked, 1);
    return std::max(linked, type->maxInputs < 0 ? type->minInputs : type->maxInputs);
}

// What of a report stands in the node itself.
bool looksSame(const NodeReport* a, const NodeReport* b) { return (a ? a->parameters : 0) == (b ? b->parameters : 0); }

bool labelsSame(const NodeReport* a, const NodeReport* b) {
    if (!a || !b) return a == b;
    return a->outputKnown == b->outputKnown && a->output == b->output;
}

bool saysSame(const Diagnostic* a, const Diagnostic* b) {
    if (!a || !b) return a == b;
    return a->severity == b->severity && a->message == b->message && a->detail == b->detail &&
           std::equal(a->repairs.begin(), a->repairs.end(), b->repairs.begin(), b->repairs.end(),
                      [](const Repair& x, const Repair& y) { return x.label == y.label; });
}

}  // namespace

NetworkModel::NetworkModel(JobTracker& jobs, QObject* parent) : GraphModel(parent), jobs_(jobs) {
    pause_.setSingleShot(true);
    pause_.setInterval(kPauseMs);
    connect(&pause_, &QTimer::timeout, this, &NetworkModel::validateInJob);
}

void NetworkModel::setProject(const QString& name) {
    if (project_ == name) return;
    project_ = name;
    emit projectChanged();
}

void NetworkModel::setSpec(NetworkSpec spec) {
    if (spec == spec_) return;
    const auto &now = spec.nodes.shared(), &then = spec_.nodes.shared();
    const bool sameNodes =
        std::equal(now.begin(), now.end(), then.begin(), then.end(), [](const auto& a, const auto& b) {
            return a.sharesWith(b) || (a->id == b->id && a->type == b->type);
        });
    const bool structure = !sameNodes || spec.links != spec_.links;
    QStringList changed;
    bool onlyMoved = !structure;
    if (!structure) {
        for (size_t i = 0; i < now.size(); ++i) {
            if (now[i] == then[i]) continue;
            changed << q(now[i]->id);
            onlyMoved &= now[i]->properties == then[i]->properties && now[i]->bypassed == then[i]->bypassed;
        }
    }
    const NetworkSpec before = std::exchange(spec_, std::move(spec));
    if (!onlyMoved) ++content_;
    if (onlyMoved && reportIsCurrent()) {
        // A position means nothing to validation.
        ++revision_;
        reportRevision_ = revision_;
    } else {
        ++revision_;
        scheduleValidation();
    }
    if (structure) {
        followStructure(before);
        emit structureChanged();
    } else {
        for (const QString& id : changed) {
            cache_.remove(id);
            emit nodeChanged(id);
        }
    }
    emit specChanged();
}

// Descriptions stay for the nodes that are as they were, wires into them included.
void NetworkModel::followStructure(const NetworkSpec& before) {
    const Links then = std::exchange(links_, Links(spec_));
    reach_ = {};
    auto old = std::exchange(cache_, {});
    cache_.reserve(old.size());
    for (size_t i = 0; i < spec_.nodes.size(); ++i) {
        const int at = then.indexOf(spec_.nodes[i].id);
        if (at < 0 || !before.nodes.shared()[static_cast<size_t>(at)].sharesWith(spec_.nodes.shared()[i])) continue;
        const auto &wiresThen = then.in[static_cast<size_t>(at)], &wires = links_.in[i];
        const auto ports = [](const std::vector<Links::Wire>& in) { return in.empty() ? 0 : in.back().port + 1; };
        if (ports(wiresThen) != ports(wires)) continue;
        const QString id = q(spec_.nodes[i].id);
        if (const auto known = old.constFind(id); known != old.constEnd()) cache_.insert(id, *known);
    }
}

void NetworkModel::setFacts(const DataFacts& facts, const QString& dataName, DType dataType) {
    if (facts == facts_ && dataName == dataName_ && dataType == dataType_) return;
    facts_ = facts;
    dataName_ = dataName;
    dataType_ = dataType;
    for (const NodeSpec& node : spec_.nodes)  // its words tell of the data
        if (const LayerType* type = findLayer(node.type); type && type->maxInputs == 0) cache_.remove(q(node.id));
    ++revision_;
    validateNow();
}

void NetworkModel::setTraining(const TrainingSpec& training) {
    const bool same = training.batch == training_.batch && training.precision == training_.precision;
    training_ = training;
    if (!same) emit reportChanged();
}

double NetworkModel::activationBytes(const NodeReport& node) const {
    DType values = DType::Float32;
    try {
        values = precisionNamed(training_.precision).values;
    } catch (const Error&) {
        // Of a project that another version wrote: whoever trains it is told.
    }
    return outputBytes(node, batch(), values, dataType_);
}

void NetworkModel::scheduleValidation() { pause_.start(); }

void NetworkModel::validateNow() {
    pause_.stop();
    validateInJob();
}

void NetworkModel::validateInJob() {
    const quint64 revision = revision_;
    jobs_.run(
        this, JobTracker::kSoon + QStringLiteral("validate"),
        [spec = spec_, facts = facts_](std::stop_token stop) { return validate(spec, facts, stop); },
        [this, revision](NetworkReport report) {
            if (revision != revision_) return;  // edited meanwhile: the next report is on its way
            takeReport(std::move(report), revision);
        },
        [this, revision](const Message& sentence) {
            if (revision != revision_) return;
            NetworkReport failed;
            failed.diagnostics.push_back({Diagnostic::Severity::Error, {}, -1, sentence, {}, {}});
            takeReport(std::move(failed), revision);
        });
}

// Badges and errors stand in the nodes: those that look different now are told, the others stay as they are drawn.
void NetworkModel::takeReport(NetworkReport report, quint64 revision) {
    const NetworkReport before = std::exchange(report_, std::move(report));
    const auto worstBefore = std::exchange(worst_, {});
    const auto wrongBefore = std::exchange(wrongInputs_, {});
    indexDiagnostics();
    reportRevision_ = revision;
    QStringList changed;
    bool labels = wrongInputs_ != wrongBefore;
    auto old = before.nodes.begin();
    for (const auto& [id, now] : report_.nodes) {  // both are sorted by id
        while (old != before.nodes.end() && old->first < id) ++old;
        const NodeReport* then = old != before.nodes.end() && old->first == id ? &old->second : nullptr;
        const auto said = worstBefore.find(id);
        const Diagnostic* saidThen = said == worstBefore.end() ? nullptr : &before.diagnostics[said->second];
        labels |= !labelsSame(then, &now);
        const QString node = q(id);
        if (looksSame(then, &now) && saysSame(saidThen, worst(id)) && cache_.contains(node)) continue;
        cache_.remove(node);
        changed << node;
    }
    for (const QString& id : changed) emit nodeChanged(id);
    if (labels) emit labelsChanged();
    emit reportChanged();
}

void NetworkModel::indexDiagnostics() {
    for (size_t i = 0; i < report_.diagnostics.size(); ++i) {
        const Diagnostic& d = report_.diagnostics[i];
        const bool error = d.severity == Diagnostic::Severity::Error;
        if (error && d.inputPort >= 0) wrongInputs_.emplace(d.node, d.inputPort);
        const auto [known, first] = worst_.emplace(d.node, i);
        if (!first && error && report_.diagnostics[known->second].severity != Diagnostic::Severity::Error)
            known->second = i;
    }
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
    for (const NodeSpec& node : spec_.nodes) ids << q(node.id);
    return ids;
}

CanvasNode NetworkModel::node(const QString& id) const {
    const auto cached = cache_.constFind(id);
    if (cached != cache_.constEnd()) return *cached;
    const int index = links_.indexOf(id.toStdString());
    return index < 0 ? CanvasNode() : *cache_.insert(id, describe(index));
}

const NodeSpec* NetworkModel::find(const QString& node) const {
    const int index = links_.indexOf(node.toStdString());
    return index < 0 ? nullptr : &spec_.nodes[static_cast<size_t>(index)];
}

// A finding comes before what the report says of the same weight: that may be its consequence.
const Diagnostic* NetworkModel::worst(const std::string& node) const {
    const auto known = worst_.find(node);
    const Diagnostic* reported = known == worst_.end() ? nullptr : &report_.diagnostics[known->second];
    const auto found = std::ranges::find(findings_, node, &Diagnostic::node);
    if (found == findings_.end()) return reported;
    const bool heavier = reported && reported->severity == Diagnostic::Severity::Error &&
                         found->severity == Diagnostic::Severity::Warning;
    return heavier ? reported : &*found;
}

void NetworkModel::setFindings(std::vector<Diagnostic> findings) {
    const auto same = [](const Diagnostic& a, const Diagnostic& b) { return a.node == b.node && saysSame(&a, &b); };
    if (std::ranges::equal(findings, findings_, same)) return;
    const std::vector<Diagnostic> before = std::exchange(findings_, std::move(findings));
    QSet<QString> changed;
    for (const auto* list : {&before, &std::as_const(findings_)})
        for (const Diagnostic& one : *list) changed << q(one.node);
    for (const QString& id : std::as_const(changed)) {
        cache_.remove(id);
        if (contains(id)) emit nodeChanged(id);
    }
}

void NetworkModel::setLive(QHash<QString, LiveStrip> live) {
    const QHash<QString, LiveStrip> before = std::exchange(live_, std::move(live));
    QStringList changed;
    for (auto it = before.begin(); it != before.end(); ++it)
        if (!live_.contains(it.key())) changed << it.key();
    for (auto it = live_.begin(); it != live_.end(); ++it)
        if (const auto old = before.find(it.key()); old == before.end() || *old != *it) changed << it.key();
    for (const QString& id : changed) {
        cache_.remove(id);
        if (contains(id)) emit nodeChanged(id);
    }
}

void NetworkModel::setStanding(const QString& node) {
    const QString before = std::exchange(standing_, node);
    for (const QString& id : {before, node}) {
        cache_.remove(id);
        if (before != node && contains(id)) emit nodeChanged(id);
    }
}

void NetworkModel::setBreakpoints(const QSet<QString>& nodes) {
    const QSet<QString> before = std::exchange(breakpoints_, nodes);
    for (const QString& id : (before - nodes) + (nodes - before)) {
        cache_.remove(id);
        if (contains(id)) emit nodeChanged(id);
    }
}

void NetworkModel::setRoomForLive(bool on) {
    constexpr double kRow = 82;  // as auto-layout has them: what lies between two stays, with the names of its wires
    stretch_ = on ? (kRow + LiveStrip::kHeight) / kRow : 1;
    cache_.clear();
    emit structureChanged();
}

CanvasNode NetworkModel::describe(int index) const {
    const NodeSpec& node = spec_.nodes[static_cast<size_t>(index)];
    CanvasNode canvas;
    canvas.id = q(node.id);
    canvas.typeName = q(node.type);
    canvas.position = {node.x, std::round(node.y * stretch_)};
    const LayerType* type = findLayer(node.type);
    canvas.inputs = inputPorts(links_.in[static_cast<size_t>(index)], type);
    if (type) {
        canvas.category = q(nameOf(type->category));
        canvas.icon = q(type->icon);
        canvas.hasOutput = type->hasOutput;
        canvas.growsInputs = type->maxInputs < 0;
        canvas.frozen = isFrozen(node);
        try {
            const PropertyReader properties(type->properties, node.properties, node.id);
            if (type->summary) canvas.summary = q(type->summary(properties));
        } catch (const std::exception&) {
            canvas.summary = q(type->title);  // the diagnostic says which property is wrong
        }
        if (type->category == Category::Io && type->minInputs == 0 && facts_.shape.rank() > 0) {
            const QString shape = q(facts_.shape.toString());
            canvas.summary = QStringLiteral("%1 · %2 · %3").arg(dataName_, shape, q(nameOf(dataType_)));
        }
        if (canvas.summary.isEmpty()) canvas.summary = q(type->title);
    } else {
        canvas.placeholder = true;
        canvas.icon = QStringLiteral("question-square");
        canvas.summary = tr("unknown layer %1").arg(canvas.typeName);
    }
    canvas.standing = canvas.id == standing_;
    canvas.breakpoint = breakpoints_.contains(canvas.id);
    if (const auto live = live_.find(canvas.id); live != live_.end()) canvas.live = *live;
    canvas.bypassed = node.bypassed;
    if (node.bypassed) canvas.summary = tr("bypassed · %1").arg(canvas.summary);
    if (const NodeReport* known = report(canvas.id)) {
        if (known->parameters > 0) canvas.badge = grouped(known->parameters);
        if (known->outputKnown) {
            canvas.output = q(known->output.toString());
            canvas.axes = known->output.rank() - 1;
        }
    }
    if (const Diagnostic* problem = worst(node.id)) {
        canvas.error = q(problem->message);
        canvas.errorDetail = q(problem->detail);
        canvas.warning = problem->severity == Diagnostic::Severity::Warning;
        for (const Repair& repair : problem->repairs) canvas.repairs << q(repair.label);
    }
    return canvas;
}

QVector<CanvasLink> NetworkModel::links() const {
    QVector<CanvasLink> result;
    result.reserve(static_cast<qsizetype>(spec_.links.size()));
    for (const LinkSpec& link : spec_.links) {
        CanvasLink canvas{q(link.from), q(link.to), link.port, {}, false};
        if (const NodeReport* from = report(canvas.from); from && from->outputKnown)
            canvas.label = q(from->output.toString());
        canvas.wrong = wrongInputs_.count({link.to, link.port}) != 0;
        result.push_back(canvas);
    }
    return result;
}

QString NetworkModel::refuses(const QString& from, const QString& to, int port) const {
    const int source = links_.indexOf(from.toStdString()), target = links_.indexOf(to.toStdString());
    if (source < 0 || target < 0) return tr("no such layer");
    if (from == to) return tr("a layer cannot feed itself");
    const LayerType* sourceType = findLayer(spec_.nodes[static_cast<size_t>(source)].type);
    const LayerType* targetType = findLayer(spec_.nodes[static_cast<size_t>(target)].type);
    if (sourceType && !sourceType->hasOutput) return tr("%1 has no output").arg(from);
    if (targetType && targetType->maxInputs >= 0 && port >= targetType->maxInputs)
        return targetType->maxInputs == 0 ? tr("%1 has no input").arg(to) : tr("%1 has no such input").arg(to);
    if (port < 0) return tr("%1 has no such input").arg(to);
    for (const Links::Wire& wire : links_.in[static_cast<size_t>(target)])
        if (wire.node == source && wire.port == port) return tr("already connected");
    if (wouldCycle(source, target)) return tr("would make a cycle");
    return {};
}

// One end of a wire in hand stays and the other is asked about: the walk from the end that stays serves all questions.
bool NetworkModel::wouldCycle(int from, int to) const {
    const auto met = [this](int node) { return bool(reach_.met[static_cast<size_t>(node)]); };
    if (!reach_.down && reach_.node == from) return met(to);
    if (reach_.down && reach_.node == to) return met(from);
    const bool targetStays = reach_.lastTo == to;
    reach_ = {targetStays ? to : from, to, targetStays, targetStays ? links_.reachedFrom(to) : links_.leadingTo(from)};
    return met(targetStays ? from : to);
}

}  // namespace tl
