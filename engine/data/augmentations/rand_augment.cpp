// A few changes drawn from a list, all of one strength (Cubuk et al., "RandAugment"); what each does at full strength
// is torchvision's.
#include <cmath>
#include <numbers>

#include "engine/data/augmentations/support.h"
#include "engine/data/pixel_adjust.h"

namespace tl {
namespace {

using Change = void (*)(Image&, double strength, double sign);

void warpPlain(Image& image, const Affine& inverse) { warp(image, inverse, FillMode::Constant, 0, true); }

const Change kChanges[] = {
    [](Image&, double, double) {},
    [](Image& i, double, double) { autoContrast(i); },
    [](Image& i, double, double) { equalize(i); },
    [](Image& i, double s, double sign) {
        warpPlain(i, Affine::rotation(sign * s * std::numbers::pi / 6, i.width, i.height));
    },
    [](Image& i, double s, double) { solarize(i, static_cast<int>(std::lround(255 * (1 - s)))); },
    [](Image& i, double s, double) { posterize(i, 8 - static_cast<int>(std::lround(4 * s))); },
    [](Image& i, double s, double sign) { blendWithGrey(i, -sign * 0.9 * s); },
    [](Image& i, double s, double sign) { adjustContrast(i, 1 + sign * 0.9 * s); },
    [](Image& i, double s, double sign) { adjustBrightness(i, sign * 0.45 * s * 255); },
    [](Image& i, double s, double sign) { adjustSharpness(i, 1 + sign * 0.9 * s); },
    [](Image& i, double s, double sign) { warpPlain(i, Affine::shear(sign * 0.3 * s, 0)); },
    [](Image& i, double s, double sign) { warpPlain(i, Affine::shear(0, sign * 0.3 * s)); },
    [](Image& i, double s, double sign) { warpPlain(i, Affine::translation(sign * 0.45 * s * i.width, 0)); },
    [](Image& i, double s, double sign) { warpPlain(i, Affine::translation(0, sign * 0.45 * s * i.height)); },
};

void applyRandAugment(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double strength = properties.number("factor");
    for (int64_t i = 0; i < properties.integer("num_ops"); ++i) {
        const auto drawn = rng.below(std::size(kChanges));
        kChanges[drawn](image, strength, rng.bits() & 1 ? 1 : -1);
    }
}

}  // namespace

namespace augmentations {

AugmentType rand_augment() {
    return {"RandAugment",
            "RandAugment",
            AugmentGroup::Automatic,
            "Some changes out of fourteen: turns, shifts, shears, colours, light, sharpness.",
            {countProperty("num_ops", 2, 1, 14, "How many changes an image gets."),
             fractionProperty("factor", 0.3, 0, 1, "How strong each is."), probabilityProperty()},
            applyRandAugment,
            [](const PropertyReader& p) {
                return Message("RandAugment {count} × {value}", p.integer("num_ops"), brief(p.number("factor")));
            }};
}

}  // namespace augmentations
}  // namespace tl
