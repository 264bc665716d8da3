// From the callbacks of the training settings to those of a run.
#include "engine/train/callback.h"

#include <algorithm>

namespace tl {

std::vector<std::shared_ptr<Callback>> makeCallbacks(const TrainingSpec& training) {
    std::vector<std::shared_ptr<Callback>> made;
    const std::vector<std::string> keys = callbackKeys(training);
    for (size_t i = 0; i < keys.size(); ++i) {
        const TypedProperties& each = training.callbacks[i];
        const CallbackType& type = findCallback(each.type);
        made.push_back(type.make(PropertyReader(type.properties, each.properties, type.title), keys[i]));
    }
    return made;
}

std::vector<std::string> callbackKeys(const TrainingSpec& training) {
    std::vector<std::string> keys;
    std::map<std::string, int> counts;
    for (const TypedProperties& each : training.callbacks) {
        const int count = ++counts[each.type];
        keys.push_back(each.type + (count > 1 ? "_" + std::to_string(count) : ""));
    }
    return keys;
}

bool writesFiles(const TrainingSpec& training) {
    return std::any_of(training.callbacks.begin(), training.callbacks.end(),
                       [](const TypedProperties& each) { return findCallback(each.type).writesFiles; });
}

bool goesOn(const RunPosition& position, const TrainingSpec& training) {
    return position.epoch < training.epochs || std::ranges::any_of(callbackKeys(training), [&](const auto& key) {
               const auto state = position.callbacks.find(key);
               return state != position.callbacks.end() && state->second.count(kAtEnd) &&
                      state->second.at(kAtEnd) == PropertyValue(true);
           });
}

}  // namespace tl
