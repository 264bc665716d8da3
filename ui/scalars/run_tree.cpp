// The tree is made anew once after whatever the model said; only where its rows are others than before does the view
// hear of a reset.
#include "ui/scalars/run_tree.h"

#include <QCollator>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "ui/models/text.h"
#include "widgets/controls/labels.h"

namespace tl {

static constexpr int kReadMs = 200;  // between two looks at numbers that change

struct RunTree::Node {
    int run = -1;
    QString group;
    Node* parent = nullptr;
    int row = 0;
    Nodes children;
    QString key() const { return run >= 0 ? QStringLiteral("run %1").arg(run) : QStringLiteral("group ") + group; }
};

RunTree::RunTree(RunModel& runs, QObject* parent) : QAbstractItemModel(parent), runs_(runs) {
    later_.setSingleShot(true);
    connect(&later_, &QTimer::timeout, this, [this] {
        due_ = held_;
        held_ || !stale() ? tellAll() : rebuild();
    });
    connect(&runs, &RunModel::runAdded, this, [this] { later_.start(0); });
    connect(&runs, &RunModel::visibilityChanged, this, [this] {
        filtered_ = true;
        later_.start(0);
    });
    // A live run changes 30 times a second, which nobody reads.
    connect(&runs, &QAbstractItemModel::dataChanged, this, [this] {
        const auto due = told_.isValid() ? static_cast<int>(std::max<qint64>(0, kReadMs - told_.elapsed())) : 0;
        if (!later_.isActive() || later_.remainingTime() > due) later_.start(due);
    });
    connect(&runs, &RunModel::groupingChanged, this, &RunTree::rebuild);
    connect(&runs, &QAbstractItemModel::modelReset, this, &RunTree::forget);
    connect(&runs, &RunModel::runsRemoved, this, &RunTree::forget);
    rebuild();
}

RunTree::~RunTree() = default;

// Values alone order no rows but by a column of them.
bool RunTree::stale() const {
    const bool byValues = sortColumn_ > RunModel::Name && sortColumn_ < RunModel::ColumnCount;
    return byValues || filtered_ || built_ != runs_.revision();
}

void RunTree::settle() {
    if (later_.isActive() && !held_) rebuild();
}

void RunTree::hold(bool on) {
    held_ = on;
    if (!held_ && due_) later_.start(0);
}

void RunTree::forget() {
    const bool gone = std::any_of(byRun_.keyBegin(), byRun_.keyEnd(), [this](int run) { return !runs_.find(run); });
    gone ? rebuild() : later_.start(0);
}

// One range for all rows, folded out ones too.
void RunTree::tellAll() {
    told_.start();
    if (!top_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void RunTree::rebuild() {
    later_.stop();
    told_.start();
    due_ = filtered_ = false;
    built_ = runs_.revision();
    Nodes top;
    QHash<int, Node*> byRun;                     // the first of its places
    QHash<std::pair<Node*, int>, Node*> places;  // by group and run
    std::vector<std::pair<Node*, Node*>> made;   // with their groups
    QHash<QString, Node*> groups;
    const auto& runs = runs_.runs();
    // Ours first, and others' as they came: which of them are read sooner differs from one start to the next.
    std::vector<const Run*> listed;
    for (const Run& run : runs)
        if (!run.filtered) listed.push_back(&run);
    std::stable_partition(listed.begin(), listed.end(), [](const Run* run) { return !run->foreign; });
    const bool grouped = runs_.grouping().by != RunGrouping::Nothing;
    bool nested = false;
    for (const Run* each : listed) {
        const Run& run = *each;
        QStringList names = runs_.groupsOf(run);
        if (names.isEmpty()) names << QString();
        for (const QString& name : std::as_const(names)) {
            Node*& group = groups[name];
            if (grouped && !group) {
                top.push_back(std::make_unique<Node>());
                group = top.back().get();
                group->group = name;
                nested = true;
            }
            auto node = std::make_unique<Node>();
            node->run = run.id;
            node->parent = group;
            made.emplace_back(places[{group, run.id}] = node.get(), group);
            if (!byRun.contains(run.id)) byRun[run.id] = node.get();
            (group ? group->children : top).push_back(std::move(node));
        }
    }
    // Beneath the nearest run above it that is listed, where that stands in the same group.
    for (const auto& [node, group] : made) {
        const Run* above = runs_.parentOf(*runs_.find(node->run));
        for (size_t turn = 0; above && !byRun.contains(above->id) && turn < runs.size(); ++turn)
            above = runs_.parentOf(*above);
        Node* parent = above ? places.value({group, above->id}) : nullptr;
        bool circle = false;
        for (const Node* each = parent; each; each = each->parent) circle = circle || each == node;
        if (!parent || circle) continue;
        Nodes& from = node->parent ? node->parent->children : top;
        const auto at = std::ranges::find(from, node, [](const auto& each) { return each.get(); });
        auto moved = std::move(*at);
        from.erase(at);
        moved->parent = parent;
        parent->children.push_back(std::move(moved));
        nested = true;
    }

    QSet<QString> names;
    for (const Run& run : runs)
        for (const auto& [name, value] : run.settings) names.insert(name);
    QStringList settings(names.begin(), names.end());
    settings.sort();
    std::vector<bool> differs;
    for (const QString& name : std::as_const(settings)) {
        QVariant first;
        bool more = false, any = false;
        for (const Run& run : runs) {
            if (run.filtered || run.settings.empty()) continue;
            const auto found = run.settings.find(name);
            const QVariant value = found == run.settings.end() ? QVariant() : found->second;
            more = more || (any && value != first);
            if (!std::exchange(any, true)) first = value;
        }
        differs.push_back(more);
    }
    groupColors_ = runs_.groupColors();
    if (sortColumn_ >= 0 || grouped) order(top);
    QStringList shape = settings;
    flatten(top, shape);
    const bool same = shape == shape_;
    if (same) {
        differs_ = std::move(differs);
        tellAll();
        return;
    }
    held_ = false;
    beginResetModel();
    shape_ = std::move(shape);
    settings_ = std::move(settings);
    differs_ = std::move(differs);
    top_ = std::move(top);
    byRun_ = std::move(byRun);
    nested_ = nested;
    number(top_);
    endResetModel();
}

void RunTree::number(Nodes& nodes) {
    for (size_t i = 0; i < nodes.size(); ++i) {
        nodes[i]->row = static_cast<int>(i);
        number(nodes[i]->children);
    }
}

void RunTree::flatten(const Nodes& nodes, QStringList& keys) {
    keys << QStringLiteral("(");
    for (const auto& node : nodes) {
        keys << node->key();
        if (!node->children.empty()) flatten(node->children, keys);
    }
    keys << QStringLiteral(")");
}

QVariant RunTree::valueOf(const Run& run, int column) const {
    if (column == RunModel::Name) return runs_.titleOf(run.id).text();  // as it stands there, with its number
    if (column < RunModel::ColumnCount) return runs_.index(runs_.rowOf(run.id), column).data(RunModel::SortRole);
    if (column == Note) return q(run.info.note);
    if (column == Tags) {
        QStringList tags;
        for (const std::string& tag : run.info.tags) tags << q(tag);
        return tags.join(QStringLiteral(", "));
    }
    const auto found = run.settings.find(settings_.value(column - Settings));
    return found == run.settings.end() ? QVariant() : found->second;
}

// Numbers by their size, what is none behind them; words as people count: "run 2" before "run 10". Of best, last and
// test, losses stand behind all accuracies, either way, and among themselves as good as those: where the greatest
// accuracy is on top, so is the least loss. Groups by their names, whatever orders their runs.
void RunTree::order(Nodes& nodes) const {
    QCollator words;
    words.setNumericMode(true);
    words.setCaseSensitivity(Qt::CaseInsensitive);
    struct Key {
        QVariant value = {};
        bool loss = false;  // among accuracies
    };
    const auto key = [&](const Node& node) -> Key {
        if (node.run < 0) return {node.group.isEmpty() ? QVariant() : node.group};
        const Run* run = sortColumn_ < 0 ? nullptr : runs_.find(node.run);
        return run ? Key{valueOf(*run, sortColumn_), runs_.isLoss(*run, sortColumn_)} : Key();
    };
    const auto none = [](const QVariant& value) {
        return !value.isValid() || (value.typeId() == QMetaType::Double && std::isnan(value.toDouble()));
    };
    std::vector<std::pair<Key, std::unique_ptr<Node>>> keyed;
    for (auto& node : nodes) keyed.emplace_back(key(*node), std::move(node));
    std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
        const auto& [left, loss] = a.first;
        const auto& [right, otherLoss] = b.first;
        if (none(left) || none(right)) return !none(left) && none(right);
        if (loss != otherLoss) return otherLoss;
        const bool down = (sortOrder_ == Qt::DescendingOrder && a.second->run >= 0) != loss;
        if (left.typeId() == QMetaType::QString || right.typeId() == QMetaType::QString) {
            const int compared = words.compare(left.toString(), right.toString());
            return down ? compared > 0 : compared < 0;
        }
        return down ? left.toDouble() > right.toDouble() : left.toDouble() < right.toDouble();
    });
    std::transform(keyed.begin(), keyed.end(), nodes.begin(), [](auto& each) { return std::move(each.second); });
    for (const auto& node : nodes) order(node->children);
}

void RunTree::sort(int column, Qt::SortOrder order) {
    sortColumn_ = column;
    sortOrder_ = order;
    rebuild();
}

const RunTree::Node* RunTree::nodeAt(const QModelIndex& index) const {
    return index.isValid() ? static_cast<const Node*>(index.internalPointer()) : nullptr;
}

int RunTree::runAt(const QModelIndex& index) const {
    const Node* node = nodeAt(index);
    return node ? node->run : -1;
}

std::vector<int> RunTree::runsUnder(const QModelIndex& index) const {
    const Node* node = nodeAt(index);
    if (!node) return {};
    if (node->run >= 0) return {node->run};
    std::vector<int> all;
    const auto add = [&](const auto& self, const Nodes& nodes) -> void {
        for (const auto& each : nodes) {
            all.push_back(each->run);
            self(self, each->children);
        }
    };
    add(add, node->children);
    return all;
}

QModelIndex RunTree::indexOf(int run) const {
    Node* node = byRun_.value(run);
    return node ? createIndex(node->row, 0, node) : QModelIndex();
}

bool RunTree::differs(int column) const {
    const auto at = static_cast<size_t>(column - Settings);
    return column >= Settings && at < differs_.size() && differs_[at];
}

QModelIndex RunTree::index(int row, int column, const QModelIndex& parent) const {
    const Nodes& nodes = parent.isValid() ? nodeAt(parent)->children : top_;
    if (row < 0 || column < 0 || column >= columnCount() || static_cast<size_t>(row) >= nodes.size()) return {};
    return createIndex(row, column, nodes[static_cast<size_t>(row)].get());
}

QModelIndex RunTree::parent(const QModelIndex& index) const {
    const Node* node = nodeAt(index);
    return node && node->parent ? createIndex(node->parent->row, 0, node->parent) : QModelIndex();
}

int RunTree::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) return 0;
    return static_cast<int>(parent.isValid() ? nodeAt(parent)->children.size() : top_.size());
}

int RunTree::columnCount(const QModelIndex&) const { return Settings + static_cast<int>(settings_.size()); }

// A group's numbers are means over those of its runs that are drawn, as its curve is, and its best is the best of
// those; over all where none is. Of accuracies and losses the accuracies.
QVariant RunTree::groupData(const Node& node, int column, int role) const {
    const std::vector<int> all = runsUnder(createIndex(node.row, 0, const_cast<Node*>(&node)));
    std::vector<int> drawn;
    std::ranges::copy_if(all, std::back_inserter(drawn), [&](int id) {
        const Run* run = runs_.find(id);
        return run && run->visible;
    });
    const std::vector<int>& runs = drawn.empty() ? all : drawn;
    switch (role) {
    case RunModel::IdRole: return -1;
    case RunModel::VisibleRole: return !drawn.empty();
    case GroupNameRole: return node.group.isEmpty() ? tr("in no group") : node.group;
    case GroupColorRole: return runs_.grouping().by == RunGrouping::Parent ? -1 : groupColors_.value(node.group, -1);
    case Qt::ToolTipRole:
        return runs.size() < all.size()
                   ? tr("%1 of %n run(s) drawn; numbers are means of those, best is the best of them", nullptr,
                        static_cast<int>(all.size()))
                         .arg(runs.size())
                   : tr("%n run(s); numbers are their means, best is the best of them", nullptr,
                        static_cast<int>(all.size()));
    case Qt::TextAlignmentRole:
        return static_cast<int>((column == RunModel::Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::DisplayRole: break;
    default: return {};
    }
    if (column == RunModel::Name)
        return QStringLiteral("%1  %2").arg(
            groupData(node, column, GroupNameRole).toString(),
            runs.size() < all.size() ? tr("%1 of %2", "drawn runs of a group").arg(runs.size()).arg(all.size())
                                     : QString::number(all.size()));
    if (column >= RunModel::ColumnCount || column == RunModel::Epoch) return {};
    std::vector<double> kinds[2];  // the second: losses among accuracies
    for (const int id : runs)
        if (const Run* run = runs_.find(id))
            if (const double value = valueOf(*run, column).toDouble(); std::isfinite(value))
                kinds[runs_.isLoss(*run, column)].push_back(value);
    const bool loss = kinds[0].empty();
    const std::vector<double>& values = kinds[loss];
    if (values.empty()) return {};
    const double shown = column != RunModel::Best
                             ? std::accumulate(values.begin(), values.end(), 0.0) / double(values.size())
                         : runs_.greaterIsBetter() && !loss ? std::ranges::max(values)
                                                            : std::ranges::min(values);
    return RunModel::figure(shown, loss);
}

QVariant RunTree::data(const QModelIndex& index, int role) const {
    const Node* node = nodeAt(index);
    if (!node) return {};
    if (role == KeyRole) return node->key();
    if (node->run < 0) return groupData(*node, index.column(), role);
    const int column = index.column();
    if (column < RunModel::ColumnCount) {
        if (role == Qt::EditRole && column == RunModel::Name) role = Qt::DisplayRole;
        return runs_.index(runs_.rowOf(node->run), column).data(role);
    }
    const Run* run = runs_.find(node->run);
    if (!run) return {};
    QVariant value = valueOf(*run, column);
    const bool number = value.typeId() == QMetaType::Double;
    switch (role) {
    case Qt::DisplayRole:
        if (column == Note) return value.toString().simplified();
        return settingText(value);
    case Qt::EditRole: return value;
    case Qt::ToolTipRole: return number ? QString::number(value.toDouble(), 'g', 17) : plainTip(value.toString());
    case Qt::TextAlignmentRole: return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case RunModel::IdRole: return node->run;
    case RunModel::VisibleRole: return run->visible;
    case RunModel::LiveRole: return run->live();
    default: return {};
    }
}

bool RunTree::setData(const QModelIndex& index, const QVariant& value, int role) {
    const int run = runAt(index);
    const QString text = value.toString();
    if (role != Qt::EditRole || run < 0 || text == data(index, Qt::EditRole).toString()) return false;
    if (index.column() == RunModel::Name && text.trimmed().isEmpty()) return false;  // it keeps the one that it has
    emit edited(run, index.column(), text);
    return true;
}

// What our own folders keep.
Qt::ItemFlags RunTree::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractItemModel::flags(index);
    const Run* run = runs_.find(runAt(index));
    const int column = index.column();
    if (run && !run->foreign && !run->folder.isEmpty() &&
        (column == RunModel::Name || column == Tags || column == Note))
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant RunTree::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < RunModel::ColumnCount) return runs_.headerData(section, orientation, role);
    if (orientation != Qt::Horizontal || section >= columnCount()) return {};
    const QString title = section == Tags ? tr("tags") : section == Note ? tr("note") : settings_[section - Settings];
    switch (role) {
    case Qt::DisplayRole: return title;
    case Qt::ToolTipRole:
        return section == Tags   ? tr("Your words for the run, with commas between: double-click to change them")
               : section == Note ? tr("What is to be remembered of the run: double-click to change it")
                                 : tr("What the run was started with: %1").arg(title);
    case Qt::TextAlignmentRole: {
        const auto& runs = runs_.runs();
        const bool number = section >= Settings && std::any_of(runs.begin(), runs.end(), [&](const Run& run) {
                                return valueOf(run, section).typeId() == QMetaType::Double;
                            });
        return static_cast<int>((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    default: return {};
    }
}

}  // namespace tl
