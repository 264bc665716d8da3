// Moves the image by a random share of its size, up to the factors, in each direction.
#include "engine/data/augmentations/support.h"

namespace tl {
namespace {

void applyRandomTranslation(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double down = properties.number("height_factor"), right = properties.number("width_factor");
    const double dy = between(rng, -down, down) * image.height, dx = between(rng, -right, right) * image.width;
    warpBy(image, Affine::translation(dx, dy), properties);
}

}  // namespace

namespace augmentations {

AugmentType random_translation() {
    return {"RandomTranslation",
            "Random shift",
            AugmentGroup::Geometry,
            "Moves the image up or down and left or right.",
            withFill(
                {fractionProperty("height_factor", 0.1, 0, 1, "The farthest way up or down, as a share of the height."),
                 fractionProperty("width_factor", 0.1, 0, 1, "The farthest way to a side, as a share of the width.")}),
            applyRandomTranslation,
            [](const PropertyReader& p) {
                return Message("shift {x} × {y}", brief(p.number("height_factor")), brief(p.number("width_factor")));
            }};
}

}  // namespace augmentations
}  // namespace tl
