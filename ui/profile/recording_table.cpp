// See the header.
#include "ui/profile/recording_table.h"

#include <QDateTime>
#include <QLocale>
#include <QPointer>
#include <QSet>
#include <algorithm>
#include <exception>

#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "widgets/theme/theme.h"

namespace tl {

namespace {

const QString kRead = QStringLiteral("profile.recordings");
constexpr int kSoon = 200;  // ms: many runs are listed at once

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
    connect(&bench.runs, &RunModel::stateChanged, this, &RecordingTable::followRun);
    connect(&bench.runs, &RunModel::dataChanged, this, [this] {
        if (watched_ && listed() != read_) refresh();  // a project that is saved takes its runs along
    });
    connect(&bench.recordings, &Recordings::changed, this, &RecordingTable::read);
    connect(&folders_, &QFileSystemWatcher::directoryChanged, this, &RecordingTable::refresh);
}

Recordings& RecordingTable::store() const { return bench_.recordings; }

void RecordingTable::setWatched(bool watched) {
    watched_ = watched;
    if (watched && (stale_ || listed() != read_)) read();
}

void RecordingTable::refresh() {
    stale_ = true;
    if (watched_ && !soon_.isActive()) soon_.start();
}

// Other programs write theirs when they are through.
void RecordingTable::followRun(int run) {
    const Run* of = bench_.runs.find(run);
    if (of && !of->live()) refresh();
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
    bench_.jobs.run(
        kRead,
        [runs](std::stop_token stop) {
            std::vector<Row> rows;
            for (const Row& run : runs) {
                if (stop.stop_requested()) break;
                try {
                    for (RunRecording& one : recordingsOf(run.folder))
                        rows.push_back({std::move(one), run.folder, run.run});
                } catch (const std::exception&) {
                    // A folder that cannot be read hides no other's.
                }
            }
            std::ranges::stable_sort(rows,
                                     [](const Row& a, const Row& b) { return a.recording.when > b.recording.when; });
            return rows;
        },
        [this, self = QPointer(this)](std::vector<Row> rows) {
            if (!self) return;
            watchFolders(rows);
            const auto same = [](const Row& a, const Row& b) {
                return a.recording.file == b.recording.file && a.recording.name == b.recording.name && a.run == b.run &&
                       a.recording.bytes == b.recording.bytes;
            };
            if (std::ranges::equal(rows, rows_, same)) return;  // somebody may be renaming one
            beginResetModel();
            rows_ = std::move(rows);
            endResetModel();
        });
}

// What happened between the look and the watch is told by one look more.
void RecordingTable::watchFolders(const std::vector<Row>& rows) {
    const QString inside = QStringLiteral("/recordings");
    const QStringList now = folders_.directories();
    const QSet<QString> watched(now.begin(), now.end());
    QSet<QString> runs, added;
    for (const Run& run : bench_.runs.runs()) runs.insert(run.folder + inside);
    for (const Row& row : rows) added.insert(q(row.folder) + inside);
    added.subtract(watched);
    const QSet<QString> gone = QSet<QString>(watched).subtract(runs);
    if (!gone.isEmpty()) folders_.removePaths(gone.values());
    if (!added.isEmpty() && folders_.addPaths(added.values()).size() < added.size()) refresh();
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
    return row ? q(row->recording.name) : QString();
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
    case Name: return q(one.name);
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
    case Qt::ToolTipRole: return index.column() == Name ? QVariant(q(one.file)) : QVariant();
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
        return shown && index.column() == Name ? tr("%1, open in the timeline").arg(q(one.name))
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
    if (name == q(row.recording.name)) return true;
    row.recording.name = name.toStdString();
    emit dataChanged(index, index);
    rename(q(row.recording.file), name);
    return true;
}

}  // namespace tl
