// Runs that begin from another: forks from a checkpoint, and the same work once more, which ends in a comparison.
#include <QFileInfo>
#include <optional>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/run/run_again.h"
#include "engine/run/run_compare.h"
#include "engine/run/run_data.h"
#include "engine/run/run_directory.h"
#include "engine/run/run_narrow.h"
#include "engine/run/weight_trace.h"
#include "engine/train/callback.h"
#include "engine/train/data_facts.h"
#include "ui/jobs/run_controller.h"
#include "ui/jobs/run_controller_impl.h"
#include "ui/jobs/run_library.h"
#include "ui/models/data_set_model.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "ui/models/training_model.h"

namespace tl {

// Known here before the folder is there, so nobody takes it for another program's.
std::function<void(const QString&)> RunController::Impl::folderTeller(int run) {
    return [this, run, post = jobs.poster(&runs)](const QString& path) {
        post([this, run, path] { runs.change(run, [&](Run& r) { r.folder = path; }); });
    };
}

RunInfo RunController::Impl::introduce(int run, RunInfo info, const std::optional<TrainingSpec>& training) {
    const Run& listed = *runs.find(run);
    info.id = freshRunId();
    info.name = listed.name.toStdString();
    info.program = programName();
    info.color = listed.color;
    info.number = library.freshNumber();
    runs.change(run, [&](Run& r) {
        r.training = training;
        r.info = info;
    });
    return info;
}

RunFolderOptions folderOf(const RunInfo& run) {
    RunFolderOptions folder;
    folder.name = run.name;
    folder.program = run.program;
    folder.project = run.project;
    folder.validation = run.validation;
    folder.parent = run.parent;
    folder.color = run.color;
    folder.number = run.number;
    folder.id = run.id;
    return folder;
}

// From a checkpoint or a folder's newest, in the job. Of a folder it is told where its data are others by now.
std::function<void(SessionOptions&)> RunController::goingOn(const QString& from, int epochs, const std::string& split,
                                                            double rate) {
    const TrainingSpec opened = impl_->training.spec();
    return [this, post = impl_->jobs.poster(this), epochs, opened, path = from.toStdString(), split,
            rate](SessionOptions& session) {
        session.resume = loadCheckpoint(path);
        session.network = session.resume->network;
        session.training = session.resume->training;
        session.training.epochs = epochs;
        if (rate > 0) {
            session.training.learningRate = rate;
            session.resume->position.learningRateScale = 1;
        }
        if (!goesOn(session.resume->position, session.training))
            throw Error(
                Message("The run already has {done} of {epochs} epochs.", session.resume->position.epoch, epochs));
        // The data that is open, where it is the same and split in the same way.
        const std::string spec = absoluteDataSpec(session.resume->dataSpec);
        const bool same = opened.validationSplit() == session.training.validationSplit();
        session.data = openAsModel(*session.resume, spec, {.split = session.training.validationSplit()},
                                   same ? &session.data : nullptr);
        if (split == "test" && !session.data.validation) session.data.validation = session.data.test;
        if (const Message other = goesOnWithOtherData(path, session.data); !other.empty())
            post([this, other, path, since = session.resume->position.epoch] {
                if (const Run* run = impl_->runs.at(q(path)))  // which finds a best of its own from here on
                    impl_->runs.change(run->id, [since](Run& r) { r.info.dataSince = since; });
                emit warned(q(other));
            });
    };
}

void RunController::forkRun(int id, const QString& checkpoint, int64_t step, int epochs, double rate) {
    if (active()) return emit noted(tr("Another run is under way."));
    const Run from = *impl_->runs.find(id);
    const auto fresh = impl_->library.freshFolder(QFileInfo(from.folder).fileName());
    if (!fresh) return;
    const int run =
        impl_->runs.addRun(tr("%1 · from %2").arg(from.name, QString::number(step)), epochs, from.classNames);
    RunInfo info;
    info.project = impl_->library.project().toStdString();
    info.dataSpec = from.info.dataSpec;
    info.validation = from.info.validation;
    info.parent = {from.info.id, from.name.toStdString(), checkpoint.toStdString(), step, false};
    std::optional<TrainingSpec> training = from.training;
    if (training && rate > 0) training->learningRate = rate;
    const RunFolderOptions folder = folderOf(impl_->introduce(run, std::move(info), training));
    SessionOptions options;
    if (impl_->data.dataSet()) options.data = *impl_->data.dataSet();
    launch(run, std::move(options),
           [fresh, folder, tell = impl_->folderTeller(run),
            go = goingOn(checkpoint, epochs, from.info.validation, rate)](SessionOptions& session) {
               const QString path = fresh();
               session.store = inDirectory(path.toStdString(), folder);
               session.callbacks.push_back(weightTrace(path.toStdString()));
               tell(path);
               go(session);
           });
}

QString RunController::againObstacle(int id) const {
    const Run* run = impl_->runs.find(id);
    if (!run) return tr("There is no such run.");
    if (run->foreign) return tr("It is another program's.");
    if (run->folder.isEmpty()) return tr("It has no folder.");
    if (run->live()) return tr("It is under way.");
    if (active()) return tr("Another run is under way.");
    return {};
}

void RunController::runAgain(int id) {
    if (const QString reason = againObstacle(id); !reason.isEmpty()) return emit noted(reason);
    const Run from = *impl_->runs.find(id);
    const auto fresh = impl_->library.freshFolder(QFileInfo(from.folder).fileName());
    if (!fresh) return;
    const int run = impl_->runs.addRun(tr("%1 again").arg(from.name), from.epochs, from.classNames);
    AgainOptions again{.folder = from.folder.toStdString(), .to = {}};
    RunInfo info;
    info.project = from.info.project;
    info.dataSpec = from.info.dataSpec;
    info.validation = from.info.validation;
    info.parent = from.info.parent;
    info.againOf = from.info.id;
    info = impl_->introduce(run, std::move(info), from.training);
    again.program = info.program;
    again.id = info.id;
    again.name = info.name;
    again.color = info.color;
    again.number = info.number;
    if (const auto& open = impl_->data.dataSet())
        again.open = OpenData{*open, impl_->training.spec().validationSplit()};
    impl_->compareWhenOver = {run, id};
    launch(run, {}, [fresh, again, tell = impl_->folderTeller(run)](SessionOptions& session) mutable {
        const QString path = fresh();
        tell(path);
        again.to = path.toStdString();
        session = tl::runAgain(again);
    });
}

void RunController::compare(int id, int otherId) {
    const Run *run = impl_->runs.find(id), *other = impl_->runs.find(otherId);
    if (!run || !other) return;
    NarrowOptions narrow;
    narrow.niceness = kBehindTheWindow;
    if (const auto& open = impl_->data.dataSet())
        narrow.open = OpenData{*open, impl_->training.spec().validationSplit()};
    impl_->jobs.run(
        this, QStringLiteral("comparison"),
        [this, post = impl_->jobs.poster(this), a = other->folder.toStdString(), b = run->folder.toStdString(),
         narrow = std::move(narrow)](const std::stop_token& stop) mutable {
            narrow.progress = [this, post, stop, told = false](int64_t from, int64_t, int64_t to) mutable {
                if (!std::exchange(told, true))
                    post([this, from, to] {
                        emit noted(tr("They differ. Steps %1 to %2 are done again, to name the step and tensor…")
                                       .arg(from + 1)
                                       .arg(to));
                    });
                return !stop.stop_requested();
            };
            return narrowed(a, b, compareRuns(a, b), narrow);
        },
        [this, name = other->name, a = impl_->runs.titleOf(otherId).text(), b = impl_->runs.titleOf(id).text(), id,
         otherId](const RunComparison& found) {
            impl_->runs.change(id, [&](Run& r) { r.comparison = found.verdict(), r.comparedWith = name; });
            QStringList details;
            for (const Message& line : found.details()) details << q(line);
            // A weight that differs after a step was made in it.
            qint64 step = found.number ? found.number->step : 0;
            if (found.tensor && (step == 0 || found.tensor->step < step)) step = found.tensor->step;
            emit compared(tr("“%1” and “%2”: %3").arg(a, b, q(found.verdict())), details, found.same(), otherId, step);
        },
        [this](const Message& sentence) { emit failed(q(sentence)); });
}

}  // namespace tl
