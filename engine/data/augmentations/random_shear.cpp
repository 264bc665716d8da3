// Slants the image along its rows and columns, up to the factors either way.
#include "engine/data/augmentations/support.h"

namespace tl {
namespace {

void applyRandomShear(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double x = properties.number("x_factor"), y = properties.number("y_factor");
    const double alongX = between(rng, -x, x), alongY = between(rng, -y, y);
    warpBy(image, Affine::shear(alongX, alongY), properties);
}

}  // namespace

namespace augmentations {

AugmentType random_shear() {
    return {"RandomShear",
            "Random shear",
            AugmentGroup::Geometry,
            "Slants the image sideways or upwards.",
            withFill({fractionProperty("x_factor", 0.1, 0, 1, "The largest slant of the columns: 1 is 45°."),
                      fractionProperty("y_factor", 0.0, 0, 1, "The largest slant of the rows: 1 is 45°.")}),
            applyRandomShear,
            [](const PropertyReader& p) {
                return Message("shear {x} × {y}", brief(p.number("x_factor")), brief(p.number("y_factor")));
            }};
}

}  // namespace augmentations
}  // namespace tl
