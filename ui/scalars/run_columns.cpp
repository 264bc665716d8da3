// See the header.
#include "ui/scalars/run_columns.h"

#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTreeView>
#include <algorithm>
#include <vector>

#include "ui/scalars/run_delegate.h"
#include "ui/scalars/run_tree.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kNameRoom = 104, kHeaderRoom = 12, kSortArrow = 12, kMostText = 160, kMostTags = 84;
const QString kGroup = QStringLiteral("runs/columns/");

}  // namespace

RunColumns::RunColumns(RunModel& runs, RunTree& tree, QTreeView& table)
    : QObject(&table), runs_(runs), tree_(tree), table_(table) {
    connect(&runs, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
        for (int row = first.row(); row <= last.row(); ++row) wide_.remove(runs_.runs()[static_cast<size_t>(row)].id);
    });
    connect(&runs, &QAbstractItemModel::modelReset, this, [this] { wide_.clear(); });
    connect(&Theme::instance(), &Theme::changed, this, [this] { wide_.clear(); });
}

QString RunColumns::keyOf(int column) const {
    static const char* const names[] = {"name", "loss", "val_loss", "best", "last", "test", "epoch", "tags", "note"};
    if (column < RunTree::Settings) return QLatin1String(names[column]);
    return QStringLiteral("setting.") + tree_.settings().value(column - RunTree::Settings);
}

void RunColumns::remember(QSettings& settings) {
    settings_ = &settings;
    settings.beginGroup(kGroup.chopped(1));
    for (const QString& key : settings.childKeys()) chosen_[key] = settings.value(key).toBool();
    settings.endGroup();
    fit();
}

int RunColumns::kept(int run, const QString& key, const std::function<int()>& measure) {
    auto& known = wide_[run];
    const auto at = known.constFind(key);
    return at == known.constEnd() ? *known.insert(key, measure()) : *at;
}

int RunColumns::widthOf(const QModelIndex& cell) const {
    const auto& theme = Theme::instance();
    const QString text = cell.data().toString();
    if (cell.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight)
        return QFontMetrics(theme.mono()).horizontalAdvance(text) + RunDelegate::kLeft + RunDelegate::kRight;
    return std::min(kMostText, QFontMetrics(theme.font(12)).horizontalAdvance(text)) + 2 * RunDelegate::kRight;
}

// As wide as the widest that stands in it, and its title.
int RunColumns::widthOf(int column) {
    const QString key = keyOf(column), title = tree_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    int width = QFontMetrics(Theme::instance().font(12)).horizontalAdvance(title) + kHeaderRoom +
                (table_.header()->sortIndicatorSection() == column ? kSortArrow : 0);
    const auto measure = [&](const auto& self, const QModelIndex& parent) -> void {
        for (int row = 0; row < tree_.rowCount(parent); ++row) {
            const QModelIndex cell = tree_.index(row, column, parent);
            const int run = tree_.runAt(cell);
            const auto now = [&] { return widthOf(cell); };
            width = std::max(width, run < 0 ? now() : kept(run, key, now));
            self(self, tree_.index(row, 0, parent));
        }
    };
    measure(measure, {});
    return width;
}

bool RunColumns::wanted(int column) const {
    const auto& runs = runs_.runs();
    const auto some = [&](const auto& has) { return std::any_of(runs.begin(), runs.end(), has); };
    if (column == RunModel::Test) return some([](const Run& run) { return run.tested().has_value(); });
    if (column == RunTree::Tags) return some([](const Run& run) { return !run.info.tags.empty(); });
    if (column == RunTree::Note) return false;  // the tool tip has it
    return column < RunTree::Settings || tree_.differs(column);
}

// What a narrow list keeps, in this order: a name that can be told from others, epochs, best, loss, and what the test
// split says where there is such a number; then names are whole before there is more.
void RunColumns::fit() {
    const QFontMetrics words(Theme::instance().font(12));
    const int all = table_.viewport()->width(), least = Theme::instance().scaled(kNameRoom);
    const int indent = tree_.nested() ? table_.indentation() : 0;
    int name = 0;
    for (const Run& run : runs_.runs())
        name = std::max(name, kept(run.id, keyOf(RunModel::Name), [&] { return words.horizontalAdvance(run.name); }));
    const int wholeName = indent + RunDelegate::kSwatchWidth + name + 8;
    name = std::clamp(wholeName, least, std::max(least, all * 47 / 100));
    std::vector<int> order{RunModel::Epoch, RunModel::Best, RunModel::Loss, RunModel::Test};
    for (int column = RunTree::Settings; column < tree_.columnCount(); ++column) order.push_back(column);
    order.insert(order.end(), {RunModel::ValLoss, RunModel::Last, RunTree::Tags, RunTree::Note});
    // What was chosen by hand comes first, and makes the list scroll where it has no room.
    std::stable_partition(order.begin(), order.end(), [&](int column) { return chosen_.value(keyOf(column), false); });
    int room = all - least;
    bool full = false;
    for (const int column : order) {
        const QString key = keyOf(column);
        const bool byHand = chosen_.value(key, false);
        const bool want = byHand || (!chosen_.contains(key) && wanted(column));
        const bool more = column >= RunTree::Settings || column == RunModel::ValLoss || column == RunModel::Last ||
                          column == RunTree::Tags;
        int wide = want ? widthOf(column) : 0;
        // Tags take what names leave, and no more than a word or two: the tool tip has them whole.
        if (column == RunTree::Tags && !byHand) wide = std::min(wide, Theme::instance().scaled(kMostTags));
        const int names = column == RunTree::Tags ? wholeName : name;
        const bool fits = want && (byHand || (!full && room - (more ? names - least : 0) >= wide));
        full = full || (want && !fits);
        if (table_.isColumnHidden(column) == fits) table_.setColumnHidden(column, !fits);
        if (!fits) continue;
        room -= wide;
        if (table_.columnWidth(column) != wide) table_.setColumnWidth(column, wide);
    }
    const int own = least + std::max(0, room);
    if (table_.columnWidth(RunModel::Name) != own) table_.setColumnWidth(RunModel::Name, own);
}

void RunColumns::choose(int column, bool on) {
    chosen_[keyOf(column)] = on;
    if (settings_) settings_->setValue(kGroup + keyOf(column), on);
    fit();
}

void RunColumns::fill(QMenu& menu) {
    const auto add = [&](QMenu& to, int column) {
        const QString title = tree_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        QAction* action = to.addAction(title);
        action->setObjectName(QStringLiteral("runColumn.") + keyOf(column));
        action->setCheckable(true);
        action->setChecked(!table_.isColumnHidden(column));
        connect(action, &QAction::triggered, this, [this, key = keyOf(column)](bool on) {
            for (int each = 1; each < tree_.columnCount(); ++each)
                if (keyOf(each) == key) choose(each, on);
        });
    };
    for (int column = RunModel::Name + 1; column < RunTree::Settings; ++column) add(menu, column);
    if (!tree_.settings().isEmpty()) {
        menu.addSection(tr("Settings"));
        QMenu* same = nullptr;
        for (int column = RunTree::Settings; column < tree_.columnCount(); ++column)
            if (tree_.differs(column) || !table_.isColumnHidden(column)) add(menu, column);
        for (int column = RunTree::Settings; column < tree_.columnCount(); ++column) {
            if (tree_.differs(column) || !table_.isColumnHidden(column)) continue;
            if (!same) same = menu.addMenu(tr("The same in all runs"));
            add(*same, column);
        }
    }
    if (chosen_.isEmpty()) return;
    menu.addSeparator();
    menu.addAction(tr("As there is room"), this, [this] {
        chosen_.clear();
        if (settings_) settings_->remove(kGroup.chopped(1));
        fit();
    });
}

}  // namespace tl
