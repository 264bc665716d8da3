// See the header.
#include "ui/profile/recording_table.h"

#include <QDateTime>
#include <QLocale>
#include <algorithm>
#include <exception>
#include <unordered_set>

#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "widgets/controls/labels.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kRead = QStringLiteral("profile.recordings");
constexpr int kSoon = 200;    // ms: many runs are listed at once
constexpr int kAgain = 2000;  // ms: other programs record, and take away

QString lengthText(double seconds) {
    return seconds >= 1 ? QStringLiteral("%1 s").arg(seconds, 0, 'f', 2)
                        : QStringLiteral("%1 ms").arg(1e3 * seconds, 0, 'f', seconds < 0.01 ? 2 : 1);
}

}  // namespace

RecordingTable::RecordingTable(Workbench& bench, QObject* parent) : QAbstractTableModel(parent), bench_(bench) {
    soon_.setSingleShot(true);
    soon_.setInterval(kSoon);
    connect(&soon_, &QTimer::timeout, this, &RecordingTable::read);
    connect(&bench.runs, &RunModel::rowsInserted, this, &RecordingTable::refresh);
    connect(&bench.runs, &RunModel::modelReset, this, &RecordingTable::refresh);
    connect(&bench.runs, &RunModel::runsRemoved, this, &RecordingTable::refresh);
    connect(&bench.runs, &RunModel::dataChanged, this, [this] {
        if (watched_ && listed() != read_) refresh();  // a project that is saved takes its runs along
    });
    connect(&bench.recordings, &Recordings::changed, this, &RecordingTable::read);
    again_.setInterval(kAgain);
    connect(&again_, &QTimer::timeout, this, &RecordingTable::read);
}

Recordings& RecordingTable::store() const { return bench_.recordings; }

void RecordingTable::setWatched(bool watched) {
    watched_ = watched;
    watched ? again_.start() : again_.stop();
    if (watched && (stale_ || listed() != read_)) read();
}

void RecordingTable::refresh() {
    stale_ = true;
    if (watched_ && !soon_.isActive()) soon_.start();
}

QStringList RecordingTable::listed() const {
    QStringList all;
    for (const Run& run : bench_.runs.runs())
        if (!run.foreign) all << run.folder << run.name;
    return all;
}

void RecordingTable::read() {
    stale_ = false;
    read_ = listed();
    std::vector<Row> runs;
    for (const Run& run : bench_.runs.runs())
        if (!run.folder.isEmpty() && !run.foreign) runs.push_back({{}, run.folder.toStdString(), run.name});
    struct Look {
        std::vector<Row> rows;
        Known known;
    };
    bench_.jobs.run(
        this, kRead,
        [runs, before = known_](std::stop_token stop) {
            Look look;
            for (const Row& run : runs) {
                if (stop.stop_requested()) break;
                try {
                    const std::string changed = recordingsChanged(run.folder);
                    const auto known = before.find(run.folder);
                    const bool same = known != before.end() && !changed.empty() && known->second.changed == changed;
                    Found found{changed, same ? known->second.recordings : recordingsOf(run.folder)};
                    for (const RunRecording& one : found.recordings) look.rows.push_back({one, run.folder, run.run});
                    look.known[run.folder] = std::move(found);
                } catch (const std::exception&) {
                    // A folder that cannot be read hides no other's.
                }
            }
            std::ranges::stable_sort(look.rows,
                                     [](const Row& a, const Row& b) { return a.recording.when > b.recording.when; });
            return look;
        },
        [this](Look look) {
            known_ = std::move(look.known);
            show(std::move(look.rows));
        });
}

// Row by row where it can be: somebody may be renaming one, or have chosen it.
void RecordingTable::show(std::vector<Row> rows) {
    if (rows == rows_) return;  // most looks
    const auto filesOf = [](const std::vector<Row>& all) {
        std::unordered_set<std::string> files;
        for (const Row& row : all) files.insert(row.recording.file);
        return files;
    };
    const std::unordered_set<std::string> before = filesOf(rows_), now = filesOf(rows);
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (now.contains(rows_[static_cast<size_t>(row)].recording.file)) continue;
        beginRemoveRows({}, row, row);
        rows_.erase(rows_.begin() + row);
        endRemoveRows();
    }
    for (size_t row = 0; row < rows.size(); ++row) {
        const auto at = static_cast<int>(row);
        if (row < rows_.size() && rows_[row].recording.file == rows[row].recording.file) {
            const bool same = rows_[row] == rows[row];
            rows_[row] = rows[row];
            if (!same) emit dataChanged(index(at, 0), index(at, ColumnCount - 1));
        } else if (!before.contains(rows[row].recording.file)) {
            beginInsertRows({}, at, at);
            rows_.insert(rows_.begin() + at, rows[row]);
            endInsertRows();
        } else {  // in another order
            beginResetModel();
            rows_ = std::move(rows);
            return endResetModel();
        }
    }
}

void RecordingTable::rename(const QString& file, const QString& name) {
    if (const Row* row = find(file)) store().rename(row->folder, row->recording.file, name);
}

void RecordingTable::remove(const QString& file) {
    if (const Row* row = find(file)) store().remove(row->folder, row->recording);
}

const RecordingTable::Row* RecordingTable::find(const QString& file) const {
    const auto found = std::ranges::find(rows_, file.toStdString(), [](const Row& row) { return row.recording.file; });
    return found == rows_.end() ? nullptr : &*found;
}

QString RecordingTable::nameOf(const QString& file) const {
    const Row* row = find(file);
    return row ? Recordings::titleOf(row->recording) : QString();
}

void RecordingTable::setShown(const QString& file) {
    if (file == std::exchange(shown_, file) || rows_.empty()) return;
    emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int RecordingTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int RecordingTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant RecordingTable::text(const Row& row, int column) const {
    const RunRecording& one = row.recording;
    const QString none = QStringLiteral("–");
    switch (column) {
    case Name: return Recordings::titleOf(one);
    case OfRun: return row.run;
    case Steps:
        return one.steps == 0
                   ? none
                   : QStringLiteral("%1–%2").arg(grouped(one.firstStep), grouped(one.firstStep + one.steps - 1));
    case Length: return one.seconds > 0 ? lengthText(one.seconds) : none;
    case When:
        return QDateTime::fromSecsSinceEpoch(static_cast<qint64>(one.when))
            .toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    case Size: return QLocale().formattedDataSize(static_cast<qint64>(one.bytes), 1, QLocale::DataSizeSIFormat);
    default: return {};
    }
}

QVariant RecordingTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Row& row = rows_[static_cast<size_t>(index.row())];
    const RunRecording& one = row.recording;
    const bool shown = q(one.file) == shown_;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole: return text(row, index.column());
    case Qt::ToolTipRole: return index.column() == Name ? QVariant(plainTip(q(one.file))) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() > OfRun ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font = index.column() > OfRun ? Theme::instance().mono(11.5) : Theme::instance().font(12);
        if (shown && index.column() == Name) font.setWeight(QFont::DemiBold);
        return font;
    }
    case Qt::DecorationRole:
        return shown && index.column() == Name
                   ? QVariant(Theme::instance().icon(QStringLiteral("activity"), Token::Accent))
                   : QVariant();
    case Qt::AccessibleTextRole:
        return shown && index.column() == Name ? tr("%1, open in the timeline").arg(Recordings::titleOf(one))
                                               : text(row, index.column());
    case FileRole: return q(one.file);
    case SortRole:
        switch (index.column()) {
        case Steps: return static_cast<qint64>(one.firstStep);
        case Length: return one.seconds;
        case When: return one.when;
        case Size: return static_cast<quint64>(one.bytes);
        default: return text(row, index.column());
        }
    default: return {};
    }
}

QVariant RecordingTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return int((section > OfRun ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Name: return tr("recording");
    case OfRun: return tr("run");
    case Steps: return tr("steps");
    case Length: return tr("length");
    case When: return tr("when");
    case Size: return tr("size");
    default: return {};
    }
}

Qt::ItemFlags RecordingTable::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

bool RecordingTable::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString name = value.toString().trimmed();
    if (!index.isValid() || role != Qt::EditRole || name.isEmpty()) return false;
    Row& row = rows_[static_cast<size_t>(index.row())];
    if (name == Recordings::titleOf(row.recording)) return true;
    row.recording.name = name.toStdString();
    row.recording.number = 0;
    emit dataChanged(index, index);
    rename(q(row.recording.file), name);
    return true;
}

}  // namespace tl
