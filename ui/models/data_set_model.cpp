// Two jobs, one after the other: opening (which finds the images and their labels) and measuring (which reads them
// all). The window works as soon as the first is done. Jobs report through JobTracker::poster and never touch the
// model.
#include "ui/models/data_set_model.h"

#include <QThread>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <unordered_set>

#include "engine/data/data_stamp.h"
#include "engine/data/image_settings.h"
#include "engine/train/data_facts.h"

namespace tl {

static const QString kOpenJob = QStringLiteral("dataset.open"), kMeasureJob = QStringLiteral("dataset.statistics"),
                     kLookJob = QStringLiteral("dataset.look");

DataSetModel::DataSetModel(JobTracker& jobs, QObject* parent) : QObject(parent), jobs_(jobs) {}

std::function<void(double, const Message&)> DataSetModel::reporter() {
    using Clock = std::chrono::steady_clock;
    // Called from a job's threads, perhaps several at once: one of them reports.
    auto last = std::make_shared<std::atomic<Clock::rep>>(0);
    return [this, post = jobs_.poster(this), opening = opening_, last](double fraction, const Message& what) {
        constexpr auto gap = std::chrono::duration_cast<Clock::duration>(std::chrono::milliseconds(33)).count();
        const auto now = Clock::now().time_since_epoch().count();
        auto before = last->load();
        if (now - before < gap || !last->compare_exchange_strong(before, now)) return;
        post([this, opening, fraction, what] {
            if (opening_ != opening || (state_ != State::Opening && !measuring_)) return;
            progress_ = fraction;
            emit progressChanged(fraction, what);
        });
    };
}

void DataSetModel::open(const QString& spec, const ValidationSplit& split) {
    if (spec.isEmpty()) return close();
    if (!changeSettings(spec, split) && !goBack(spec, split)) read(spec, split);
}

void DataSetModel::reopen() {
    if (!spec_.isEmpty()) read(QString(spec_), split_);
}

void DataSetModel::read(const QString& spec, const ValidationSplit& split) {
    jobs_.cancel(kMeasureJob);
    keep(spec, split);
    ++opening_;
    spec_ = spec;
    split_ = split;
    error_ = {};
    dataSet_.reset();
    classCounts_.clear();
    preview_.reset();
    statistics_.reset();
    leaks_ = std::make_shared<const std::vector<Leak>>();
    broken_.clear();
    measuring_ = false;
    progress_ = -1;
    state_ = State::Opening;
    emit stateChanged();
    emit statisticsChanged();
    emit progressChanged(-1, Message("Opening"));

    const auto preview = [this, post = jobs_.poster(this), opening = opening_](DataSet set) {
        post([this, opening, set = std::move(set)] {
            if (opening_ != opening || state_ != State::Opening) return;
            preview_ = set;
            emit previewChanged();
        });
    };
    jobs_.run(
        this, kOpenJob,
        [spec = spec.toStdString(), split, report = reporter(), preview](std::stop_token stop) {
            OpenOptions options;
            options.split = split;
            options.stop = stop;
            options.progress = report;
            options.preview = preview;
            std::string stamp = dataStamp(spec);  // before it is read: what changes meanwhile is another
            DataSet set = openDataSet(spec, options);
            std::vector<int64_t> counts = tl::classCounts(*set.train);  // of millions it takes a while
            return Opened{std::move(set), std::move(stamp), std::move(counts)};
        },
        [this](Opened opened) { take(std::move(opened)); },
        [this](const Message& sentence) {
            if (kept_ && kept_->spec == spec_) {
                restore();
                emit notReadAgain(sentence);
                return;
            }
            error_ = sentence;
            preview_.reset();
            state_ = State::Failed;
            emit stateChanged();
        });
}

// A data set that was open is not given up before another is, or the same was read again.
void DataSetModel::keep(const QString& next, const ValidationSplit& split) {
    if (state_ == State::Ready)
        kept_ = Kept{spec_,       split_, {std::move(*dataSet_), stamp_, std::move(classCounts_)},
                     statistics_, leaks_, std::move(broken_)};
    if (kept_ && kept_->spec == next && kept_->split != split) kept_.reset();  // split otherwise it is another
}

bool DataSetModel::goBack(const QString& spec, const ValidationSplit& split) {
    if (!kept_ || kept_->spec == spec_ || kept_->spec != spec || kept_->split != split) return false;
    goBack();
    return true;
}

void DataSetModel::goBack() {
    jobs_.cancel(kOpenJob);
    told_ = kept_->opened.stamp;
    restore();
}

bool DataSetModel::cancelReadingAgain() {
    if (!kept_ || kept_->spec != spec_) return false;
    goBack();
    return true;
}

void DataSetModel::restore() {
    Kept kept = std::move(*kept_);
    kept_.reset();
    ++opening_;
    spec_ = kept.spec;
    split_ = kept.split;
    error_ = {};
    dataSet_ = std::move(kept.opened.set);
    stamp_ = std::move(kept.opened.stamp);
    classCounts_ = std::move(kept.opened.classCounts);
    preview_.reset();
    statistics_ = std::move(kept.statistics);
    leaks_ = std::move(kept.leaks);
    broken_ = std::move(kept.broken);
    state_ = State::Ready;
    progress_ = 1;
    emit stateChanged();
    if (!statistics_) measure();
    emit statisticsChanged();
}

// Another size of images that are open: nothing on disk has to be looked at again.
bool DataSetModel::changeSettings(const QString& spec, const ValidationSplit& split) {
    if (state_ != State::Ready || spec == spec_ || split != split_) return false;
    std::optional<DataSet> set;
    try {
        set = withOtherImageSettings(*dataSet_, spec_.toStdString(), spec.toStdString());
    } catch (const std::exception&) {
        return false;  // opening will say what is wrong
    }
    if (!set) return false;
    jobs_.cancel(kMeasureJob);
    ++opening_;
    spec_ = spec;
    error_ = {};
    take({std::move(*set), stamp_, classCounts_});
    return true;
}

void DataSetModel::take(Opened opened) {
    dataSet_ = std::move(opened.set);
    stamp_ = told_ = std::move(opened.stamp);
    classCounts_ = std::move(opened.classCounts);
    kept_.reset();
    preview_.reset();
    statistics_.reset();
    leaks_ = std::make_shared<const std::vector<Leak>>();
    broken_ = dataSet_->broken();
    state_ = State::Ready;
    progress_ = 1;
    emit stateChanged();
    measure();
    emit statisticsChanged();
}

void DataSetModel::lookAgain(bool reopens) {
    if (state_ != State::Ready) return;
    jobs_.run(
        this, kLookJob, [spec = spec_.toStdString()](std::stop_token) { return dataStamp(spec); },
        [this, reopens, opening = opening_](const std::string& now) {
            if (opening_ != opening || state_ != State::Ready || now == told_) return;
            told_ = now;
            if (now == stamp_) return;  // it is back
            if (reopens) return reopen();
            emit changedOnDisk(now.empty());
        });
}

void DataSetModel::stopMeasuring() {
    if (!measuring_) return;
    jobs_.cancel(kMeasureJob);
    measuring_ = false;
    emit statisticsChanged();
}

void DataSetModel::measureAgain() {
    if (state_ != State::Ready || measuring_) return;
    error_ = {};
    measure();
    emit statisticsChanged();
}

void DataSetModel::measure() {
    measuring_ = true;
    struct Measured {
        SourceStatistics train;
        std::vector<Leak> leaks;
        std::vector<BrokenItem> broken;
    };
    jobs_.run(
        this, kMeasureJob,
        [set = *dataSet_, known = broken_, report = reporter()](std::stop_token stop) {
            // One core stays with the window.
            const int threads = std::clamp(QThread::idealThreadCount() - 1, 1, 8);
            const auto part = [&](double from, double share, const Message& what) {
                return [=](double fraction) { report(from + share * fraction, what); };
            };
            Measured measured;
            measured.train = sourceStatistics(*set.train, threads, stop, part(0, 0.8, Message("Measuring")));
            measured.leaks =
                findLeaks(set, measured.train, threads, stop, part(0.8, 0.2, Message("Comparing the splits")));
            measured.broken = known;
            std::unordered_set<std::string> paths;
            for (const BrokenItem& item : known) paths.insert(item.path);
            for (const BrokenItem& item : measured.train.broken)
                if (paths.insert(item.path).second) measured.broken.push_back(item);
            return measured;
        },
        [this](Measured measured) {
            measuring_ = false;
            statistics_ = std::make_shared<const SourceStatistics>(std::move(measured.train));
            leaks_ = std::make_shared<const std::vector<Leak>>(std::move(measured.leaks));
            broken_ = std::move(measured.broken);
            emit statisticsChanged();
        },
        [this](const Message& sentence) {
            measuring_ = false;
            error_ = sentence;  // the set itself is fine: it stays open
            emit statisticsChanged();
        });
}

void DataSetModel::close() {
    jobs_.cancel(kOpenJob);
    jobs_.cancel(kMeasureJob);
    ++opening_;
    spec_.clear();
    error_ = {};
    dataSet_.reset();
    classCounts_.clear();
    kept_.reset();
    preview_.reset();
    statistics_.reset();
    leaks_ = std::make_shared<const std::vector<Leak>>();
    broken_.clear();
    measuring_ = false;
    progress_ = -1;
    state_ = State::None;
    emit stateChanged();
    emit statisticsChanged();
}

std::shared_ptr<const Source> DataSetModel::split(const QString& name) const {
    const auto& set = shown();
    if (!set) return nullptr;
    if (name == QLatin1String("train")) return set->train;
    if (name == QLatin1String("validation")) return set->validation;
    if (name == QLatin1String("test")) return set->test;
    return nullptr;
}

QStringList DataSetModel::splits() const {
    QStringList names;
    for (const auto* name : {"train", "validation", "test"})
        if (split(QLatin1String(name))) names << QLatin1String(name);
    return names;
}

QString DataSetModel::splitTitle(const QString& name) {
    if (name == QLatin1String("train")) return tr("train");
    if (name == QLatin1String("validation")) return tr("validation");
    return name == QLatin1String("test") ? tr("test") : name;
}

DataFacts DataSetModel::facts() const { return dataSet_ ? factsOf(*dataSet_) : DataFacts(); }

DType DataSetModel::dataType() const { return dataSet_ ? dataSet_->train->dataType() : DType::UInt8; }

}  // namespace tl
