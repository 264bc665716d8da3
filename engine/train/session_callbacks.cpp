// The run as callbacks see it. Checkpoints that they ask for are written when all of them have been called, so that
// none of what they remember is missing in one.
#include <utility>
#include <vector>

#include "engine/core/error.h"
#include "engine/model/build.h"
#include "engine/train/session_impl.h"
#include "engine/train/training_graph.h"

namespace tl {

void TrainingSession::Impl::beginCallbacks() {
    const BuiltNetwork built = build(options.network, facts, 1, true);
    for (const BuiltParameter& parameter : built.parameters) {
        weightNames.push_back(parameter.name);
        if (tensors.count(averageName(parameter.name))) weightNames.push_back(averageName(parameter.name));
    }
    for (const BuiltState& average : built.states) weightNames.push_back(average.name);
    callbacks = makeCallbacks(options.training);
    callbackKeys = tl::callbackKeys(options.training);
    for (const auto& own : options.callbacks) {
        callbacks.push_back(own);
        callbackKeys.push_back("own_" + std::to_string(callbacks.size() - options.training.callbacks.size()));
    }
    for (size_t i = 0; i < callbacks.size(); ++i)
        if (const auto found = place.callbacks.find(callbackKeys[i]); found != place.callbacks.end())
            callbacks[i]->load(found->second);
    tell(&Callback::onTrainBegin);
}

// A checkpoint follows only where the last one is not what the run ends with.
void TrainingSession::Impl::endCallbacks() {
    if (callbacks.empty()) return;
    RunPosition before, after;
    remember(before);
    changed = false;
    tell(&Callback::onTrainEnd);
    remember(after);
    if (changed || place.batchInEpoch > 0 || before.callbacks != after.callbacks) saveCheckpoint();
}

void TrainingSession::Impl::remember(RunPosition& into) const {
    for (size_t i = 0; i < callbacks.size(); ++i) {
        Properties state = callbacks[i]->save();
        if (!state.empty()) into.callbacks[callbackKeys[i]] = std::move(state);
    }
}

void TrainingSession::Impl::stopTraining(const Message& why) {
    if (!std::exchange(stopAsked, true)) note(why);
}

void TrainingSession::Impl::saveCheckpoint(const std::string& file, const std::vector<std::string>& outdated) {
    asked.push_back({file, outdated});
}

void TrainingSession::Impl::writeAsked() {
    const std::vector<Asked> all = std::exchange(asked, {});
    if (all.empty()) return;
    if (!files) throw Error("A callback asked for a checkpoint, and the run has no folder to write to.");
    if (!notFinite(tensors).empty()) return;  // no good one goes for it; what follows tells
    for (const Asked& each : all)
        files->writeCheckpointAs(each.file, std::make_shared<const Snapshot>(copy()), each.outdated);
}

}  // namespace tl
