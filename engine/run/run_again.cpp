// See the header.
#include "engine/run/run_again.h"

#include <cmath>
#include <map>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/kernel_choices.h"
#include "engine/io/project.h"
#include "engine/run/run_list.h"
#include "engine/run/weight_trace.h"
#include "engine/train/data_facts.h"

namespace tl {
namespace {

// After so many steps, to this rate. What a resume took back is not done again; a change at the very step it went on
// from was made before or after that checkpoint, which the next step's rate tells.
std::shared_ptr<Callback> ratesOf(const RunOnDisk& run) {
    std::map<int64_t, double> changes;
    int64_t resumedAt = -1;
    for (const Event& event : run.events) {
        if (const auto* change = std::get_if<LearningRateRecord>(&event)) {
            changes[change->step] = change->to;
            if (change->step == resumedAt) resumedAt = -1;
        }
        if (const auto* resumed = std::get_if<ResumedRecord>(&event)) {
            changes.erase(changes.upper_bound(resumed->step), changes.end());
            resumedAt = resumed->step;
        }
        const auto* step = std::get_if<StepRecord>(&event);
        if (!step || resumedAt < 0 || step->step != resumedAt + 1) continue;
        const auto change = changes.find(resumedAt);
        if (change != changes.end() && std::abs(step->learningRate - change->second) > 1e-6 * change->second)
            changes.erase(change);
        resumedAt = -1;
    }
    if (changes.empty()) return nullptr;
    auto again = std::make_shared<LambdaCallback>();
    again->batchBegin = [changes](RunControl& control) {
        if (const auto change = changes.find(control.position().step); change != changes.end())
            control.setLearningRate(change->second);
    };
    return again;
}

}  // namespace

SessionOptions runAgain(const AgainOptions& again) {
    const RunOnDisk run = readRun(again.folder);
    const Project project = loadProject(again.folder + "/project.tlm");
    SessionOptions session;
    session.network = project.network;
    session.training = project.training;
    const std::string spec = absoluteDataSpec(project.dataSpec);
    RunFolderOptions options;
    options.name = again.name.empty() ? run.info.name + " again" : again.name;
    options.color = again.color;
    options.number = again.number;
    options.program = again.program;
    options.project = run.info.project;
    options.validation = run.info.validation;
    options.parent = run.info.parent;
    options.againOf = run.info.id;
    options.id = again.id;
    options.checkpointSeconds = again.checkpointSeconds;
    if (!again.checkpoint.empty()) {
        session.resume = loadCheckpoint(again.checkpoint);
    } else if (const RunParent& parent = run.info.parent; !parent.checkpoint.empty()) {
        Snapshot start = loadCheckpoint(parent.checkpoint);
        if (start.position.step != parent.step)
            throw Error(Message(
                "\"{name}\" began from \"{file}\" after step {step}, which holds step {found} by now: it cannot be run "
                "again from there.",
                run.info.name, parent.checkpoint, parent.step, start.position.step));
        session.resume = std::move(start);
        session.weightsOnly = parent.weightsOnly;
    }
    const ValidationSplit split = session.training.validationSplit();
    const DataSet* open = again.open && again.open->split == split ? &again.open->data : nullptr;
    if (session.resume && !session.weightsOnly)
        session.data = openAsModel(*session.resume, spec, {.split = split}, open);
    else
        session.data = open && open->spec == spec ? *open : openDataSet(spec, {.split = split});
    if (run.info.validation == "test") session.data.validation = session.data.test;
    if (run.info.validation == "none") session.data.validation = nullptr;
    for (const Event& event : run.events)
        if (const auto* kernels = std::get_if<KernelsRecord>(&event)) session.kernels = kernels->choices;
    session.kernelCache = kernelCacheFile({}, session.training.device);
    if (auto rates = ratesOf(run)) session.callbacks.push_back(std::move(rates));
    session.callbacks.push_back(weightTrace(again.to, again.traceEvery));
    session.store = inDirectory(again.to, options);
    return session;
}

}  // namespace tl
