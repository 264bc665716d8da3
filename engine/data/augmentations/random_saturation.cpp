// Scales how much colour there is. The draw f becomes the multiplier f / (1 - f), as in Keras, so that half and double
// are equally far.
#include <algorithm>

#include "engine/data/augmentations/support.h"
#include "engine/data/pixel_adjust.h"

namespace tl {
namespace {

void applyRandomSaturation(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double reach = properties.number("factor") / 2, drawn = between(rng, 0.5 - reach, 0.5 + reach);
    adjustSaturation(image, drawn / std::max(1 - drawn, 1e-7));
}

}  // namespace

namespace augmentations {

AugmentType random_saturation() {
    return {"RandomSaturation",
            "Random saturation",
            AugmentGroup::Colour,
            "Makes colours stronger or paler; grey images stay.",
            {fractionProperty("factor", 0.2, 0, 1,
                              "How far the draw may be from one half: 0.2 scales by 0.67 to 1.5, 1 from grey to full."),
             probabilityProperty()},
            applyRandomSaturation,
            [](const PropertyReader& p) { return Message("saturation ±{value}", brief(p.number("factor"))); }};
}

}  // namespace augmentations
}  // namespace tl
