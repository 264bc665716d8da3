// The list of runs as a table, and what changes of it is told; what events do to a run is in run_events.cpp.
#include "ui/models/run_model.h"

#include <QDateTime>
#include <QSet>
#include <algorithm>
#include <initializer_list>
#include <limits>
#include <utility>

#include "engine/train/event_log.h"
#include "ui/models/evaluation_text.h"
#include "ui/models/rate_course.h"
#include "ui/models/run_events.h"
#include "ui/models/text.h"
#include "widgets/controls/labels.h"

namespace tl {

QString RunMark::label() const {
    switch (kind) {
    case Rate: return RunModel::tr("rate %1 → %2").arg(from, 0, 'g', 4).arg(to, 0, 'g', 4);
    case Paused: return RunModel::tr("paused");
    case WentOn: return RunModel::tr("went on");
    }
    return {};
}

namespace {

void readSettings(Run& run) {
    if (!run.training) return;
    run.settings = settingsOf(*run.training, run.info.dataSpec);
    if (run.epochs > 0) run.settings[QStringLiteral("epochs")] = static_cast<double>(run.epochs);  // as it went on
}

// What there is to tell about a run beside its row.
QString describe(const Run& run, int number) {
    QStringList lines{numbered(number, run.name)};
    if (!run.info.note.empty()) lines << QString::fromStdString(run.info.note);
    QStringList tags;
    for (const std::string& tag : run.info.tags) tags << q(tag);
    if (!tags.isEmpty()) lines << RunModel::tr("Tags: %1").arg(tags.join(QStringLiteral(", ")));
    if (!run.message.empty()) lines << q(run.message);
    for (const Message& problem : run.problems)
        if (problem != run.message) lines << q(problem);
    if (run.elsewhere) lines << RunModel::tr("Another program trains it.");
    const QString course = rateCourse(run.marks);
    if (run.training)
        lines << RunModel::tr("%1, rate %2, batch %3, %n epoch(s), seed %4", nullptr, run.epochs)
                     .arg(QString::fromStdString(run.training->optimizer.type))
                     .arg(course.isEmpty() ? QString::number(run.training->learningRate, 'g', 4) : course)
                     .arg(run.training->batch)
                     .arg(run.training->seed);
    if (const auto best = run.best())
        lines << (run.foreign ? RunModel::tr("Best %1: %2 at step %3") : RunModel::tr("Best %1: %2 after epoch %3"))
                     .arg(run.judgedBy())
                     .arg(figureText(best->value, 4))
                     .arg(static_cast<qint64>(run.foreign ? best->step : best->epoch));
    for (const EvaluationRecord* one : run.evaluated()) lines << evaluationText(*one);
    if (!run.info.parent.checkpoint.empty())
        lines << (run.info.parent.weightsOnly ? RunModel::tr("Began with the weights of %1 after step %2")
                                              : RunModel::tr("Goes on from %1 after step %2"))
                     .arg(QString::fromStdString(run.info.parent.name.empty() ? run.info.parent.checkpoint
                                                                              : run.info.parent.name))
                     .arg(run.info.parent.step);
    if (!run.comparison.empty()) lines << RunModel::tr("Compared with %1: %2").arg(run.comparedWith, q(run.comparison));
    if (!run.folder.isEmpty()) lines << run.folder;
    return plainTip(inLines(lines.join(QLatin1Char('\n'))));
}

}  // namespace

int RunModel::addRun(const QString& name, int epochs, const QStringList& classNames) {
    Run run;
    run.name = name;
    run.epochs = epochs;
    run.classNames = classNames;
    run.started = static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000;
    return insert(std::move(run));
}

Run RunModel::told(Run run, const std::vector<Event>& events) {
    RunEvents(run).add(events);
    if (!run.live()) run.kernels = nullptr;  // of runs that lie there nobody asks for them, and they may be thousands
    // Of a summary's steps only the last ones are there, which are no curve.
    if (!run.whole) std::erase_if(run.scalars, [](const auto& curve) { return !isOfEpochs(curve.first); });
    return run;
}

int RunModel::addRun(Run run, int before) {
    const bool told = !run.confusion.isEmpty();
    const int id = insert(std::move(run), before);
    if (told) emit confusionChanged(id);
    return id;
}

int RunModel::insert(Run run, int before) {
    const int id = run.id = before >= 0 && !find(before) ? before : next_++;
    if (run.color < 0) run.color = colorOf(run.info);
    if (run.color < 0) run.color = freeColor();
    // The same name again gets a number: tables, tooltips and exports would not tell the two apart.
    const QString name = run.name;
    const auto taken = [&] {
        return std::any_of(runs_.begin(), runs_.end(), [&](const Run& other) { return other.name == run.name; });
    };
    for (int number = 2; taken(); ++number) run.name = QStringLiteral("%1 %2").arg(name, QString::number(number));
    readSettings(run);
    const auto place =
        std::lower_bound(runs_.begin(), runs_.end(), id, [](const Run& r, int wanted) { return r.id < wanted; });
    const int row = static_cast<int>(place - runs_.begin());
    beginInsertRows({}, row, row);
    runs_.insert(place, std::move(run));
    forgetNames();
    endInsertRows();
    if (judge(runs_[static_cast<size_t>(row)])) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit runAdded(id);
    return id;
}

int RunModel::freeColor() const {
    std::vector<int> taken, shown;
    for (const Run& run : runs_) {
        taken.push_back(run.color);
        if (run.shown()) shown.push_back(run.color);
    }
    return tl::freeColor(taken, shown);
}

void RunModel::tellRow(int row) {
    const bool all = judge(runs_[static_cast<size_t>(row)]);
    emit dataChanged(index(all ? 0 : row, 0), index(all ? rowCount() - 1 : row, ColumnCount - 1));
}

void RunModel::replace(int id, Run run) {
    Run* const old = known(id);
    if (!old) return;
    run.id = id;
    run.name = old->name;
    run.color = old->color;
    run.visible = old->visible;
    run.filtered = old->filtered;
    if (!run.kernels) run.kernels = old->kernels;
    readSettings(run);
    *old = std::move(run);
    forgetNames();
    emit curvesTakenBack(id);
    const bool all = judge();
    const int row = rowOf(id);
    emit dataChanged(index(all ? 0 : row, 0), index(all ? rowCount() - 1 : row, ColumnCount - 1));
    emit confusionChanged(id);
    emit stateChanged(id);
}

void RunModel::fill(int id, Run whole) {
    Run* const run = known(id);
    if (!run || run->whole) return;
    run->scalars = std::move(whole.scalars);
    run->marks = std::move(whole.marks);
    // One that was made while the journal was read stands in it or here.
    for (EvaluationRecord& one : run->evaluations)
        if (whole.evaluations.empty() || one.wallTime > whole.evaluations.back().wallTime)
            whole.evaluations.push_back(std::move(one));
    run->evaluations = std::move(whole.evaluations);
    run->broken = whole.broken;
    run->confusion = std::move(whole.confusion);
    run->confusionEpoch = whole.confusionEpoch;
    run->validated = whole.validated;
    run->unread = whole.unread;
    run->lastStep = std::move(whole.lastStep);
    run->watches = std::move(whole.watches);
    run->problems = std::move(whole.problems);
    run->hasCheckpoint = run->hasCheckpoint || whole.hasCheckpoint;
    run->whole = true;
    tellRow(rowOf(id));
    emit scalarsAppended(id);
}

void RunModel::change(int id, const std::function<void(Run&)>& what) {
    Run* const run = known(id);
    if (!run) return;
    const RunName before{run->name, run->settings, run->info.number};
    what(*run);
    readSettings(*run);
    std::optional<QHash<int, RunTitle>> titles;  // they stay where it is called as before
    if (before == RunName{run->name, run->settings, run->info.number}) titles.swap(titles_);
    forgetNames();
    titles.swap(titles_);
    const int row = rowOf(id);
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void RunModel::remove(const std::set<int>& ids) {
    QList<int> gone;
    for (int end = rowCount(); end > 0; --end) {  // those in a row at once
        int first = end;
        while (first > 0 && ids.contains(runs_[static_cast<size_t>(first - 1)].id))
            gone.prepend(runs_[static_cast<size_t>(--first)].id);
        if (first == end) continue;
        beginRemoveRows({}, first, end - 1);
        runs_.erase(runs_.begin() + first, runs_.begin() + end);
        forgetNames();
        endRemoveRows();
        end = first;
    }
    if (gone.isEmpty()) return;
    const bool other = judge();
    emit runsRemoved(gone);
    if (other && !runs_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void RunModel::append(int id, const std::vector<Event>& events) { appendAll(id, events); }
void RunModel::appendBatch(int id, const EventBatch& events) { appendAll(id, events); }

template <typename Events>
void RunModel::appendAll(int id, const Events& events) {
    Run* const run = known(id);
    if (!run || events.empty()) return;
    const bool again = std::any_of(events.begin(), events.end(),
                                   [](const Event& event) { return std::holds_alternative<ResumedRecord>(event); });
    const size_t tags = run->scalars.size();
    RunEvents told(*run);
    told.add(events);
    // Charts only ever append: before anybody can make them do so.
    if (again) emit curvesTakenBack(id);
    if (const int row = rowOf(id); run->scalars.size() != tags)
        tellRow(row);
    else  // no run is judged by another curve now
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    if (told.points) emit scalarsAppended(id);
    if (told.confusion) emit confusionChanged(id);
    if (told.watches) emit watchesChanged(id);
    if (!told.seen.empty()) emit watched(id, told.seen);
    if (told.state) emit stateChanged(id);
}

void RunModel::appendScalars(int id, const std::map<QString, std::vector<ScalarPoint>>& points, bool live,
                             const std::vector<Message>& problems) {
    Run* const run = known(id);
    if (!run) return;
    const size_t tags = run->scalars.size();
    bool again = false;
    for (const auto& [tag, fresh] : points) {
        auto& all = run->scalars[tag];
        for (const ScalarPoint& point : fresh) {
            // As TensorBoard has it: a program that was started again goes on from there, in whatever file.
            const bool back = !all.empty() && point.step < all.back().step;
            while (back && !all.empty() && all.back().step >= point.step) all.pop_back();
            again = again || back;
            all.push_back(point);
            run->lastStep.step = std::max(run->lastStep.step, static_cast<int64_t>(point.step));
            run->started = run->started > 0 ? std::min(run->started, point.wallTime) : point.wallTime;
        }
    }
    if (again) {
        run->lastStep.step = 0;
        for (const auto& [tag, all] : run->scalars)
            if (!all.empty()) run->lastStep.step = std::max(run->lastStep.step, static_cast<int64_t>(all.back().step));
        emit curvesTakenBack(id);  // before anybody can make charts append
    }
    const RunState state = live ? RunState::Running : RunState::Finished;
    const bool changed = run->state != state || run->problems != problems;
    run->state = state;
    run->problems = problems;
    if (const int row = rowOf(id); run->scalars.size() != tags)
        tellRow(row);
    else
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    if (!points.empty()) emit scalarsAppended(id);
    if (changed) emit stateChanged(id);
}

void RunModel::forgetScalars(int id, const QString& prefix) {
    Run* const run = known(id);
    if (!run) return;
    std::erase_if(run->scalars, [&](const auto& curve) {
        return curve.first.startsWith(QLatin1String("val_")) == !prefix.isEmpty();
    });
    const int row = rowOf(id);
    emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    emit curvesTakenBack(id);
}

void RunModel::setVisible(int id, bool visible) {
    setVisible([=](const Run& run) { return run.id == id ? visible : run.visible; });
}
void RunModel::setVisible(const std::function<bool(const Run&)>& visible) { set(&Run::visible, visible); }
void RunModel::setFiltered(const std::function<bool(const Run&)>& filtered) { set(&Run::filtered, filtered); }

void RunModel::set(bool Run::*flag, const std::function<bool(const Run&)>& on) {
    QList<int> changed;
    for (Run& run : runs_) {
        if (on(run) == run.*flag) continue;
        run.*flag = !(run.*flag);
        changed.append(run.id);
    }
    if (changed.isEmpty()) return;
    emit dataChanged(index(rowOf(changed.front()), 0), index(rowOf(changed.back()), ColumnCount - 1));
    emit visibilityChanged(changed);
}

void RunModel::setReading(bool on) {
    if (std::exchange(reading_, on) != on) emit readingChanged();
}

void RunModel::clear() {
    beginResetModel();
    runs_.clear();
    forgetNames();
    judge();
    endResetModel();
}

// Numbers are given in the order of the list.
int RunModel::rowOf(int id) const {
    const auto run =
        std::lower_bound(runs_.begin(), runs_.end(), id, [](const Run& r, int wanted) { return r.id < wanted; });
    return run == runs_.end() || run->id != id ? -1 : static_cast<int>(run - runs_.begin());
}

const Run* RunModel::find(int id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &runs_[static_cast<size_t>(row)];
}

Run* RunModel::known(int id) {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &runs_[static_cast<size_t>(row)];
}

void RunModel::forgetNames() {
    rowsByInfo_.reset();
    titles_.reset();
    ++revision_;
}

const RunTitle& RunModel::titleOf(int id) const {
    if (!titles_) {
        std::vector<RunName> names;
        std::vector<int> ids;
        for (const Run& run : runs_) {
            names.push_back({run.name, run.settings, run.info.number});
            ids.push_back(run.id);
        }
        titles_.emplace();
        const std::vector<RunTitle> titles = runTitles(names);
        for (size_t i = 0; i < ids.size(); ++i) titles_->insert(ids[i], titles[i]);
    }
    auto found = titles_->find(id);
    if (found == titles_->end()) {  // one that is not among them
        const Run* run = find(id);
        found = titles_->insert(id, {{run ? run->name : QString()}, {0}});
    }
    return *found;
}

const Run* RunModel::newest() const {
    const Run* newest = nullptr;
    for (const Run& run : runs_)
        if (!run.filtered && (!newest || run.started >= newest->started)) newest = &run;
    return newest;
}

const Run* RunModel::at(const QString& folder) const {
    const auto run = std::ranges::find_if(runs_, [&](const Run& one) { return one.folder == folder; });
    return run == runs_.end() || folder.isEmpty() ? nullptr : &*run;
}

QStringList RunModel::tags() const {
    QSet<QString> all;
    for (const auto& run : runs_)
        for (const auto& [tag, points] : run.scalars) all.insert(tag);
    QStringList tags(all.begin(), all.end());
    tags.sort();
    return tags;
}

int RunModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}
int RunModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

// Tables ask often: what is worked out over a run's epochs is so only for the cell that shows it.
QVariant RunModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Run& run = runs_[static_cast<size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case IdRole: return run.id;
    case LiveRole: return run.live();
    case VisibleRole: return run.visible;
    case Qt::ToolTipRole: return describe(run, titleOf(run.id).number);
    case Qt::TextAlignmentRole:
        return static_cast<int>((column == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case SortRole:
    case Qt::DisplayRole: break;
    default: return {};
    }
    const auto value = [&](double number, bool known) -> QVariant {
        if (role == SortRole) return known ? number : std::numeric_limits<double>::quiet_NaN();
        return known ? figure(number, isLoss(run, column)) : QStringLiteral("–");
    };
    const auto last = [&](const QString& tag) { return value(run.last(tag), run.scalars.count(tag)); };
    switch (column) {
    case Name: return run.name;
    case Loss: return last(QStringLiteral("epoch_loss"));
    case ValLoss: {
        const QString own = QStringLiteral("val_loss");
        return last(run.scalars.count(own) ? own : QStringLiteral("val_epoch_loss"));
    }
    case Best:
    case Last: {
        const QString judged = judgedBy(run);
        const auto best = run.best(judged);
        return value(!best ? 0 : column == Best ? best->value : run.last(judged), best.has_value());
    }
    case Test: {
        const auto tested = run.tested();
        if (!tested && role == Qt::DisplayRole) return QString();
        const QVariant shown = value(tested ? tested->value : 0, tested.has_value());
        const bool plain = role != Qt::DisplayRole || tested->views == 1;
        return plain ? shown : QStringLiteral("%1 ×%2").arg(shown.toString()).arg(tested->views);
    }
    case Epoch: {
        const auto done = std::min<qint64>(run.lastStep.step > 0 ? run.lastStep.epoch + 1 : 0, std::max(run.epochs, 1));
        if (role == SortRole) return done;
        return run.foreign ? QStringLiteral("–") : QStringLiteral("%1/%2").arg(done).arg(run.epochs);
    }
    default: return {};
    }
}

QVariant RunModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        const QString help[] = {
            {},
            tr("The mean over the last epoch's training samples"),
            tr("The loss over the validation samples after the last epoch"),
            accuracies_ ? tr("The best epoch's val_accuracy; where no run has one the training's own. A run without "
                             "accuracies shows its loss, and stands behind those that have them")
                        : tr("The best epoch's val_loss; where no run has one the training's own"),
            tr("The same after the last epoch"),
            tr("Evaluated on the test split: its accuracy, else its loss; ×6 is of the mean scores of so "
               "many views of each image"),
            tr("Epochs begun, of those asked for")};
        return help[section];
    }
    if (role != Qt::DisplayRole) return {};
    // Tags as the curves and the event files have them are called so in every language (decisions/0026).
    const QString titles[] = {
        tr("run"), QStringLiteral("loss"), QStringLiteral("val_loss"), tr("best"), tr("last"), tr("test"), tr("epoch")};
    return titles[section];
}

}  // namespace tl
