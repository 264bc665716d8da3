// The kinds of augmentation, and applying a list of them to one image.
#include <algorithm>

#include "engine/core/error.h"
#include "engine/data/augment.h"

namespace tl {
namespace augmentations {
std::vector<AugmentType> makeAll();  // generated
}

const std::vector<AugmentType>& allAugmentations() {
    static const std::vector<AugmentType> all = augmentations::makeAll();
    return all;
}

Message titleOf(AugmentGroup group) {
    switch (group) {
    case AugmentGroup::Geometry: return Message("Geometry");
    case AugmentGroup::Colour: return Message("Colour");
    case AugmentGroup::Noise: return "Blur, noise and erasing";
    case AugmentGroup::Mixing: return "Mixing two images";
    case AugmentGroup::Automatic: return Message("Automatic");
    }
    return {};
}

const AugmentType* findAugmentation(const std::string& id) {
    for (const auto& type : allAugmentations())
        if (type.id == id) return &type;
    return nullptr;
}

namespace {

const AugmentType& typeOf(const AugmentSpec& step) {
    if (const AugmentType* type = findAugmentation(step.type)) return *type;
    std::string known;
    for (const auto& each : allAugmentations()) known += (known.empty() ? "" : ", ") + each.id;
    throw Error(Message("The augmentation {type}", step.type), Message("one of {known}", known), "an unknown name");
}

}  // namespace

void checkAugmentations(const std::vector<AugmentSpec>& steps) {
    for (const auto& step : steps) {
        const auto& table = typeOf(step).properties;
        for (const auto& [key, value] : step.properties) {
            const auto property =
                std::find_if(table.begin(), table.end(), [&key = key](const Property& p) { return p.key == key; });
            if (property == table.end()) {
                std::string known;
                for (const auto& each : table) known += (known.empty() ? "" : ", ") + each.key;
                throw Error(Message("The augmentation {type}", step.type), Message("a property of {known}", known),
                            key);
            }
            if (const Message fault = checkProperty(*property, value); !fault.empty())
                throw Error(Message("The augmentation {name}: {fault}.", step.type, fault));
        }
    }
}

void augment(Image& image, const std::vector<AugmentSpec>& steps, uint64_t seed, int64_t epoch, int64_t sample) {
    static const uint64_t stream = streamId("augment");
    for (size_t i = 0; i < steps.size(); ++i) {
        const AugmentType& type = typeOf(steps[i]);
        if (!type.apply) continue;
        const PropertyReader properties(type.properties, steps[i].properties, type.id);
        const bool alternates = type.alternates && type.alternates(properties);
        // One stream a step of the list, one counter range an epoch and sample.
        Rng rng(seed, stream + i, static_cast<uint64_t>(alternates ? 0 : epoch) << 40 ^ static_cast<uint64_t>(sample));
        type.apply(image, properties, rng);
        if (alternates && epoch % 2 != 0) type.turn(image, properties);
    }
}

}  // namespace tl
