// Zooms in or out about the centre. As in Keras a positive draw zooms out; sides keep their ratio unless a width factor
// of its own is asked for.
#include "engine/data/augmentations/support.h"

namespace tl {
namespace {

void applyRandomZoom(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double high = properties.number("height_factor"), wide = properties.number("width_factor");
    const double y = 1 + between(rng, -high, high);
    const double x = properties.boolean("keep_ratio") ? y : 1 + between(rng, -wide, wide);
    warpBy(image, Affine::zoom(x, y, image.width, image.height), properties);
}

}  // namespace

namespace augmentations {

AugmentType random_zoom() {
    Property own;
    own.label = own.key = "keep_ratio";
    own.kind = PropertyKind::Bool;
    own.defaultValue = true;
    own.help = "Width follows height; otherwise it is drawn by itself.";
    Property width = fractionProperty("width_factor", 0.1, 0, 0.95, "The farthest zoom of the width.");
    width.visibleWhenKey = "keep_ratio";
    width.visibleWhenValue = "false";
    return {"RandomZoom",
            "Random zoom",
            AugmentGroup::Geometry,
            "Zooms in or out about the middle.",
            withFill({fractionProperty("height_factor", 0.1, 0, 0.95,
                                       "The farthest zoom: 0.1 shows 90 % to 110 % of the height."),
                      own, width}),
            applyRandomZoom,
            [](const PropertyReader& p) { return Message("zoom ±{value}", brief(p.number("height_factor"))); }};
}

}  // namespace augmentations
}  // namespace tl
