// Takes the colours away, keeping the channels.
#include "engine/data/augmentations/support.h"
#include "engine/data/pixel_adjust.h"

namespace tl {
namespace {

void applyRandomGrayscale(Image& image, const PropertyReader& properties, Rng& rng) {
    if (happens(properties, rng)) blendWithGrey(image, 1);
}

}  // namespace

namespace augmentations {

AugmentType random_grayscale() {
    return {"RandomGrayscale",
            "Random greyscale",
            AugmentGroup::Colour,
            "Takes the colours away.",
            {probabilityProperty(0.1)},
            applyRandomGrayscale,
            [](const PropertyReader& p) { return Message("grey {value}", brief(p.number("probability"))); }};
}

}  // namespace augmentations
}  // namespace tl
