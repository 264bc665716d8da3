// Events become points here. The step's own values are one point a step; an epoch's validation values ("val_loss") are
// one point an epoch, at its last step, and the means over its training steps are kept beside them as "epoch_loss".
#include "ui/models/run_model.h"

#include "ui/models/text.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tl {

double Run::last(const QString& tag) const {
    const auto it = scalars.find(tag);
    return it == scalars.end() || it->second.empty() ? std::numeric_limits<double>::quiet_NaN()
                                                     : it->second.back().value;
}

namespace {

// What one event does to a run; returns whether the state changed.
struct Apply {
    Run& run;
    bool points = false, state = false, confusion = false;

    void add(const QString& tag, double step, double wallTime, double epoch, double value) {
        run.scalars[tag].push_back({step, wallTime, epoch, value});
        points = true;
    }
    void operator()(const StepRecord& r) {
        const auto step = static_cast<double>(r.step);
        const double epoch =
            static_cast<double>(r.epoch) +
            (r.stepsPerEpoch > 0 ? static_cast<double>(r.stepInEpoch) / static_cast<double>(r.stepsPerEpoch) : 0);
        add(QStringLiteral("loss"), step, r.wallTime, epoch, r.loss);
        for (const auto& [name, value] : r.metrics) add(QString::fromStdString(name), step, r.wallTime, epoch, value);
        add(QStringLiteral("learning_rate"), step, r.wallTime, epoch, r.learningRate);
        if (r.imagesPerSecond > 0) add(QStringLiteral("images_per_second"), step, r.wallTime, epoch, r.imagesPerSecond);
        run.lastStep = r;
    }
    void operator()(const EpochRecord& r) {
        for (const auto& [name, value] : r.values) {
            const QString tag = QString::fromStdString(name);
            add(tag.startsWith(QLatin1String("val_")) ? tag : QStringLiteral("epoch_") + tag,
                static_cast<double>(r.step), r.wallTime, static_cast<double>(r.epoch + 1), value);
        }
        takeConfusion(r);
    }
    void takeConfusion(const EpochRecord& r) {
        const auto classes = static_cast<size_t>(run.classNames.size());
        if (r.confusion.empty() || r.confusion.size() != classes * classes) return;
        run.confusion = QVector<qint64>(r.confusion.begin(), r.confusion.end());
        run.confusionEpoch = r.epoch;
        confusion = true;
    }
    void operator()(const StateRecord& r) {
        state = state || run.state != r.state || run.message != q(r.message);
        run.state = r.state;
        run.message = q(r.message);
        run.secondsLeft = r.secondsLeft;
    }
    void operator()(const LearningRateRecord& r) {
        run.marks.push_back(
            {static_cast<double>(r.step), RunModel::tr("rate %1 → %2").arg(r.from, 0, 'g', 4).arg(r.to, 0, 'g', 4)});
        points = true;
    }
    void operator()(const BrokenRecord& r) { run.broken += static_cast<qint64>(r.items.size()); }
    void operator()(const CheckpointRecord&) {}
    void operator()(const NoteRecord&) {}
};

}  // namespace

int RunModel::addRun(const QString& name, int epochs, const QStringList& classNames) {
    const int row = static_cast<int>(runs_.size());
    beginInsertRows({}, row, row);
    Run run;
    run.id = runs_.empty() ? 0 : runs_.back().id + 1;
    // The same name again gets a number: tables, tooltips and exports would not tell the two apart.
    run.name = name;
    const auto taken = [&] {
        return std::any_of(runs_.begin(), runs_.end(), [&](const Run& other) { return other.name == run.name; });
    };
    for (int number = 2; taken(); ++number) run.name = QStringLiteral("%1 %2").arg(name).arg(number);
    run.epochs = epochs;
    run.classNames = classNames;
    run.started = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
    runs_.push_back(std::move(run));
    endInsertRows();
    emit runAdded(runs_.back().id);
    return runs_.back().id;
}

void RunModel::append(int id, const std::vector<Event>& events) {
    const auto run = std::find_if(runs_.begin(), runs_.end(), [&](const Run& r) { return r.id == id; });
    if (run == runs_.end() || events.empty()) return;
    Apply apply{*run};
    for (const auto& event : events) std::visit(apply, event);
    const int row = static_cast<int>(run - runs_.begin());
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    if (apply.points) emit scalarsAppended(id);
    if (apply.confusion) emit confusionChanged(id);
    if (apply.state) emit stateChanged(id);
}

void RunModel::setVisible(int id, bool visible) { set(id, &Run::visible, visible); }
void RunModel::setFiltered(int id, bool filtered) { set(id, &Run::filtered, filtered); }

void RunModel::set(int id, bool Run::*flag, bool on) {
    for (int row = 0; row < rowCount(); ++row) {
        Run& run = runs_[static_cast<size_t>(row)];
        if (run.id != id || run.*flag == on) continue;
        run.*flag = on;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
        emit visibilityChanged(id);
    }
}

void RunModel::clear() {
    beginResetModel();
    runs_.clear();
    endResetModel();
}

const Run* RunModel::find(int id) const {
    const auto run = std::find_if(runs_.begin(), runs_.end(), [&](const Run& r) { return r.id == id; });
    return run == runs_.end() ? nullptr : &*run;
}

QStringList RunModel::tags() const {
    QStringList tags;
    for (const auto& run : runs_)
        for (const auto& [tag, points] : run.scalars)
            if (!tags.contains(tag)) tags << tag;
    tags.sort();
    return tags;
}

int RunModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}
int RunModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant RunModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Run& run = runs_[static_cast<size_t>(index.row())];
    const auto number = [&](double value) {
        return std::isnan(value) && run.scalars.empty() ? QStringLiteral("–")
               : std::isfinite(value)                   ? QString::number(value, 'f', 3)
                                                        : QStringLiteral("NaN");
    };
    const double accuracy = run.last(QStringLiteral("val_accuracy"));
    const auto epochsDone =
        std::min<qint64>(run.lastStep.step > 0 ? run.lastStep.epoch + 1 : 0, std::max(run.epochs, 1));
    switch (role) {
    case IdRole: return run.id;
    case LiveRole: return run.live();
    case VisibleRole: return run.visible;
    case Qt::ToolTipRole: return run.message.isEmpty() ? run.name : run.name + QLatin1Char('\n') + run.message;
    case Qt::TextAlignmentRole:
        return static_cast<int>((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case SortRole:
        switch (index.column()) {
        case Name: return run.name;
        case Loss: return run.last(QStringLiteral("loss"));
        case ValAccuracy: return accuracy;
        default: return epochsDone;
        }
    case Qt::DisplayRole:
        switch (index.column()) {
        case Name: return run.name;
        case Loss: return number(run.last(QStringLiteral("loss")));
        case ValAccuracy: return std::isnan(accuracy) ? QStringLiteral("–") : number(accuracy);
        case Epoch: return QStringLiteral("%1/%2").arg(epochsDone).arg(run.epochs);
        default: return {};
        }
    default: return {};
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const QString titles[] = {tr("run"), QStringLiteral("loss"), QStringLiteral("val_acc"), tr("epoch")};
    return titles[section];
}

}  // namespace tl
