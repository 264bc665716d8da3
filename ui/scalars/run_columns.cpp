// See the header.
#include "ui/scalars/run_columns.h"

#include <QHeaderView>
#include <QMenu>
#include <QSettings>
#include <QTreeView>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/scalars/run_delegate.h"
#include "ui/scalars/run_tree.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

constexpr int kNameRoom = 104, kHeaderRoom = 12, kSortArrow = 12, kMostText = 160, kMostTags = 84, kCurveFrom = 360;
constexpr int kCurve = -1;  // no column of its own: the loss in small shares the name's
const QString kGroup = QStringLiteral("runs/columns/");

// In whole pixels, none too few: the last letter of a text that is half a pixel too wide would be cut off.
int wholeWidth(const QFont& font, const QString& text) {
    return static_cast<int>(std::ceil(QFontMetricsF(font).horizontalAdvance(text)));
}

}  // namespace

RunColumns::RunColumns(RunModel& runs, RunTree& tree, QTreeView& table, RunDelegate& delegate)
    : QObject(&table), runs_(runs), tree_(tree), table_(table), delegate_(delegate) {
    connect(&runs, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
        for (int row = first.row(); row <= last.row(); ++row) wide_.remove(runs_.runs()[static_cast<size_t>(row)].id);
    });
    connect(&runs, &QAbstractItemModel::modelReset, this, [this] { wide_.clear(); });
    connect(&runs, &RunModel::runsRemoved, this, [this](const QList<int>& gone) {
        for (const int run : gone) wide_.remove(run);
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] { wide_.clear(); });
}

QString RunColumns::keyOf(int column) const {
    static const char* const names[] = {"name", "loss", "val_loss", "best", "last", "test", "epoch", "tags", "note"};
    if (column == kCurve) return QStringLiteral("curve");
    if (column < RunTree::Settings) return QLatin1String(names[column]);
    return QStringLiteral("setting.") + tree_.settings().value(column - RunTree::Settings);
}

int RunColumns::columnOf(const QString& key) const {
    if (key.isEmpty()) return -1;
    for (int column = 0; column < tree_.columnCount(); ++column)
        if (keyOf(column) == key) return column;
    return -1;
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
        return wholeWidth(theme.mono(), text) + RunDelegate::kLeft + RunDelegate::kRight;
    return std::min(kMostText, wholeWidth(theme.font(12), text)) + 2 * RunDelegate::kRight;
}

// As wide as the widest that stands in it, and its title.
int RunColumns::widthOf(int column) {
    const QString key = keyOf(column), title = tree_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    int width = wholeWidth(Theme::instance().font(12), title) + kHeaderRoom +
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
    return std::max(width, table_.header()->minimumSectionSize());
}

bool RunColumns::wanted(int column) const {
    const auto& runs = runs_.runs();
    const auto some = [&](const auto& has) { return std::any_of(runs.begin(), runs.end(), has); };
    if (column == RunModel::Test) return some([](const Run& run) { return run.tested().has_value(); });
    if (column == RunModel::Best || column == RunModel::Last || column == RunModel::Loss || column == RunModel::ValLoss)
        return some([](const Run& run) { return !run.scalars.empty(); });
    if (column == RunTree::Tags) return some([](const Run& run) { return !run.info.tags.empty(); });
    if (column == RunTree::Note) return false;  // the tool tip has it
    return column < RunTree::Settings || tree_.differs(column);
}

// What a narrow list keeps, in this order: a name's number and a word of it, epochs, best, what the test split says
// where there is such a number, a name that can be told from others by its words, and the last beside the best; names
// are whole before there is more: settings that differ, and losses. Of a very long name it keeps what leaves room for
// those. The curve of the loss gives way to all of that, and does not come and go with each number: it would move the
// names.
void RunColumns::fit() {
    const int all = table_.viewport()->width(), least = Theme::instance().scaled(kNameRoom);
    const int indent = tree_.nested() ? table_.indentation() : 0;
    int name = 0, told = 0;
    for (const Run& run : runs_.runs()) {
        const auto widthOf = [&](const QString& text) {
            return kept(run.id, QStringLiteral("title ") + text,
                        [&] { return wholeWidth(Theme::instance().font(12), text); });
        };
        const RunTitle& title = runs_.titleOf(run.id);
        name = std::max(name, widthOf(title.text()));
        if (title.made) told = std::max(told, widthOf(title.brief()));
    }
    const int wholeName = std::max(least, indent + RunDelegate::kSwatchWidth + name + 8);
    int curve = showsCurve() ? Theme::instance().scaled(RunDelegate::kCurveRoom) : 0;
    int numbers = 0;  // that are looked for first
    for (const int column : {RunModel::Epoch, RunModel::Best, RunModel::Test})
        if (wanted(column)) numbers += widthOf(column);
    const int last = wanted(RunModel::Last) ? widthOf(RunModel::Last) : 0;
    // A curve says less than what tells the runs apart, and than how good they are; it comes back where there is room
    // to spare.
    const int toldRoom = indent + RunDelegate::kSwatchWidth + told + 8, needed = toldRoom + numbers + curve;
    if (curve > 0) crowded_ = needed > (crowded_ ? all - Theme::instance().scaled(24) : all);
    if (crowded_ && !chosen_.contains(keyOf(kCurve))) curve = 0;
    const int longName = std::min(wholeName, std::max(least, (all - curve) * 66 / 100));
    // A name that is cut in any case leaves room for all of these; its number tells it from others.
    const int toldName = std::max(least, toldRoom <= longName ? std::min(toldRoom, all - curve - numbers)
                                                              : std::min(all - curve - numbers - last, longName));
    std::vector<int> order{RunModel::Epoch, RunModel::Best, RunModel::Test, RunModel::Last};
    for (int column = RunTree::Settings; column < tree_.columnCount(); ++column) order.push_back(column);
    order.insert(order.end(), {RunModel::Loss, RunModel::ValLoss, RunTree::Tags, RunTree::Note});
    // What was chosen by hand, or is sorted by, comes first, and makes the list scroll where it has no room.
    const auto chosen = [&](int column) {
        const QString key = keyOf(column);
        return chosen_.value(key, !chosen_.contains(key) && table_.header()->sortIndicatorSection() == column);
    };
    std::stable_partition(order.begin(), order.end(), chosen);
    int room = all - least - curve;
    bool full = false;
    for (const int column : order) {
        const QString key = keyOf(column);
        const bool byHand = chosen(column);
        const bool want = byHand || (!chosen_.contains(key) && wanted(column));
        int wide = want ? widthOf(column) : 0;
        // Tags take what names leave, and no more than a word or two: the tool tip has them whole.
        if (column == RunTree::Tags && !byHand) wide = std::min(wide, Theme::instance().scaled(kMostTags));
        const bool late = column >= RunTree::Settings || column == RunModel::Loss || column == RunModel::ValLoss;
        const int names = column == RunTree::Tags     ? wholeName
                          : late                      ? longName
                          : column == RunModel::Epoch ? least
                                                      : toldName;
        const bool fits = want && (byHand || (!full && room - (names - least) >= wide));
        full = full || (want && !fits && column < RunTree::Settings);  // a last value is narrower than most settings
        if (table_.isColumnHidden(column) == fits) table_.setColumnHidden(column, !fits);
        if (!fits) continue;
        room -= wide;
        if (table_.columnWidth(column) != wide) table_.setColumnWidth(column, wide);
    }
    delegate_.showCurves(curve > 0);
    const int own = least + curve + std::max(0, room);
    if (table_.columnWidth(RunModel::Name) != own) table_.setColumnWidth(RunModel::Name, own);
}

bool RunColumns::showsCurve() const {
    return chosen_.value(keyOf(kCurve), table_.viewport()->width() >= Theme::instance().scaled(kCurveFrom));
}

void RunColumns::choose(const QString& key, bool on) {
    chosen_[key] = on;
    if (settings_) settings_->setValue(kGroup + key, on);
    fit();
    table_.viewport()->update();
}

void RunColumns::fill(QMenu& menu) {
    const auto add = [&](QMenu& to, int column) {
        const bool curve = column == kCurve;
        QAction* action = to.addAction(curve ? tr("curve of the loss")
                                             : tree_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setObjectName(QStringLiteral("runColumn.") + keyOf(column));
        action->setCheckable(true);
        action->setChecked(curve ? showsCurve() : !table_.isColumnHidden(column));
        connect(action, &QAction::triggered, this, [this, key = keyOf(column)](bool on) { choose(key, on); });
    };
    add(menu, kCurve);
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
