// Which sizes a data set's images have as files: what data sets find at opening, and what tells people that they
// differ.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace tl {

struct ImageSizes {
    int minWidth = 0, maxWidth = 0, minHeight = 0, maxHeight = 0;  // 0 = not known
    int width = 0, height = 0;                                     // see usualSize()
    bool chosen = false;  // a person has said how images are brought to one size

    bool mixed() const { return minWidth != maxWidth || minHeight != maxHeight; }
    void add(int w, int h) {
        minWidth = minWidth ? std::min(minWidth, w) : w;
        minHeight = minHeight ? std::min(minHeight, h) : h;
        maxWidth = std::max(maxWidth, w);
        maxHeight = std::max(maxHeight, h);
    }
    friend bool operator==(const ImageSizes&, const ImageSizes&) = default;
};

// Of images counted by height and width: the size of most of them; where none is common, as in photos that were cut
// out by hand, the medians of heights and widths. {0, 0} without images.
std::pair<int, int> usualSize(const std::map<std::pair<int, int>, int64_t>& counts);

// The size to offer where sizes are mixed: the usual one, or 224×224 where that is large.
inline std::pair<int, int> suggestedSize(const ImageSizes& sizes) {
    constexpr int kLarge = 256, kUsual = 224;
    if (sizes.width > 0 && sizes.width <= kLarge && sizes.height <= kLarge) return {sizes.width, sizes.height};
    return {kUsual, kUsual};
}

}  // namespace tl
