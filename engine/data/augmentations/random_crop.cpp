// Pads the image on all sides and cuts a window of its old size out at a random place.
#include <algorithm>
#include <cstring>

#include "engine/core/error.h"
#include "engine/data/augment.h"

namespace tl {
namespace {

// Mirrors without repeating the edge: -1 -> 1, n -> n - 2. Any distance.
int mirror(int i, int n) {
    if (n == 1) return 0;
    const int period = 2 * (n - 1);
    i = ((i % period) + period) % period;
    return i < n ? i : period - i;
}

void applyRandomCrop(Image& image, const PropertyReader& properties, Rng& rng) {
    const auto padding = static_cast<int>(properties.integer("padding"));
    if (padding < 0) throw Error("RandomCrop/padding", "0 or more", std::to_string(padding));
    const bool reflect = properties.text("fill") == "reflect", nearest = properties.text("fill") == "nearest";
    const auto inside = [&](int i, int n) { return reflect ? mirror(i, n) : std::clamp(i, 0, n - 1); };
    const auto places = 2 * static_cast<uint64_t>(padding) + 1;
    const int dx = static_cast<int>(rng.below(places)) - padding, dy = static_cast<int>(rng.below(places)) - padding;
    if (dx == 0 && dy == 0) return;
    const int width = image.width, height = image.height;
    const auto pixel = static_cast<size_t>(image.channels);
    const size_t row = static_cast<size_t>(width) * pixel;
    thread_local std::vector<uint8_t> result;
    result.resize(row * static_cast<size_t>(height));
    // Columns [left, right) come from inside the old image.
    const int left = std::clamp(-dx, 0, width), right = std::max(left, std::clamp(width - dx, 0, width));
    for (int y = 0; y < height; ++y) {
        uint8_t* to = result.data() + static_cast<size_t>(y) * row;
        const int sourceRow = reflect || nearest ? inside(y + dy, height) : y + dy;
        if (sourceRow < 0 || sourceRow >= height) {
            std::memset(to, 0, row);
            continue;
        }
        const uint8_t* from = image.pixels.data() + static_cast<size_t>(sourceRow) * row;
        std::memcpy(to + static_cast<size_t>(left) * pixel,
                    from + static_cast<size_t>(left + dx) * pixel * (right > left),
                    static_cast<size_t>(right - left) * pixel);
        for (int x = 0; x < width; ++x) {
            if (x == left) x = right;
            if (x >= width) break;
            if (reflect || nearest)
                std::memcpy(to + static_cast<size_t>(x) * pixel,
                            from + static_cast<size_t>(inside(x + dx, width)) * pixel, pixel);
            else
                std::memset(to + static_cast<size_t>(x) * pixel, 0, pixel);
        }
    }
    image.pixels.swap(result);
}

}  // namespace

namespace augmentations {

AugmentType random_crop() {
    Property padding;
    padding.label = padding.key = "padding";
    padding.kind = PropertyKind::Int;
    padding.defaultValue = int64_t{4};
    padding.minimum = 0;
    padding.maximum = 1024;
    padding.unit = std::string("px");
    padding.help = "How far the window may move out of the image on each side.";
    Property fill;
    fill.label = fill.key = "fill";
    fill.kind = PropertyKind::Choice;
    fill.defaultValue = std::string("zero");
    fill.choices = {"zero", "reflect", "nearest"};
    fill.help = "What lies outside the image: black, the image mirrored at its edge, or its edge drawn out.";
    return {"RandomCrop",
            "Random crop",
            AugmentGroup::Geometry,
            "Pads the image and cuts it out again at a random place.",
            {padding, fill},
            applyRandomCrop,
            [](const PropertyReader& p) {
                return p.text("fill") == "zero"
                           ? Message("crop, pad {padding}", p.integer("padding"))
                           : Message("crop, pad {padding}, {fill}", p.integer("padding"), p.text("fill"));
            }};
}

}  // namespace augmentations
}  // namespace tl
