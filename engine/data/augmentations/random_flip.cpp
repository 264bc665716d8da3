// Mirrors the image left to right, top to bottom, or both, each with its own draw.
#include <algorithm>

#include "engine/data/augment.h"

namespace tl {
namespace {

void flipHorizontally(Image& image) {
    const auto pixel = static_cast<size_t>(image.channels), row = static_cast<size_t>(image.width) * pixel;
    for (int y = 0; y < image.height; ++y) {
        uint8_t* line = image.pixels.data() + static_cast<size_t>(y) * row;
        if (pixel == 1) {
            std::reverse(line, line + row);
            continue;
        }
        for (uint8_t *a = line, *b = line + row - pixel; a < b; a += pixel, b -= pixel)
            std::swap_ranges(a, a + pixel, b);
    }
}

void flipVertically(Image& image) {
    const size_t row = static_cast<size_t>(image.width) * static_cast<size_t>(image.channels);
    for (int a = 0, b = image.height - 1; a < b; ++a, --b) {
        uint8_t* line = image.pixels.data() + static_cast<size_t>(a) * row;
        std::swap_ranges(line, line + row, image.pixels.data() + static_cast<size_t>(b) * row);
    }
}

void apply(Image& image, const PropertyReader& properties, Rng& rng) {
    const std::string& mode = properties.text("mode");
    const double probability = properties.number("probability");
    if (mode != "vertical" && rng.uniform() < probability) flipHorizontally(image);
    if (mode != "horizontal" && rng.uniform() < probability) flipVertically(image);
}

}  // namespace

namespace augmentations {

AugmentType random_flip() {
    Property mode;
    mode.label = mode.key = "mode";
    mode.kind = PropertyKind::Choice;
    mode.defaultValue = std::string("horizontal");
    mode.choices = {"horizontal", "vertical", "horizontal_and_vertical"};
    mode.help = "Horizontal mirrors left to right. Leave it out where direction means something, as in digits.";
    Property probability;
    probability.label = probability.key = "probability";
    probability.kind = PropertyKind::Float;
    probability.defaultValue = 0.5;
    probability.minimum = 0;
    probability.maximum = 1;
    probability.help = "How often an image is mirrored.";
    return {"RandomFlip",
            "Random flip",
            AugmentGroup::Geometry,
            "Mirrors the image at random.",
            {mode, probability},
            apply,
            [](const PropertyReader& p) {
                const std::string& how = p.text("mode");
                return how == "horizontal" ? "flip" : how == "vertical" ? "flip, vertical" : "flip, both ways";
            }};
}

}  // namespace augmentations
}  // namespace tl
