// Turns all colours round the colour circle; factor 1 is half a circle either way, as in Keras.
#include "engine/data/augmentations/support.h"
#include "engine/data/pixel_adjust.h"

namespace tl {
namespace {

void applyRandomHue(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double factor = properties.number("factor");
    adjustHue(image, between(rng, -factor, factor) * 0.5);
}

}  // namespace

namespace augmentations {

AugmentType random_hue() {
    return {"RandomHue",
            "Random hue",
            AugmentGroup::Colour,
            "Turns all colours round the colour circle; grey images stay.",
            {fractionProperty("factor", 0.1, 0, 1, "The largest turn: 1 is half the circle."), probabilityProperty()},
            applyRandomHue,
            [](const PropertyReader& p) { return Message("hue ±{value}", brief(p.number("factor"))); }};
}

}  // namespace augmentations
}  // namespace tl
