// Turns the image about its centre by a random angle; the factor is a share of a full turn, as in Keras.
#include <numbers>

#include "engine/data/augmentations/support.h"

namespace tl {
namespace {

void applyRandomRotation(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double factor = properties.number("factor"), turn = between(rng, -factor, factor);
    warpBy(image, Affine::rotation(turn * 2 * std::numbers::pi, image.width, image.height), properties);
}

}  // namespace

namespace augmentations {

AugmentType random_rotation() {
    return {"RandomRotation",
            "Random rotation",
            AugmentGroup::Geometry,
            "Turns the image by a random angle either way.",
            withFill(
                {fractionProperty("factor", 0.05, 0, 1, "The largest angle, as a share of a full turn: 0.05 is 18°.")}),
            applyRandomRotation,
            [](const PropertyReader& p) { return Message("turn ±{value}°", brief(360 * p.number("factor"))); }};
}

}  // namespace augmentations
}  // namespace tl
