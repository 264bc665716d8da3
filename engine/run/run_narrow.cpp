// See the header.
#include "engine/run/run_narrow.h"

#include <chrono>
#include <filesystem>
#include <thread>

#include "engine/core/error.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_info.h"
#include "engine/run/weight_trace.h"

namespace tl {
namespace {

namespace fs = std::filesystem;

// The first step by which they are known to differ, of those after which the weights are not known to be the same; 0:
// none.
int64_t partingOf(const RunComparison& found) {
    int64_t step = found.tensor ? found.tensor->step : 0;
    if (found.number && found.number->step > found.agreed && (step == 0 || found.number->step < step))
        step = found.number->step;
    return step;
}

struct TemporaryFolder {
    const std::string path = (fs::temp_directory_path() / ("tensorloom-" + freshRunId())).string();
    TemporaryFolder() = default;
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

bool hashedEachStep(const std::string& folder, int64_t after, int64_t to) {
    const WeightTraceRows rows = readWeightTrace(folder);
    for (int64_t step = after + 1; step <= to; ++step)
        if (!rows.steps.contains(step)) return false;
    return true;
}

// The newest of a run that is not beyond that step, or empty.
std::string checkpointBefore(const std::string& folder, int64_t step, int64_t& at) {
    std::string best;
    at = 0;
    for (const RunCheckpoint& each : checkpointsIn(folder))
        if (each.step <= step && each.step > at) {
            at = each.step;
            best = each.file;
        }
    return best;
}

// The run's steps to `to`, in another folder, hashed after each; false: given up. Throws Error where it cannot be done
// again, or failed.
bool repeat(const std::string& folder, const std::string& into, int64_t after, int64_t to,
            const NarrowOptions& options) {
    AgainOptions again{.folder = folder, .to = into};
    again.open = options.open;
    again.traceEvery = 1;
    int64_t from = 0;
    again.checkpoint = checkpointBefore(folder, after, from);
    SessionOptions work = runAgain(again);
    from = work.resume && !work.weightsOnly ? work.resume->position.step : 0;
    work.niceness = options.niceness;
    auto end = std::make_shared<LambdaCallback>();
    end->batchEnd = [to](RunControl& run, const StepRecord& record) {
        if (record.step >= to) run.stopTraining("Enough.");
    };
    work.callbacks.push_back(std::move(end));
    TrainingSession session(std::move(work));
    session.start();
    bool wanted = true;
    int64_t at = from;
    StateRecord last;
    for (bool over = false; !over;) {
        over = isOver(session.state());
        for (const Event& event : session.events().drain()) {
            if (const auto* step = std::get_if<StepRecord>(&event)) at = step->step;
            if (const auto* state = std::get_if<StateRecord>(&event)) last = *state;
        }
        if (wanted && options.progress && !options.progress(from, at, to)) {
            wanted = false;
            session.stop();
        }
        if (!over) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    session.wait();
    if (session.state() == RunState::Failed) throw Error(last.message);
    return wanted;
}

Message whereOf(const RunComparison& found) {
    if (!found.number && !found.tensor) return Message("no step of it can be compared");
    return found.number && (!found.tensor || found.number->step <= found.tensor->step)
               ? Message("step {step}, in {name}", found.number->step, found.number->what)
               : Message("step {step}, in {name}", found.tensor->step, found.tensor->what);
}

}  // namespace

bool isWide(const RunComparison& found) {
    if (!found.comparable() || found.same() || found.rounded) return false;
    if (found.tensor && found.tensor->step == found.agreed + 1) return false;
    return partingOf(found) > found.agreed;
}

RunComparison narrowed(const std::string& a, const std::string& b, RunComparison found, const NarrowOptions& options) {
    if (!isWide(found)) return found;
    const int64_t after = found.agreed, to = partingOf(found);
    std::optional<TemporaryFolder> again[2];
    std::string stands[2];
    const std::string* runs[2] = {&a, &b};
    std::vector<Message> told;
    for (int i = 0; i < 2 && told.empty(); ++i) {
        if (hashedEachStep(*runs[i], after, to)) {
            stands[i] = *runs[i];
            continue;
        }
        const std::string name = readRunInfo(*runs[i]).name;
        try {
            again[i].emplace();
            if (!repeat(*runs[i], again[i]->path, after, to, options)) return found;
            const RunComparison itself = compareRuns(*runs[i], again[i]->path);
            if (itself.same() && itself.steps > 0)
                stands[i] = again[i]->path;
            else
                told.push_back(Message(
                    "\"{run}\" was done again to name the step and tensor, and did not come to its own bits: {where}. "
                    "Another program, machine or library made them.",
                    name, whereOf(itself)));
        } catch (const std::exception& error) {
            told.push_back(Message("\"{run}\" could not be done again to name the step and tensor: {why}", name,
                                   messageOf(error)));
        }
    }
    if (told.empty()) {
        const RunComparison exact = compareRuns(stands[0], stands[1]);
        if (exact.tensor && exact.tensor->step <= to) {
            found.tensor = exact.tensor;
            found.agreed = exact.tensor->step - 1;
            told.push_back(Message("The steps from {from} to {to} were done again, to name it.", after + 1, to));
        } else {
            told.push_back(Message(
                "The steps from {from} to {to} were done again: after each the weights are the same.", after + 1, to));
        }
    } else if (after > 0) {
        told.push_back(Message("So the first tensor is one that changed in the steps {from} to {to}.", after + 1, to));
    }
    found.closer = std::move(told);
    return found;
}

}  // namespace tl
