// The weights of the run that this window trains, or has trained, into a file: as they are now. Whether others of the
// run are better, its folder tells.
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/io/checkpoint.h"
#include "engine/run/run_checkpoints.h"
#include "engine/train/weights_alone.h"
#include "ui/jobs/run_controller_impl.h"
#include "ui/models/run_model.h"
#include "ui/models/text.h"
#include "widgets/theme/theme.h"

namespace tl {
namespace {

// The step after which they were best, where that is another one; else nothing.
std::optional<int64_t> bestElsewhere(const std::string& folder, int64_t step) {
    if (folder.empty()) return {};
    try {
        const std::string model = modelOf(folder);
        for (const RunCheckpoint& one : checkpointsIn(folder))
            if (one.kind == RunCheckpoint::Best && one.file == model && one.step != step) return one.step;
    } catch (const std::exception&) {  // the weights are written all the same
    }
    return {};
}

}  // namespace

void RunController::takeSnapshot() {
    if (impl_->exports.empty()) return;
    auto snapshot = impl_->session->takeSnapshot();
    const bool over = isOver(impl_->session->state());
    if (!snapshot && !over) return;
    auto waiting = std::exchange(impl_->exports, {});
    const auto copy = std::make_shared<std::optional<Snapshot>>(std::move(snapshot));
    std::map<std::string, bool> files;  // whole?
    for (const Impl::Export& one : waiting) files[one.path.toStdString()] = one.whole;
    const auto tell = [waiting](const QString& problem, const QString& best) {
        for (const Impl::Export& one : waiting) one.done(problem, best);
    };
    const Run* run = impl_->remote ? nullptr : impl_->runs.find(impl_->run);
    using Steps = std::pair<int64_t, std::optional<int64_t>>;  // theirs, and that of the best
    impl_->jobs.run(
        this, QString(),
        [copy, files, session = impl_->session,
         folder = run ? run->folder.toStdString() : std::string()](std::stop_token) mutable {
            static std::mutex one;  // such job at a time
            if (!*copy) {           // the run was over when it was asked
                const std::lock_guard lock(one);
                *copy = session->snapshot();
            }
            for (const auto& [path, whole] : files) saveCheckpoint(whole ? **copy : weightsAlone(**copy), path);
            const int64_t step = (*copy)->position.step;
            return Steps(step, bestElsewhere(folder, step));
        },
        [tell](const Steps& steps) {
            tell({}, !steps.second ? QString()
                                   : tr("They are those after step %1; the best are those after step %2, which “Export "
                                        "its weights…” in the list of runs writes.")
                                         .arg(grouped(steps.first), grouped(*steps.second)));
        },
        [tell](const Message& sentence) { tell(q(sentence), {}); });
}

void RunController::exportCheckpoint(const QString& path, bool whole, std::function<void(QString, QString)> done) {
    if (!impl_->session) {
        done(tr("There are no weights to export yet: train first."), {});
        return;
    }
    impl_->exports.push_back({path, whole, std::move(done)});
    if (impl_->exports.size() == 1 && own()) impl_->session->requestSnapshot();
    impl_->timer.start();
}

}  // namespace tl
