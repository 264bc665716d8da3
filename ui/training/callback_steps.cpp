// See the header.
#include "ui/training/callback_steps.h"

#include "engine/core/error.h"
#include "engine/train/callback.h"
#include "engine/train/monitored.h"
#include "ui/models/text.h"

namespace tl {

std::vector<StepType> callbackSteps(std::function<std::vector<std::string>()> values) {
    std::vector<StepType> steps;
    for (const CallbackType& type : allCallbacks()) {
        const auto fault = [&type, values](const Properties& set) -> StepFault {
            try {
                type.make(PropertyReader(type.properties, set, type.title), type.id);
                if (const auto known = values(); !known.empty())
                    return {q(watchesNothing({type.id, set}, known)), QStringLiteral("monitor")};
            } catch (const std::exception& error) {
                return {q(messageOf(error))};
            }
            return {};
        };
        steps.push_back({type.id, type.title, q(type.help), {}, &type.properties, fault});
    }
    return steps;
}

}  // namespace tl
