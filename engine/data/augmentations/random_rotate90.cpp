// Turns the image by quarter turns, exactly; images that are not square only by half a turn.
#include <algorithm>
#include <cstring>

#include "engine/data/augmentations/support.h"

namespace tl {
namespace {

// Counter-clockwise, as numpy.rot90. The image is square.
void quarterTurn(Image& image) {
    const auto side = static_cast<size_t>(image.width), pixel = static_cast<size_t>(image.channels);
    thread_local std::vector<uint8_t> result;
    result.resize(image.pixels.size());
    for (size_t y = 0; y < side; ++y)
        for (size_t x = 0; x < side; ++x)
            std::memcpy(result.data() + (y * side + x) * pixel, image.pixels.data() + (x * side + side - 1 - y) * pixel,
                        pixel);
    image.pixels.swap(result);
}

void halfTurn(Image& image) {
    const auto pixel = static_cast<size_t>(image.channels);
    if (image.pixels.empty()) return;
    for (uint8_t *a = image.pixels.data(), *b = a + image.pixels.size() - pixel; a < b; a += pixel, b -= pixel)
        std::swap_ranges(a, a + pixel, b);
}

void applyRandomRotate90(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const auto turns = rng.below(4);
    if (image.width != image.height) {
        if (turns >= 2) halfTurn(image);
        return;
    }
    if (turns & 2) halfTurn(image);
    if (turns & 1) quarterTurn(image);
}

}  // namespace

namespace augmentations {

AugmentType random_rotate90() {
    return {"RandomRotate90",
            "Random quarter turns",
            AugmentGroup::Geometry,
            "Turns the image by 0, 90, 180 or 270 degrees; an image that is not square by 0 or 180.",
            {probabilityProperty()},
            applyRandomRotate90,
            [](const PropertyReader&) { return std::string("quarter turns"); }};
}

}  // namespace augmentations
}  // namespace tl
