// Cuts out a window of random size and shape and brings it back to the image's size: torchvision's RandomResizedCrop.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/data/augmentations/support.h"
#include "engine/data/planar.h"

namespace tl {
namespace {

void applyRandomResizedCrop(Image& image, const PropertyReader& properties, Rng& rng) {
    if (!happens(properties, rng)) return;
    const double least = properties.number("scale"), widest = std::log(properties.number("ratio"));
    const int width = image.width, height = image.height;
    int w = width, h = height;
    for (int attempt = 0; attempt < 10; ++attempt) {
        const double area = between(rng, least, 1) * width * height, ratio = std::exp(between(rng, -widest, widest));
        const double wantedWidth = std::sqrt(area * ratio), wantedHeight = std::sqrt(area / ratio);
        if (wantedWidth > width + 0.5 || wantedHeight > height + 0.5) continue;
        w = std::clamp(static_cast<int>(std::lround(wantedWidth)), 1, width);
        h = std::clamp(static_cast<int>(std::lround(wantedHeight)), 1, height);
        break;
    }
    const auto left = static_cast<size_t>(rng.below(static_cast<uint64_t>(width - w) + 1));
    const auto top = static_cast<size_t>(rng.below(static_cast<uint64_t>(height - h) + 1));
    if (w == width && h == height) return;
    const auto pixel = static_cast<size_t>(image.channels), row = static_cast<size_t>(w) * pixel;
    thread_local Image window, scratch;
    window.width = w;
    window.height = h;
    window.channels = image.channels;
    window.pixels.resize(row * static_cast<size_t>(h));
    for (size_t y = 0; y < static_cast<size_t>(h); ++y)
        std::memcpy(window.pixels.data() + y * row,
                    image.pixels.data() + ((top + y) * static_cast<size_t>(width) + left) * pixel, row);
    fitImage(window, Shape{image.channels, height, width}, scratch);
    image.pixels.swap(window.pixels);
}

}  // namespace

namespace augmentations {

AugmentType random_resized_crop() {
    return {
        "RandomResizedCrop",
        "Random resized crop",
        AugmentGroup::Geometry,
        "Cuts out a window of random size and shape and resizes it to the image's size.",
        {fractionProperty("scale", 0.5, 0.01, 1, "The smallest window, as a share of the image's area."),
         fractionProperty("ratio", 1.3333, 1, 4, "The longest side of the window, as a multiple of its shorter one."),
         probabilityProperty()},
        applyRandomResizedCrop,
        [](const PropertyReader& p) { return Message("resized crop from {value}", brief(p.number("scale"))); }};
}

}  // namespace augmentations
}  // namespace tl
