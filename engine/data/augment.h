// Augmentation of one image at a time, seeded by (seed, epoch, sample) so that any augmented image can be made
// again. A step is a value with properties; each kind is one file in engine/data/augmentations.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rng.h"
#include "engine/core/typed_properties.h"
#include "engine/data/source.h"

namespace tl {

using AugmentSpec = TypedProperties;  // "RandomCrop", "RandomFlip": Keras's names

// What a step changes; lists show the steps by it, in this order.
enum class AugmentGroup { Geometry, Colour, Noise, Mixing, Automatic };
Message titleOf(AugmentGroup group);

struct AugmentType {
    std::string id;
    Message title;
    AugmentGroup group;
    Message help;
    std::vector<Property> properties;  // RandomCrop: padding; RandomFlip: mode, probability
    std::function<void(Image&, const PropertyReader&, Rng&)> apply;
    std::function<Message(const PropertyReader&)> summary;  // "crop, pad 4"
    // Instead of apply, for kinds that need two images of a batch: blends `partner` into `own`, both channels-first of
    // `shape`, and returns the share of own's label, 0 to 1.
    std::function<double(uint8_t* own, const uint8_t* partner, const Shape& shape, const PropertyReader&, Rng&)> mix =
        {};
    // Where `alternates` says so, every epoch's draw for an image is that of epoch 0, and `turn` follows apply in every
    // other epoch.
    std::function<bool(const PropertyReader&)> alternates = {};
    std::function<void(Image&, const PropertyReader&)> turn = {};
};

const std::vector<AugmentType>& allAugmentations();
const AugmentType* findAugmentation(const std::string& id);

// Throws Error for an unknown type, an unknown property, or a value that the property does not allow.
void checkAugmentations(const std::vector<AugmentSpec>& steps);

// Applies the steps in order, in place, keeping the image's size; those that mix a batch are left to mixBatch().
// Throws Error for an unknown type.
void augment(Image& image, const std::vector<AugmentSpec>& steps, uint64_t seed, int64_t epoch, int64_t sample);

// The image as training sees it in `epoch`, fitted to `shape`; where steps mix batches, with another item of the source
// drawn as the partner (training takes one of the same batch). Throws Error as Source::read() does.
void readAugmented(const Source& source, int64_t index, const Shape& shape, const std::vector<AugmentSpec>& steps,
                   uint64_t seed, int64_t epoch, Image& image);

}  // namespace tl
