// Two jobs, one after the other: opening (which finds the images and their labels) and measuring (which reads them
// all). The window works as soon as the first is done. Jobs report through JobTracker::post and never touch the model.
#include "ui/models/data_set_model.h"

#include <QPointer>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <chrono>

namespace tl {

static const QString kOpenJob = QStringLiteral("dataset.open"), kMeasureJob = QStringLiteral("dataset.statistics");

DataSetModel::DataSetModel(JobTracker& jobs, QObject* parent) : QObject(parent), jobs_(jobs) {}

DataSetModel::~DataSetModel() {
    jobs_.cancel(kOpenJob);
    jobs_.cancel(kMeasureJob);
}

std::function<void(double, const std::string&)> DataSetModel::reporter() {
    using Clock = std::chrono::steady_clock;
    // Called from a job's threads, perhaps several at once: one of them reports.
    auto last = std::make_shared<std::atomic<Clock::rep>>(0);
    return [&jobs = jobs_, self = QPointer<DataSetModel>(this), opening = opening_, last](double fraction,
                                                                                          const std::string& what) {
        constexpr auto gap = std::chrono::duration_cast<Clock::duration>(std::chrono::milliseconds(33)).count();
        const auto now = Clock::now().time_since_epoch().count();
        auto before = last->load();
        if (now - before < gap || !last->compare_exchange_strong(before, now)) return;
        jobs.post([self, opening, fraction, text = QString::fromStdString(what)] {
            if (!self || self->opening_ != opening || (self->state_ != State::Opening && !self->measuring_)) return;
            self->progress_ = fraction;
            emit self->progressChanged(fraction, text);
        });
    };
}

void DataSetModel::open(const QString& spec, double validationFraction, quint64 seed) {
    if (spec.isEmpty()) return close();
    jobs_.cancel(kMeasureJob);
    ++opening_;
    spec_ = spec;
    validationFraction_ = validationFraction;
    seed_ = seed;
    error_.clear();
    dataSet_.reset();
    preview_.reset();
    statistics_.reset();
    leaks_.clear();
    measuring_ = false;
    progress_ = -1;
    state_ = State::Opening;
    emit stateChanged();
    emit statisticsChanged();
    emit progressChanged(-1, tr("Opening"));

    const QPointer<DataSetModel> self(this);
    const auto preview = [&jobs = jobs_, self, opening = opening_](DataSet set) {
        jobs.post([self, opening, set = std::move(set)] {
            if (!self || self->opening_ != opening || self->state_ != State::Opening) return;
            self->preview_ = set;
            emit self->previewChanged();
        });
    };
    jobs_.run(
        kOpenJob,
        [spec = spec.toStdString(), validationFraction, seed, report = reporter(), preview](std::stop_token stop) {
            OpenOptions options;
            options.validationFraction = validationFraction;
            options.seed = seed;
            options.stop = stop;
            options.progress = report;
            options.preview = preview;
            return openDataSet(spec, options);
        },
        [self](DataSet set) {
            if (!self) return;
            self->dataSet_ = std::move(set);
            self->preview_.reset();
            self->state_ = State::Ready;
            self->progress_ = 1;
            emit self->stateChanged();
            self->measure();
        },
        [self](const QString& sentence) {
            if (!self) return;
            self->error_ = sentence;
            self->preview_.reset();
            self->state_ = State::Failed;
            emit self->stateChanged();
        });
}

void DataSetModel::reopen() { open(QString(spec_), validationFraction_, seed_); }

void DataSetModel::measure() {
    measuring_ = true;
    const QPointer<DataSetModel> self(this);
    struct Measured {
        SourceStatistics train;
        std::vector<Leak> leaks;
    };
    jobs_.run(
        kMeasureJob,
        [set = *dataSet_, report = reporter()](std::stop_token stop) {
            // One core stays with the window.
            const int threads = std::clamp(QThread::idealThreadCount() - 1, 1, 8);
            const auto part = [&](double from, double share, const char* what) {
                return [=](double fraction) { report(from + share * fraction, what); };
            };
            Measured measured;
            measured.train = sourceStatistics(*set.train, threads, stop, part(0, 0.8, "Measuring"));
            measured.leaks = findLeaks(set, measured.train, threads, stop, part(0.8, 0.2, "Comparing the splits"));
            return measured;
        },
        [self](Measured measured) {
            if (!self) return;
            self->measuring_ = false;
            self->statistics_ = std::move(measured.train);
            self->leaks_ = std::move(measured.leaks);
            emit self->statisticsChanged();
        },
        [self](const QString& sentence) {
            if (!self) return;
            self->measuring_ = false;
            self->error_ = sentence;  // the set itself is fine: it stays open
            emit self->statisticsChanged();
        });
}

void DataSetModel::close() {
    jobs_.cancel(kOpenJob);
    jobs_.cancel(kMeasureJob);
    ++opening_;
    spec_.clear();
    error_.clear();
    dataSet_.reset();
    preview_.reset();
    statistics_.reset();
    leaks_.clear();
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

DataFacts DataSetModel::facts() const {
    DataFacts facts;
    if (dataSet_) {
        facts.shape = dataSet_->shape();
        facts.classes = dataSet_->classes();
        facts.labels.numbers = dataSet_->train->hasTargets();
    }
    return facts;
}

std::vector<BrokenItem> DataSetModel::broken() const {
    if (!dataSet_) return {};
    std::vector<BrokenItem> all = dataSet_->broken();
    if (statistics_)
        for (const auto& item : statistics_->broken)
            if (std::none_of(all.begin(), all.end(), [&](const BrokenItem& known) { return known.path == item.path; }))
                all.push_back(item);
    return all;
}

}  // namespace tl
