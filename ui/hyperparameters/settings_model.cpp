// See the header.
#include "ui/hyperparameters/settings_model.h"

#include <algorithm>
#include <cmath>

#include "engine/io/events/event_values.h"
#include "ui/models/rate_course.h"
#include "ui/models/text.h"
#include "ui/models/workbench.h"
#include "widgets/controls/labels.h"
#include "widgets/plot/axis_text.h"

namespace tl {

namespace {

constexpr int kMostResults = 8;  // of a run whose files name no metrics

bool isNumber(const QVariant& value) { return value.typeId() == QMetaType::Double; }

}  // namespace

SettingsModel::SettingsModel(Workbench& bench, QObject* parent) : QAbstractTableModel(parent), bench_(bench) {}

QString SettingsModel::keyOf(const QString& column) const { return keys_.value(column, column); }

SettingsModel::Row SettingsModel::rowOf(const Run& run) {
    Row row{run.id, bench_.runs.titleOf(run.id).text(), run.settings, {}, {}};
    for (const RunMark& mark : run.marks)
        if (mark.kind == RunMark::Rate) row.rates.push_back(mark);
    QStringList metrics;
    if (run.foreign) {
        const auto tags = bench_.events.runs().find(run.id);
        EventHParams told;
        if (tags != bench_.events.runs().end())
            for (const auto& [tag, series] : tags->second)
                if (series.kind == EventKind::HParams) (void)readHParams(series.content, told);
        for (const std::string& tag : told.metrics) metrics << q(tag);
        if (metrics.isEmpty())
            for (const auto& [tag, points] : run.scalars)
                if (metrics.size() < kMostResults) metrics << tag;
    } else {
        metrics = QStringList{QStringLiteral("epoch_loss"), QStringLiteral("epoch_accuracy"),
                              QStringLiteral("val_loss"), QStringLiteral("val_accuracy")};
        const auto put = [&](const QString& name, const QString& key, double value) {
            row.results[name] = value;
            keys_[name] = key;
        };
        // Of a run that was stopped fewer than its setting says.
        if (const auto epochs = run.scalars.find(QStringLiteral("epoch_loss")); epochs != run.scalars.end())
            put(tr("epochs done"), QStringLiteral("epochs done"), static_cast<double>(epochs->second.size()));
        if (const auto best = run.best())
            put(tr("best %1").arg(run.judgedBy()), QStringLiteral("best ") + run.judgedBy(), best->value);
    }
    for (const QString& tag : std::as_const(metrics))
        if (const double last = run.last(tag); !std::isnan(last)) row.results[tag] = last;
    return row;
}

void SettingsModel::refresh() {
    std::vector<Row> rows;
    QSet<QString> settings, results;
    for (const Run& run : bench_.runs.runs()) {
        if (!run.shown()) continue;
        Row row = rowOf(run);
        if (row.settings.empty()) continue;
        for (const auto& [name, value] : row.settings) settings.insert(name);
        for (const auto& [name, value] : row.results) results.insert(name);
        rows.push_back(std::move(row));
    }
    QStringList sortedSettings(settings.begin(), settings.end()), sortedResults(results.begin(), results.end());
    sortedSettings.sort();
    sortedResults.sort();
    const bool same =
        sortedSettings == settings_ && sortedResults == results_ && rows.size() == rows_.size() &&
        std::equal(rows.begin(), rows.end(), rows_.begin(), [](const Row& a, const Row& b) { return a.id == b.id; });
    if (!same) beginResetModel();
    rows_ = std::move(rows);
    settings_ = sortedSettings;
    results_ = sortedResults;
    if (!same)
        endResetModel();
    else if (!rows_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit refreshed();
}

QVariant SettingsModel::value(const Row& row, int column) const {
    if (column == 0) return row.name;
    const bool setting = column <= settings_.size();
    const auto& from = setting ? row.settings : row.results;
    const auto found = from.find(columnName(column));
    return found == from.end() ? QVariant() : found->second;
}

std::vector<int> SettingsModel::varying() const {
    std::vector<int> columns;
    for (int column = 1; column < columnCount(); ++column)
        for (const Row& row : rows_)
            if (value(row, column) != value(rows_.front(), column)) {
                columns.push_back(column);
                break;
            }
    return columns;
}

QVector<AxisColumn> SettingsModel::axes() const {
    QVector<AxisColumn> all;
    for (const int column : varying()) {
        AxisColumn axis{headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), {}, column > settings_.size()};
        const bool numbers = std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) {
            const QVariant one = value(row, column);
            return !one.isValid() || isNumber(one);
        });
        if (!numbers) {
            for (const Row& row : rows_)
                if (const QVariant one = value(row, column); one.isValid() && !axis.words.contains(one.toString()))
                    axis.words << one.toString();
            axis.words.sort();
        }
        all << axis;
    }
    return all;
}

QVector<AxisLine> SettingsModel::lines() const {
    const QVector<AxisColumn> columns = axes();
    const std::vector<int> which = varying();
    QVector<AxisLine> all;
    for (const Row& row : rows_) {
        const Run* run = bench_.runs.find(row.id);
        AxisLine line{row.id, row.name, run ? run->color : 0, {}};
        for (int i = 0; i < columns.size(); ++i) {
            const QVariant one = value(row, which[static_cast<size_t>(i)]);
            line.values << (!one.isValid() ? std::nan("")
                            : columns[i].words.isEmpty()
                                ? one.toDouble()
                                : static_cast<double>(columns[i].words.indexOf(one.toString())));
        }
        all << line;
    }
    return all;
}

int SettingsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}
int SettingsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 1 + static_cast<int>(settings_.size() + results_.size());
}

QVariant SettingsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = rows_[static_cast<size_t>(index.row())];
    QVariant one = value(row, index.column());
    const bool moved = !row.rates.empty() && index.column() > 0 && index.column() <= settings_.size() &&
                       columnName(index.column()) == QLatin1String("learning_rate");
    switch (role) {
    case IdRole: return row.id;
    case SortRole: return one;
    case Qt::DisplayRole:
        if (!one.isValid()) return QStringLiteral("–");
        if (!isNumber(one)) return one;
        if (moved) return rateCourse(row.rates);
        return index.column() <= settings_.size() || columnName(index.column()) == tr("epochs done")
                   ? settingText(one)
                   : valueText(one.toDouble());
    case Qt::ToolTipRole:
        if (moved) {
            QStringList lines{tr("Changed while it trained:")};
            for (const RunMark& mark : row.rates)
                lines << tr("%1 from step %2").arg(settingText(QVariant(mark.to))).arg(qRound64(mark.step));
            return lines.join(QLatin1Char('\n'));
        }
        return isNumber(one) ? QString::number(one.toDouble(), 'g', 17) : plainTip(one.toString());
    case Qt::TextAlignmentRole:
        return static_cast<int>((isNumber(one) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant SettingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole)
        return rows_.empty() ? QVariant() : data(index(0, section), Qt::TextAlignmentRole);
    if (role != Qt::DisplayRole) return {};
    return section == 0 ? tr("run") : columnName(section);
}

QString SettingsModel::columnName(int column) const {
    return column <= settings_.size() ? settings_[column - 1] : results_[column - 1 - settings_.size()];
}

}  // namespace tl
