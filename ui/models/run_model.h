// Curves and state of the runs that the window knows: fed by the run controller in batches, seen by charts and the run
// table. Of our own steps the recorded ones are kept (engine/train/recorded_steps.h), of all else every point;
// reduction to pixels is the plot's. GUI thread only.
#pragma once

#include <QAbstractTableModel>
#include <QHash>
#include <QList>
#include <QObject>
#include <QRegularExpression>
#include <QSet>
#include <QString>
#include <QVector>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/run/run_info.h"
#include "engine/train/events.h"
#include "engine/train/training_spec.h"
#include "ui/models/run_settings.h"
#include "ui/models/run_titles.h"
#include "ui/models/scalar_curve.h"

namespace tl {

class EventBatch;

// What a person did to a run while it went on.
struct RunMark {
    enum Kind { Rate, Paused, WentOn } kind = Rate;
    double step = 0, from = 0, to = 0;  // from and to: of a rate
    QString label() const;              // "rate 0.1 → 0.01", "paused"
};

struct Run {
    int id = 0;      // of this list, while it is open
    int color = -1;  // Theme::series: its own, wherever and whenever it is shown
    QString name;    // "lenet · adam"
    RunState state = RunState::Idle;
    Message message;      // why it failed or stopped
    double started = 0;   // seconds since 1970
    StepRecord lastStep;  // the newest, recorded or not
    int epochs = 0;       // asked for
    double secondsLeft = -1;
    std::map<QString, ScalarCurve> scalars;  // "loss", "accuracy", "val_loss", "learning_rate",
                                             // "images_per_second"
    std::vector<RunMark> marks;
    QStringList classNames;
    QVector<qint64> confusion;         // of the last validation: class i taken for j at i * classes + j; empty before
    qint64 confusionEpoch = 0;         // after which it was, from 0
    qint64 validated = 0, unread = 0;  // samples of that validation; both 0: not known
    // The newest evaluation of each of its splits, then of each other data.
    std::vector<const EvaluationRecord*> evaluated() const;
    // Of those on the test split and on other data the newest that have a matrix.
    std::vector<const EvaluationRecord*> matrices() const;
    const EvaluationRecord* evaluatedOn(const std::string& key) const;  // the newest by evaluationKey(); null: none
    bool visible = true;                                                // not hidden by its swatch
    bool filtered = false;                                              // left out by the table's filter
    bool shown() const { return visible && !filtered; }
    qint64 broken = 0;              // items that did not decode and were left out
    QString folder;                 // empty: it is kept nowhere
    RunInfo info;                   // as its run.json tells
    std::vector<Message> problems;  // what of its folder cannot be read: sentences
    bool hasCheckpoint = false;
    bool elsewhere = false;  // another program trains it
    bool cutOff = false;     // it ended without a word: its program was killed, or the machine went off
    bool foreign = false;    // known by its event files alone: TensorFlow's, PyTorch's, Keras's
    std::vector<EvaluationRecord> evaluations;
    Message comparison;                            // what became of comparing it, since the window is open, with
    QString comparedWith;                          // the run that it did again, by its name
    std::shared_ptr<const StopRecord> stop;        // where it stands inside a step; null: nowhere
    WatchesRecord watches;                         // what it watches, and what that costs
    std::shared_ptr<const KernelChoices> kernels;  // that it began with; null: not timed, or over long ago
    std::optional<TrainingSpec> training;          // its own settings
    RunSettings settings;                          // by name, others' too
    bool whole = true;                             // else its curves of steps are still on disk
    bool live() const { return isActive(state); }
    // The last value of a curve; NaN where it has none.
    double last(const QString& tag) const;
    // What epochs are judged by: "val_accuracy", else "val_loss", "epoch_accuracy" or "epoch_loss"; empty before one.
    QString judgedBy() const;
    bool hasAccuracy() const;
    // The same among accuracies, or among losses, alone.
    QString judgedBy(bool accuracy) const;
    // The best epoch's point by that; none before one.
    std::optional<ScalarPoint> best() const { return best(judgedBy()); }
    std::optional<ScalarPoint> best(const QString& tag) const;
    // Over the test split, the last time that it was evaluated there: its accuracy, else its loss.
    struct Tested {
        double value;
        int views;          // of each image
        bool loss = false;  // it has no accuracy
    };
    std::optional<Tested> tested() const;
};

// What puts runs together, in the table and as one curve with its band.
struct RunGrouping {
    enum By { Nothing, Parent, Folder, Tag, Setting, Pattern };
    By by = Nothing;
    QString
        what;  // Setting: "batch_size"; Pattern: an expression over names; what its first bracket took, or all of it
    friend bool operator==(const RunGrouping&, const RunGrouping&) = default;
};

class RunModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // Loss is the last epoch's mean. Best and last are each run's own: its accuracy, else its loss; over the validation
    // as soon as a run has that of its kind, and of the others none. Among accuracies a loss says that it is one,
    // "loss 0.023", and so does that of the test split.
    static constexpr int kShownAtFirst = 10;  // of runs that lie on disk: the newest
    enum Column { Name, Loss, ValLoss, Best, Last, Test, Epoch, ColumnCount };
    // Id and live are of the row; sort gives a number or text to order by.
    enum Role { IdRole = Qt::UserRole, LiveRole, VisibleRole, SortRole };
    using QAbstractTableModel::QAbstractTableModel;

    // Returns its id. A name that is there already gets a number: "lenet · adam 2".
    int addRun(const QString& name, int epochs, const QStringList& classNames = {});
    // A run that lies on disk, with all that it told: curves are made of it by any thread.
    static Run told(Run run, const std::vector<Event>& events);
    int addRun(Run run, int before = -1);  // before: its id until it was removed: it goes where it was
    void replace(int id, Run run);         // keeps id, place, colour and visibility
    void fill(int id, Run whole);          // with all its curves, of which some were on disk; its state stays
    void change(int id, const std::function<void(Run&)>& what);  // of what is told about it, not of its curves
    void remove(int id) { remove(std::set<int>{id}); }
    void remove(const std::set<int>& ids);                   // runsRemoved() once
    void append(int run, const std::vector<Event>& events);  // one signal for all
    void appendBatch(int run, const EventBatch& events);     // likewise, of a log: nothing is copied
    // Of a foreign run: more points of its curves, of which a step that was before takes the place of all from there
    // on; live: somebody writes them now; problems: what cannot be read.
    void appendScalars(int run, const std::map<QString, std::vector<ScalarPoint>>& points, bool live,
                       const std::vector<Message>& problems);
    void forgetScalars(int run, const QString& prefix);  // curves of such names: they will come anew
    void setVisible(int run, bool visible);
    // Of all runs at once: the rows are told of once, however many change.
    void setVisible(const std::function<bool(const Run&)>& visible);
    void setFiltered(const std::function<bool(const Run&)>& filtered);
    // The words of that: who is left out by them is known here, and the field that says them may be made anew.
    const QString& filter() const { return filter_; }
    void keepFilter(const QString& words) { filter_ = words; }
    // How the list shows them, for likewise.
    struct Listing {
        QString sortedBy;  // a column by its key; empty: as they came
        Qt::SortOrder order = Qt::AscendingOrder;
        QSet<QString> folded;  // keys of rows
    };
    Listing& listing() { return listing_; }
    void setSorting(const QString& by, Qt::SortOrder order);
    void clear();
    // The project's runs are being read: that there are none is not known yet.
    bool reading() const { return reading_; }
    void setReading(bool on);
    const std::vector<Run>& runs() const { return runs_; }
    const Run* find(int run) const;
    const Run* at(const QString& folder) const;  // null: none that lies there is listed
    // Another one whenever who they are may have changed: names, settings, tags, parents, colours; not with their
    // values.
    int revision() const { return revision_; }
    const RunTitle& titleOf(int run) const;  // what tells it from all that are listed, whatever the filter leaves out
    const Run* newest() const;               // of those that the filter leaves; null: none
    int rowOf(int run) const;                // -1: not listed
    QStringList tags() const;                // over all runs, sorted
    // The listed run that it began from, or does once more; null where there is none.
    const Run* parentOf(const Run& run) const;
    bool greaterIsBetter() const { return accuracies_; }  // of best and last, but for isLoss()
    // Of best, last and test: a loss where some run has an accuracy. These are two kinds of numbers, which are never
    // weighed against each other.
    bool isLoss(const Run& run, int column) const;
    static QString figure(double value, bool isLoss);  // as a row shows it
    void setGrouping(const RunGrouping& grouping);
    const RunGrouping& grouping() const { return grouping_; }
    // The names of the groups that it is in: of as many as it has tags, of no more than one otherwise.
    QStringList groupsOf(const Run& run) const;
    // Theme::series of each group's curve: its first run's, as far as no group before it has that one.
    QHash<QString, int> groupColors() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void runAdded(int run);
    void runsRemoved(const QList<int>& runs);  // once, however many, when all are gone
    void curvesTakenBack(int run);             // some or all: those that are left, and what comes, are to be drawn anew
    void scalarsAppended(int run);             // once per drain, whatever arrived
    void confusionChanged(int run);            // or, where labels are numbers, what it predicted
    void watchesChanged(int run);              // how its watches stand
    void watched(int run, const std::vector<tl::WatchedRecord>& records);  // what they saw; nobody keeps it
    void stateChanged(int run);
    void visibilityChanged(const QList<int>& runs);  // once, however many
    void groupingChanged();                          // by what runs are put together
    void sortingChanged();                           // by what the list orders them
    void readingChanged();

private:
    Run* known(int run);                    // as find(), to be changed
    QString groupOf(const Run& run) const;  // empty: in none
    QString judgedBy(const Run& run) const;
    bool judge();                  // whether best and last became another kind of number
    bool judge(const Run& newer);  // likewise, by a run that came or has more curves
    struct Judged;
    static Judged judged(const Run& run);
    void tellRow(int row);  // tells of all rows where they did
    int freeColor() const;
    void forgetNames();  // what was worked out of who they are
    void set(bool Run::*flag, const std::function<bool(const Run&)>& on);
    int insert(Run run, int before = -1);
    template <typename Events>
    void appendAll(int run, const Events& events);
    std::vector<Run> runs_;
    mutable std::optional<std::unordered_map<std::string, int>> rowsByInfo_;  // by RunInfo::id; null: to be made anew
    mutable std::optional<QHash<int, RunTitle>> titles_;                      // null: to be made anew
    RunGrouping grouping_;
    QString filter_;
    Listing listing_;
    QRegularExpression pattern_;  // of the grouping
    int next_ = 0, revision_ = 0;
    bool accuracies_ = false;  // some run has one
    bool validated_[2] = {};   // some run is, of those with losses, of those with accuracies
    bool reading_ = false;
};

}  // namespace tl
