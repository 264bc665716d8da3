// Puts a rectangle of another image of the batch into each; labels count by area (Yun et al., "CutMix", 2019).
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/data/augmentations/support.h"

namespace tl {
namespace {

double mixCutMix(uint8_t* own, const uint8_t* partner, const Shape& shape, const PropertyReader& properties, Rng& rng) {
    const auto channels = shape[0], height = shape[1], width = shape[2];
    const double side = std::sqrt(1 - betaDraw(rng, properties.number("alpha")));
    const auto h = std::clamp<int64_t>(std::llround(side * static_cast<double>(height)), 0, height);
    const auto w = std::clamp<int64_t>(std::llround(side * static_cast<double>(width)), 0, width);
    const auto top = static_cast<int64_t>(rng.below(static_cast<uint64_t>(height - h + 1)));
    const auto left = static_cast<int64_t>(rng.below(static_cast<uint64_t>(width - w + 1)));
    for (int64_t c = 0; c < channels; ++c)
        for (int64_t y = top; y < top + h; ++y) {
            const int64_t at = (c * height + y) * width + left;
            std::memcpy(own + at, partner + at, static_cast<size_t>(w));
        }
    return 1 - static_cast<double>(h * w) / static_cast<double>(height * width);
}

}  // namespace

namespace augmentations {

AugmentType cut_mix() {
    AugmentType type{
        "CutMix",
        "CutMix",
        AugmentGroup::Mixing,
        "Puts a rectangle of another image of the batch into every image; labels count by area.",
        {fractionProperty("alpha", 1.0, 0.01, 10,
                          "Of the Beta distribution that areas are drawn from: 1 makes all equally likely."),
         probabilityProperty()},
        {},
        [](const PropertyReader& p) { return Message("cutmix {value}", brief(p.number("alpha"))); }};
    type.mix = mixCutMix;
    return type;
}

}  // namespace augmentations
}  // namespace tl
