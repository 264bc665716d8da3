// See the header.
#include "engine/train/test_time_augmentation.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engine/core/error.h"

namespace tl {
namespace {

// Without repeating the edge: -1 -> 1, n -> n - 2; for shifts below n.
int64_t reflected(int64_t i, int64_t n) { return n == 1 ? 0 : i < 0 ? -i : i >= n ? 2 * (n - 1) - i : i; }

}  // namespace

const std::vector<std::string>& testTimeAugmentations() {
    static const std::vector<std::string> names{"none", "mirror", "mirror_translate"};
    return names;
}

std::vector<View> viewsOf(const std::string& name) {
    if (name == "none") return {{}};
    if (name == "mirror") return {{false, 0, 0.5}, {true, 0, 0.5}};
    if (name == "mirror_translate")
        return {{false, 0, 0.25}, {true, 0, 0.25},    {false, 1, 0.125},
                {true, 1, 0.125}, {false, -1, 0.125}, {true, -1, 0.125}};
    throw Error("test_time_augmentation", "none, mirror or mirror_translate", Message("\"{value}\"", name));
}

Message viewsText(int views) {
    return views > 1 ? Message("the mean of {views} views of each image", views) : Message();
}

Tensor viewed(const Tensor& images, const std::vector<View>& views) {
    const Shape& shape = images.shape();
    if (shape.rank() != 4)
        throw Error("Test-time augmentation", "images", Message("rows of {shape}", shape.withoutBatch().toString()));
    const int64_t height = shape[2], width = shape[3], planes = shape[0] * shape[1];
    Shape all = shape;
    all[0] *= static_cast<int64_t>(views.size());
    Tensor result(all, images.dtype());
    const size_t pixel = sizeOf(images.dtype());
    const auto* source = static_cast<const std::byte*>(images.data());
    auto* to = static_cast<std::byte*>(result.data());
    for (const View& view : views) {
        std::vector<size_t> columns;  // where each comes from, in bytes
        for (int64_t x = 0; x < width; ++x) {
            const int64_t from = reflected((view.mirrored ? width - 1 - x : x) - view.shift, width);
            columns.push_back(static_cast<size_t>(from) * pixel);
        }
        for (int64_t plane = 0; plane < planes; ++plane)
            for (int64_t y = 0; y < height; ++y) {
                const auto* row =
                    source + static_cast<size_t>((plane * height + reflected(y - view.shift, height)) * width) * pixel;
                for (const size_t column : columns) {
                    std::memcpy(to, row + column, pixel);
                    to += pixel;
                }
            }
    }
    return result;
}

}  // namespace tl
