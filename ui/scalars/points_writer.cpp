// See the header.
#include "ui/scalars/points_writer.h"

#include <QSaveFile>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "ui/models/run_model.h"
#include "widgets/plot/csv_field.h"

namespace tl {

namespace {

constexpr size_t kSlice = 1 << 15;  // points, of which a copy is a moment of the window's

QByteArray lines(const QString& name, const QString& tag, const std::vector<ScalarPoint>& points) {
    const QByteArray head = csvField(name) + ',' + csvField(tag) + ',';
    QByteArray text;
    for (const ScalarPoint& point : points)
        text += head + QByteArray::number(point.step, 'g', 17) + ',' + QByteArray::number(point.epoch, 'g', 9) + ',' +
                QByteArray::number(point.wallTime, 'f', 3) + ',' + QByteArray::number(point.value, 'g', 9) + '\n';
    return text;
}

}  // namespace

struct PointsWriter::Work {
    struct CurvePlan {
        int run = -1;
        QString name, tag;
        size_t points = 0;  // when the writing began; later ones are left out
    };

    PointsWriter& owner;
    RunModel& runs;
    QString path;
    std::vector<CurvePlan> plan = {};
    size_t all = 0;
    std::mutex mutex = {};
    std::condition_variable_any answered = {};
    std::optional<std::vector<ScalarPoint>> slice = {};  // with the mutex
    std::jthread thread = {};                            // last: it uses all above

    // The points of a curve from there on; fewer than are planned where it is another curve by now.
    void answer(const CurvePlan& curve, size_t from) {
        std::vector<ScalarPoint> points;
        if (const Run* run = runs.find(curve.run))
            if (const auto found = run->scalars.find(curve.tag); found != run->scalars.end())
                if (const auto& known = found->second; known.size() >= curve.points)
                    for (size_t i = from; i < std::min(from + kSlice, curve.points); ++i) points.push_back(known[i]);
        const std::lock_guard lock(mutex);
        slice = std::move(points);
        answered.notify_all();
    }

    std::optional<std::vector<ScalarPoint>> ask(const CurvePlan& curve, size_t from, const std::stop_token& stop) {
        QMetaObject::invokeMethod(
            &owner, [this, &curve, from] { answer(curve, from); }, Qt::QueuedConnection);
        std::unique_lock lock(mutex);
        if (!answered.wait(lock, stop, [this] { return slice.has_value(); })) return {};
        return std::exchange(slice, std::nullopt);
    }

    // A sentence where it failed; nothing where it was cancelled.
    std::optional<QString> write(const std::stop_token& stop) {
        QSaveFile file(path);
        const auto failed = [&] {
            return tr("The points could not be written to %1: %2. Choose another folder.")
                .arg(path, file.errorString());
        };
        if (!file.open(QIODevice::WriteOnly)) return failed();
        if (file.write("run,tag,step,epoch,wall_time,value\n") < 0) return failed();
        size_t done = 0;
        for (const CurvePlan& curve : plan)
            for (size_t from = 0; from < curve.points;) {
                const auto points = ask(curve, from, stop);
                if (!points) return {};
                if (points->empty())
                    return tr("“%1” was changed or deleted while its points were written to %2. Save them again.")
                        .arg(curve.name, path);
                const QByteArray text = lines(curve.name, curve.tag, *points);
                if (file.write(text) != text.size()) return failed();
                from += points->size();
                done += points->size();
                QMetaObject::invokeMethod(
                    &owner,
                    [this, share = static_cast<double>(done) / static_cast<double>(all)] {
                        emit owner.progressed(share);
                    },
                    Qt::QueuedConnection);
            }
        return file.commit() ? QString() : failed();
    }
};

PointsWriter::PointsWriter(RunModel& runs, const QString& path, QObject* parent)
    : QObject(parent), work_(new Work{*this, runs, path}) {
    for (const Run& run : runs.runs()) {
        if (!run.shown()) continue;
        for (const auto& [tag, points] : run.scalars) {
            work_->plan.push_back({run.id, run.name, tag, points.size()});
            work_->all += points.size();
        }
    }
    work_->thread = std::jthread([this](const std::stop_token& stop) {
        const auto problem = work_->write(stop);
        QMetaObject::invokeMethod(
            this, [this, problem] { emit finished(problem ? work_->path : QString(), problem.value_or(QString())); },
            Qt::QueuedConnection);
    });
}

PointsWriter::~PointsWriter() = default;

const QString& PointsWriter::path() const { return work_->path; }

void PointsWriter::cancel() { work_->thread.request_stop(); }

}  // namespace tl
