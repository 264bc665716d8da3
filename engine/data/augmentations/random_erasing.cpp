// Cutout: covers a random rectangle with one value or with noise (Zhong et al., "Random Erasing Data Augmentation").
#include <algorithm>
#include <cmath>

#include "engine/data/augmentations/support.h"

namespace tl {
namespace {

void applyRandomErasing(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double most = properties.number("scale");
    const double side = std::sqrt(between(rng, most / 10, most)),
                 stretch = std::sqrt(std::exp(between(rng, -0.7, 0.7)));
    const int w = std::clamp(static_cast<int>(std::lround(side * stretch * image.width)), 1, image.width);
    const int h = std::clamp(static_cast<int>(std::lround(side / stretch * image.height)), 1, image.height);
    const int left = static_cast<int>(rng.below(static_cast<uint64_t>(image.width - w + 1)));
    const int top = static_cast<int>(rng.below(static_cast<uint64_t>(image.height - h + 1)));
    const bool noise = properties.text("fill") == "noise";
    const auto value = static_cast<uint8_t>(properties.integer("fill_value"));
    const auto length = static_cast<size_t>(w * image.channels);
    for (int y = top; y < top + h; ++y) {
        uint8_t* line = image.pixels.data() +
                        (static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(left)) *
                            static_cast<size_t>(image.channels);
        if (noise)
            std::generate(line, line + length, [&] { return static_cast<uint8_t>(rng.bits() >> 24); });
        else
            std::fill(line, line + length, value);
    }
}

}  // namespace

namespace augmentations {

AugmentType random_erasing() {
    Property value = countProperty("fill_value", 0, 0, 255, "The value of the rectangle: 0 is black.");
    value.visibleWhenKey = "fill";
    value.visibleWhenValue = "constant";
    return {"RandomErasing",
            "Random erasing (cutout)",
            AugmentGroup::Noise,
            "Covers a random rectangle of the image.",
            {fractionProperty("scale", 0.2, 0.01, 1,
                              "The largest rectangle, as a share of the image's area; the smallest is a tenth of it."),
             pickProperty("fill", {"noise", "constant"}, "What the rectangle shows: random values, or one value."),
             value, probabilityProperty(0.5)},
            applyRandomErasing,
            [](const PropertyReader& p) { return Message("erase to {value}", brief(p.number("scale"))); }};
}

}  // namespace augmentations
}  // namespace tl
