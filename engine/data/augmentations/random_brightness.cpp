// Adds one random value to all pixels; the factor is a share of the value range, as in Keras.
#include "engine/data/augmentations/support.h"
#include "engine/data/pixel_adjust.h"

namespace tl {
namespace {

void applyRandomBrightness(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double factor = properties.number("factor");
    adjustBrightness(image, 255 * between(rng, -factor, factor));
}

}  // namespace

namespace augmentations {

AugmentType random_brightness() {
    return {"RandomBrightness",
            "Random brightness",
            AugmentGroup::Colour,
            "Makes the whole image lighter or darker.",
            {fractionProperty("factor", 0.2, 0, 1, "The largest change, as a share of white."), probabilityProperty()},
            applyRandomBrightness,
            [](const PropertyReader& p) { return Message("brightness ±{value}", brief(p.number("factor"))); }};
}

}  // namespace augmentations
}  // namespace tl
