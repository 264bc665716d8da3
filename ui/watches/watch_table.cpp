// Rows come and go one by one, so that what is chosen and written in the others stays.
#include "ui/watches/watch_table.h"

#include "engine/core/error.h"
#include "ui/models/text.h"
#include "ui/models/watch_list.h"
#include "ui/models/workbench.h"
#include "widgets/theme/theme.h"

#include <algorithm>

namespace tl {

QString kindWord(WatchKind kind) {
    switch (kind) {
    case WatchKind::All: return WatchTable::tr("all");
    case WatchKind::Histogram: return WatchTable::tr("histogram");
    case WatchKind::Statistics: return WatchTable::tr("statistics");
    case WatchKind::UpdateRatio: return WatchTable::tr("update ratio");
    case WatchKind::Pictures: return WatchTable::tr("pictures");
    }
    return {};
}

WatchTable::WatchTable(Workbench& bench, QObject* parent) : QAbstractTableModel(parent), bench_(bench) {
    connect(&bench.controller, &RunController::stateChanged, this, &WatchTable::refresh);
    connect(&bench.runs, &RunModel::watchesChanged, this, &WatchTable::refresh);
    connect(&bench.controller.watches(), &WatchList::changed, this, &WatchTable::refresh);
    refresh();
}

void WatchTable::refresh() {
    const WatchList& list = bench_.controller.watches();
    const Run* run = bench_.controller.active() ? bench_.runs.find(bench_.controller.currentRun()) : nullptr;
    live_ = run && !run->watches.watches.empty();
    std::vector<WatchState> rows;
    if (live_)
        rows = run->watches.watches;
    else
        for (const Watch& watch : list.planned()) rows.emplace_back().watch = watch;
    steady_ = live_ && run->state != RunState::Paused;  // while it stands no time passes that looks could be a share of
    share_ = steady_ ? run->watches.share : -1;
    limit_ = live_ ? run->watches.limit : list.limit();
    measuring_ = false;
    if (share_ > limit_ && std::ranges::any_of(rows, [this](const WatchState& state) { return fresh(state); })) {
        double known = 0;
        for (const WatchState& state : rows)
            if (!fresh(state)) known += state.share;
        measuring_ = known <= limit_;
        share_ = known;
    }
    taking_ = true;
    take(std::move(rows));
    taking_ = false;
    emit sharesChanged();
}

void WatchTable::take(std::vector<WatchState> rows) {
    const auto find = [](auto from, auto to, const WatchState& wanted) {
        return std::find_if(from, to, [&](const WatchState& one) { return one.watch.sameValues(wanted.watch); });
    };
    const auto remove = [this](int row) {
        beginRemoveRows({}, row, row);
        rows_.erase(rows_.begin() + row);
        endRemoveRows();
    };
    for (int row = rowCount() - 1; row >= 0; --row)
        if (find(rows.begin(), rows.end(), *at(row)) == rows.end()) remove(row);
    const int count = static_cast<int>(rows.size());
    for (int row = 0; row < count; ++row) {
        const WatchState& wanted = rows[static_cast<size_t>(row)];
        const auto place = rows_.begin() + row, found = find(place, rows_.end(), wanted);
        if (found == rows_.end()) {
            beginInsertRows({}, row, row);
            rows_.insert(place, wanted);
            endInsertRows();
        } else if (found != place) {
            const int from = static_cast<int>(found - rows_.begin());
            beginMoveRows({}, from, from, {}, row);
            std::rotate(place, found, found + 1);
            endMoveRows();
        }
    }
    while (rowCount() > count) remove(rowCount() - 1);  // of several with one name and kind
    rows_ = std::move(rows);
    if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

// From the third look on each comes when those before it are within the limit.
bool WatchTable::fresh(const WatchState& state) const {
    constexpr int64_t kEnough = 3;
    return state.looks < kEnough && state.share > limit_ && state.problem.empty();
}

const WatchState* WatchTable::at(int row) const {
    return row >= 0 && row < rowCount() ? &rows_[static_cast<size_t>(row)] : nullptr;
}

int WatchTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int WatchTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant WatchTable::data(const QModelIndex& index, int role) const {
    const WatchState* state = at(index.row());
    if (!state) return {};
    const bool open = state->watch.every == 0;
    if (role == ProblemRole) return q(state->problem);
    if (role == BarRole) return limit_ > 0 && !fresh(*state) ? std::min(state->share / limit_, 1.0) : 0.0;
    if (role == Qt::EditRole && index.column() == Every) return open ? tr("auto") : QString::number(state->watch.every);
    if (role == Qt::ToolTipRole) {
        if (!state->problem.empty()) return q(state->problem);
        if (state->looks == 0)
            return live_ ? tr("Not looked at yet.") : tr("Watched from the next run's first step on.");
        const QString look = QString::number(state->seconds * 1e3, 'g', 3);
        QString text =
            tr("%n value(s)", nullptr, state->values) + QStringLiteral(", ") +
            (fresh(*state) ? tr("%1 ms a look; its share of the time is still being measured").arg(look)
                           : tr("%1 ms a look, %2 % of the time").arg(look).arg(100 * state->share, 0, 'f', 1));
        if (open) text += QLatin1Char('\n') + tr("The interval is chosen by what a look costs.");
        if (state->again) text += QLatin1Char('\n') + tr("Some of it is made again, since training does not keep it.");
        return text;
    }
    if (role != Qt::DisplayRole) return {};
    switch (index.column()) {
    case Pattern: return QString::fromStdString(state->watch.pattern);
    case Kind: return kindWord(state->watch.kind);
    case Every: return state->interval > 0 ? grouped(state->interval) : open ? tr("auto") : grouped(state->watch.every);
    case Cost: return steady_ && !fresh(*state) ? QStringLiteral("%1 %").arg(100 * state->share, 0, 'f', 1) : QString();
    default: return {};
    }
}

QVariant WatchTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section == Every ? Qt::AlignRight : Qt::AlignLeft));
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    const QString titles[] = {tr("Values"), tr("Kind"), tr("Every"), tr("Cost")};
    return titles[section];
}

Qt::ItemFlags WatchTable::flags(const QModelIndex& index) const {
    return QAbstractTableModel::flags(index) | (index.column() == Every ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

// "50", or anything that is no number for an interval that is chosen.
bool WatchTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    const WatchState* state = at(index.row());
    // A view hands over what is half written in a row that goes.
    if (!state || role != Qt::EditRole || index.column() != Every || taking_) return false;
    Watch watch = state->watch;
    const QString text = value.toString().trimmed();
    bool number = false;
    const qint64 steps = text.toLongLong(&number);
    if (number && steps < 1) return false;
    if (!number && !text.isEmpty() && text != QLatin1String("auto") && text != tr("auto")) return false;
    watch.every = number ? steps : 0;
    if (watch == state->watch) return true;
    bench_.controller.watches().add(watch);
    return true;
}

}  // namespace tl
