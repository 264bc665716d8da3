// Stretches or squeezes each channel about its mean, as Keras does.
#include "engine/data/augmentations/support.h"
#include "engine/data/pixel_adjust.h"

namespace tl {
namespace {

void applyRandomContrast(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double factor = properties.number("factor");
    adjustContrast(image, between(rng, 1 - factor, 1 + factor));
}

}  // namespace

namespace augmentations {

AugmentType random_contrast() {
    return {"RandomContrast",
            "Random contrast",
            AugmentGroup::Colour,
            "Moves all values away from their mean, or towards it.",
            {fractionProperty("factor", 0.2, 0, 1, "The largest change: 0.2 draws from 0.8 to 1.2 times the contrast."),
             probabilityProperty()},
            applyRandomContrast,
            [](const PropertyReader& p) { return Message("contrast ±{value}", brief(p.number("factor"))); }};
}

}  // namespace augmentations
}  // namespace tl
