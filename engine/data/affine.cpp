// Pixels whose neighbours all lie inside take the short way; only those at the rim ask the fill mode.
#include "engine/data/affine.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tl {
namespace {

struct Canvas {
    const uint8_t* pixels;
    int width, height;
    FillMode mode;
    uint8_t fill;
};

template <int C>
const uint8_t* pixelAt(const Canvas& from, int64_t x, int64_t y, const uint8_t* outside) {
    const int column = filledIndex(x, from.width, from.mode), row = filledIndex(y, from.height, from.mode);
    if (column < 0 || row < 0) return outside;
    return from.pixels + (static_cast<ptrdiff_t>(row) * from.width + column) * C;
}

// Far outside all places are alike for the fill modes that end; the limit keeps the conversion defined.
int64_t whole(double value) { return static_cast<int64_t>(std::clamp(value, -1e15, 1e15)); }

// Halves go to the even neighbour, as in NumPy, PyTorch and Keras. value >= 0.
int halfToEven(double value) {
    const auto rounded = static_cast<int>(value + 0.5);
    return rounded - ((rounded & 1) && static_cast<double>(rounded) - value == 0.5);
}

template <int C>
void nearest(const Canvas& from, const Affine& a, uint8_t* to) {
    const uint8_t outside[3] = {from.fill, from.fill, from.fill};
    const double lastX = from.width - 1, lastY = from.height - 1;
    for (int y = 0; y < from.height; ++y) {
        const double startX = a.xy * y + a.x0, startY = a.yy * y + a.y0;
        for (int x = 0; x < from.width; ++x, to += C) {
            const double sx = a.xx * x + startX, sy = a.yx * x + startY;
            const bool inside = sx >= 0 && sy >= 0 && sx <= lastX && sy <= lastY;
            const uint8_t* pixel =
                inside ? from.pixels + (static_cast<ptrdiff_t>(halfToEven(sy)) * from.width + halfToEven(sx)) * C
                       : pixelAt<C>(from, whole(std::nearbyint(sx)), whole(std::nearbyint(sy)), outside);
            for (int c = 0; c < C; ++c) to[c] = pixel[c];
        }
    }
}

template <int C>
void bilinear(const Canvas& from, const Affine& a, uint8_t* to) {
    const uint8_t outside[3] = {from.fill, from.fill, from.fill};
    const ptrdiff_t row = static_cast<ptrdiff_t>(from.width) * C;
    const double lastX = from.width - 1, lastY = from.height - 1;
    for (int y = 0; y < from.height; ++y) {
        const double startX = a.xy * y + a.x0, startY = a.yy * y + a.y0;
        for (int x = 0; x < from.width; ++x, to += C) {
            const double sx = a.xx * x + startX, sy = a.yx * x + startY;
            const uint8_t *p00, *p01, *p10, *p11;
            float fx, fy;
            if (sx >= 0 && sy >= 0 && sx < lastX && sy < lastY) {
                // Cutting off is rounding down here, and an instruction instead of a call.
                const auto left = static_cast<int>(sx), top = static_cast<int>(sy);
                fx = static_cast<float>(sx - left);
                fy = static_cast<float>(sy - top);
                p00 = from.pixels + top * row + static_cast<ptrdiff_t>(left) * C;
                p01 = p00 + C;
                p10 = p00 + row;
                p11 = p10 + C;
            } else {
                const double left = std::floor(sx), top = std::floor(sy);
                fx = static_cast<float>(sx - left);
                fy = static_cast<float>(sy - top);
                const int64_t ix = whole(left), iy = whole(top);
                p00 = pixelAt<C>(from, ix, iy, outside);
                p01 = pixelAt<C>(from, ix + 1, iy, outside);
                p10 = pixelAt<C>(from, ix, iy + 1, outside);
                p11 = pixelAt<C>(from, ix + 1, iy + 1, outside);
            }
            for (int c = 0; c < C; ++c) {
                const float upper = p00[c] + fx * static_cast<float>(p01[c] - p00[c]);
                const float lower = p10[c] + fx * static_cast<float>(p11[c] - p10[c]);
                to[c] = static_cast<uint8_t>(upper + fy * (lower - upper) + 0.5f);
            }
        }
    }
}

int64_t modulo(int64_t i, int64_t n) {
    const int64_t rest = i % n;
    return rest < 0 ? rest + n : rest;
}

}  // namespace

Affine Affine::rotation(double radians, int width, int height) {
    const double c = std::cos(radians), s = std::sin(radians), w = width - 1, h = height - 1;
    return {c, -s, (w - (c * w - s * h)) / 2, s, c, (h - (s * w + c * h)) / 2};
}
Affine Affine::translation(double dx, double dy) { return {1, 0, -dx, 0, 1, -dy}; }
Affine Affine::shear(double x, double y) { return {1, x, 0, y, 1, 0}; }
Affine Affine::zoom(double x, double y, int width, int height) {
    return {x, 0, (width - 1) / 2.0 * (1 - x), 0, y, (height - 1) / 2.0 * (1 - y)};
}

int filledIndex(int64_t i, int n, FillMode mode) {
    if (i >= 0 && i < n) return static_cast<int>(i);
    switch (mode) {
    case FillMode::Constant: return -1;
    case FillMode::Nearest: return i < 0 ? 0 : n - 1;
    case FillMode::Wrap: return static_cast<int>(modulo(i, n));
    case FillMode::Reflect: {
        const auto place = static_cast<int>(modulo(i, int64_t{2} * n));
        return place < n ? place : 2 * n - 1 - place;
    }
    }
    return -1;
}

void warp(Image& image, const Affine& inverse, FillMode mode, uint8_t fillValue, bool smooth) {
    thread_local std::vector<uint8_t> result;
    result.resize(image.pixels.size());
    const Canvas from{image.pixels.data(), image.width, image.height, mode, fillValue};
    const bool grey = image.channels == 1;
    if (smooth)
        grey ? bilinear<1>(from, inverse, result.data()) : bilinear<3>(from, inverse, result.data());
    else
        grey ? nearest<1>(from, inverse, result.data()) : nearest<3>(from, inverse, result.data());
    image.pixels.swap(result);
}

}  // namespace tl
