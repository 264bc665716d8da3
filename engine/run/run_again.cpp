// See the header.
#include "engine/run/run_again.h"

#include <map>

#include "engine/core/error.h"
#include "engine/io/checkpoint.h"
#include "engine/io/project.h"
#include "engine/run/run_checkpoints.h"
#include "engine/run/run_list.h"
#include "engine/run/weight_trace.h"

namespace tl {
namespace {

// After so many steps, to this rate.
std::shared_ptr<Callback> ratesOf(const RunOnDisk& run) {
    std::map<int64_t, double> changes;
    for (const Event& event : run.events)
        if (const auto* change = std::get_if<LearningRateRecord>(&event)) changes[change->step] = change->to;
    if (changes.empty()) return nullptr;
    auto again = std::make_shared<LambdaCallback>();
    again->batchBegin = [changes](RunControl& control) {
        if (const auto change = changes.find(control.position().step); change != changes.end())
            control.setLearningRate(change->second);
    };
    return again;
}

}  // namespace

SessionOptions runAgain(const std::string& folder, const std::string& to, const std::string& program,
                        const DataSet* open, const std::string& id) {
    const RunOnDisk run = readRun(folder);
    const Project project = loadProject(folder + "/project.tlm");
    SessionOptions session;
    session.network = project.network;
    session.training = project.training;
    const std::string spec = absoluteDataSpec(project.dataSpec);
    if (open && open->spec == spec && session.training.validationFraction == 0) {
        session.data = *open;
    } else {
        OpenOptions options;
        options.validationFraction = session.training.validationFraction;
        options.seed = session.training.seed;
        session.data = openDataSet(spec, options);
    }
    if (run.info.validation == "test") session.data.validation = session.data.test;
    if (run.info.validation == "none") session.data.validation = nullptr;

    RunFolderOptions options;
    options.name = run.info.name + " again";
    options.program = program;
    options.project = run.info.project;
    options.validation = run.info.validation;
    options.parent = run.info.parent;
    options.againOf = run.info.id;
    options.id = id;
    if (const RunParent& parent = run.info.parent; !parent.checkpoint.empty()) {
        Snapshot start = loadCheckpoint(parent.checkpoint);
        if (start.position.step != parent.step)
            throw Error(Message(
                "\"{name}\" began from \"{file}\" after step {step}, which holds step {found} by now: it cannot be run "
                "again from there.",
                run.info.name, parent.checkpoint, parent.step, start.position.step));
        session.resume = std::move(start);
        session.weightsOnly = parent.weightsOnly;
    }
    if (auto rates = ratesOf(run)) session.callbacks.push_back(std::move(rates));
    session.callbacks.push_back(weightTrace(to));
    session.store = inDirectory(to, options);
    return session;
}

}  // namespace tl
