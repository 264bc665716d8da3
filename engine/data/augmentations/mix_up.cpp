// Blends each image of a batch with another of it, labels too (Zhang et al., "mixup: Beyond Empirical Risk
// Minimization").
#include <cmath>

#include "engine/data/augmentations/support.h"

namespace tl {
namespace {

double mixMixUp(uint8_t* own, const uint8_t* partner, const Shape& shape, const PropertyReader& properties, Rng& rng) {
    const double weight = betaDraw(rng, properties.number("alpha"));
    // In 1/65536, so that the sum stays in 32 bits and is the same everywhere.
    const auto mine = static_cast<uint32_t>(std::lround(weight * 65536)), other = 65536 - mine;
    for (int64_t i = 0; i < shape.elements(); ++i)
        own[i] = static_cast<uint8_t>((own[i] * mine + partner[i] * other + 32768) >> 16);
    return weight;
}

}  // namespace

namespace augmentations {

AugmentType mix_up() {
    AugmentType type{
        "MixUp",
        "MixUp",
        AugmentGroup::Mixing,
        "Blends every image with another of its batch; the label becomes a blend as well.",
        {fractionProperty("alpha", 0.2, 0.01, 10,
                          "Of the Beta distribution that weights are drawn from: the larger, the more even."),
         probabilityProperty()},
        {},
        [](const PropertyReader& p) { return Message("mixup {value}", brief(p.number("alpha"))); }};
    type.mix = mixMixUp;
    return type;
}

}  // namespace augmentations
}  // namespace tl
