// Blurs with a Gaussian whose width is drawn for each image.
#include <algorithm>

#include "engine/data/augmentations/support.h"
#include "engine/data/pixel_adjust.h"

namespace tl {
namespace {

void applyRandomGaussianBlur(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double most = properties.number("sigma");
    blur(image, static_cast<int>(properties.integer("kernel_size")) | 1, between(rng, std::min(0.05, most), most));
}

}  // namespace

namespace augmentations {

AugmentType random_gaussian_blur() {
    return {"RandomGaussianBlur",
            "Random blur",
            AugmentGroup::Noise,
            "Blurs the image with a Gaussian of random width.",
            {fractionProperty("sigma", 1.0, 0.05, 20, "The largest width of the Gaussian, in pixels."),
             countProperty("kernel_size", 3, 1, 63,
                           "Pixels that are looked at in each direction; an even number is taken one up."),
             probabilityProperty(0.5)},
            applyRandomGaussianBlur,
            [](const PropertyReader& p) { return Message("blur to {value}", brief(p.number("sigma"))); }};
}

}  // namespace augmentations
}  // namespace tl
