// The open data set: opened, counted and measured by background jobs; the views see finished values.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>

#include "engine/data/source.h"
#include "engine/data/statistics.h"
#include "engine/model/validation.h"
#include "ui/jobs/job_tracker.h"

namespace tl {

class DataSetModel : public QObject {
    Q_OBJECT
public:
    enum class State { None, Opening, Ready, Failed };

    explicit DataSetModel(JobTracker& jobs, QObject* parent = nullptr);

    // Opens in the background; stateChanged() to Ready or Failed follows, at once where only image settings differ from
    // what is open, or where it is what was open before one that is not there yet. An empty spec closes. A person's
    // edits come through ui/commands.
    void open(const QString& spec, const ValidationSplit& split = {});
    // The same again, as after a failure. What was open stays where it cannot be read now: notReadAgain().
    void reopen();
    bool cancelReadingAgain();  // what was open is so again; false: no such reading is under way
    // Looks whether what lies on the disk is another by now: changedOnDisk() follows, or, with `reopens`, it is opened
    // anew.
    void lookAgain(bool reopens = false);
    void close();
    // What was open when the present one, which is not open yet or could not be opened, was asked for; or empty.
    QString before() const { return kept_ ? kept_->spec : QString(); }

    State state() const { return state_; }
    const Message& error() const { return error_; }  // Failed: a whole sentence
    QString spec() const { return spec_; }
    const ValidationSplit& validationSplit() const { return split_; }
    double progress() const { return progress_; }  // Opening: 0 to 1, -1 unknown
    const std::optional<DataSet>& dataSet() const { return dataSet_; }
    // While a large one is opened: what can be looked at already. It is not to be trained on.
    const std::optional<DataSet>& preview() const { return preview_; }
    // The open set, or its preview.
    const std::optional<DataSet>& shown() const { return dataSet_ ? dataSet_ : preview_; }
    // Of what is shown. "train", "validation", "test"; null where the set has no such split.
    std::shared_ptr<const Source> split(const QString& name) const;
    QStringList splits() const;
    static QString splitTitle(const QString& name);  // as people call it: "validation"
    DataFacts facts() const;                         // for validation; empty when none is open
    DType dataType() const;                          // of its batches; an image's bytes when none is open
    // Items of the training split, by class; none where labels are numbers.
    const std::vector<int64_t>& classCounts() const { return classCounts_; }
    // Of the training split; absent until its job is done.
    const std::shared_ptr<const SourceStatistics>& statistics() const { return statistics_; }
    // Items of other splits that are training items too; known with the statistics. Never null.
    const std::shared_ptr<const std::vector<Leak>>& leaks() const { return leaks_; }
    bool measuring() const { return measuring_; }
    void stopMeasuring();  // keeps the data set, without statistics
    void measureAgain();
    // Known to be broken, from opening and from measuring; nothing is left out without a word.
    const std::vector<BrokenItem>& broken() const { return broken_; }

signals:
    void stateChanged();
    void changedOnDisk(bool gone);              // once for each change; what is open stays as it was read
    void notReadAgain(const tl::Message& why);  // what was open is so again
    void progressChanged(double fraction, const tl::Message& what);
    void statisticsChanged();
    void previewChanged();

private:
    struct Opened {
        DataSet set;
        std::string stamp;
        std::vector<int64_t> classCounts;
    };
    struct Kept {
        QString spec;
        ValidationSplit split;
        Opened opened;
        std::shared_ptr<const SourceStatistics> statistics;
        std::shared_ptr<const std::vector<Leak>> leaks;
        std::vector<BrokenItem> broken;
    };
    void read(const QString& spec, const ValidationSplit& split);
    void keep(const QString& next, const ValidationSplit& split);
    bool goBack(const QString& spec, const ValidationSplit& split);
    void goBack();
    void restore();  // what is kept
    bool changeSettings(const QString& spec, const ValidationSplit& split);
    void take(Opened opened);
    void measure();
    // For a job: passes progress on to the window, at most every 33 ms.
    std::function<void(double, const Message&)> reporter();

    JobTracker& jobs_;
    State state_ = State::None;
    Message error_;
    QString spec_;
    double progress_ = -1;
    bool measuring_ = false;
    ValidationSplit split_;
    quint64 opening_ = 0;  // which open() the reports of a job belong to
    std::optional<DataSet> dataSet_, preview_;
    std::vector<int64_t> classCounts_;
    std::string stamp_, told_;  // dataStamp() when it was opened; and when a change was told last
    std::optional<Kept> kept_;  // until another is open
    std::shared_ptr<const SourceStatistics> statistics_;
    std::shared_ptr<const std::vector<Leak>> leaks_ = std::make_shared<const std::vector<Leak>>();
    std::vector<BrokenItem> broken_;
};

}  // namespace tl
