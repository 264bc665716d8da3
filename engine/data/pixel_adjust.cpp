// Whatever looks at one value alone becomes a table of 256 entries a channel.
#include "engine/data/pixel_adjust.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <opencv2/imgproc.hpp>

#include "engine/data/planar.h"

namespace tl {
namespace {

using Table = std::array<uint8_t, 256>;

uint8_t rounded(double value) { return static_cast<uint8_t>(std::clamp(value, 0.0, 255.0) + 0.5); }

template <typename Function>
Table tableOf(Function function) {
    Table table;
    for (int v = 0; v < 256; ++v) table[static_cast<size_t>(v)] = function(v);
    return table;
}

void applyTable(Image& image, const Table& table) {
    for (uint8_t& value : image.pixels) value = table[value];
}

// One table a channel, made from its histogram.
template <typename MakeTable>
void applyByHistogram(Image& image, MakeTable make) {
    const auto channels = static_cast<size_t>(image.channels);
    for (size_t c = 0; c < channels; ++c) {
        std::array<int64_t, 256> histogram{};
        for (size_t i = c; i < image.pixels.size(); i += channels) ++histogram[image.pixels[i]];
        const Table table = make(histogram);
        for (size_t i = c; i < image.pixels.size(); i += channels) image.pixels[i] = table[image.pixels[i]];
    }
}

int least(const std::array<int64_t, 256>& histogram) {
    return static_cast<int>(std::find_if(histogram.begin(), histogram.end(), [](int64_t n) { return n > 0; }) -
                            histogram.begin());
}
int most(const std::array<int64_t, 256>& histogram) {
    return 255 - static_cast<int>(std::find_if(histogram.rbegin(), histogram.rend(), [](int64_t n) { return n > 0; }) -
                                  histogram.rbegin());
}

cv::Mat matrixOf(Image& image) {
    return {image.height, image.width, CV_MAKETYPE(CV_8U, image.channels), image.pixels.data()};
}

}  // namespace

void adjustBrightness(Image& image, double delta) {
    applyTable(image, tableOf([&](int v) { return rounded(v + delta); }));
}

void adjustContrast(Image& image, double factor) {
    applyByHistogram(image, [&](const auto& histogram) {
        int64_t sum = 0, count = 0;
        for (size_t v = 0; v < 256; ++v) {
            sum += histogram[v] * static_cast<int64_t>(v);
            count += histogram[v];
        }
        const double mean = static_cast<double>(sum) / static_cast<double>(std::max<int64_t>(count, 1));
        return tableOf([&](int v) { return rounded((v - mean) * factor + mean); });
    });
}

// S is (max - min) / max, and a channel is max - max * S * (its share): scaling S scales the distance to max.
void adjustSaturation(Image& image, double multiplier) {
    if (image.channels != 3) return;
    const auto factor = static_cast<float>(multiplier);
    for (size_t i = 0; i + 2 < image.pixels.size(); i += 3) {
        uint8_t* p = image.pixels.data() + i;
        const int high = std::max({p[0], p[1], p[2]}), low = std::min({p[0], p[1], p[2]});
        if (high == low) continue;
        const float scale = std::min(factor, static_cast<float>(high) / static_cast<float>(high - low));
        for (int c = 0; c < 3; ++c)
            p[c] = static_cast<uint8_t>(static_cast<float>(high) - static_cast<float>(high - p[c]) * scale + 0.5f);
    }
}

void adjustHue(Image& image, double turn) {
    if (image.channels != 3) return;
    const auto sixths = static_cast<float>((turn - std::floor(turn)) * 6);
    for (size_t i = 0; i + 2 < image.pixels.size(); i += 3) {
        uint8_t* p = image.pixels.data() + i;
        const int high = std::max({p[0], p[1], p[2]}), low = std::min({p[0], p[1], p[2]}), spread = high - low;
        if (spread == 0) continue;
        float hue = p[0] == high   ? static_cast<float>(p[1] - p[2]) / static_cast<float>(spread)
                    : p[1] == high ? 2 + static_cast<float>(p[2] - p[0]) / static_cast<float>(spread)
                                   : 4 + static_cast<float>(p[0] - p[1]) / static_cast<float>(spread);
        hue += sixths;
        // A channel is max where its distance from the hue's place is within a sixth, min beyond two.
        for (int c = 0; c < 3; ++c) {
            float k = hue + static_cast<float>(5 - 2 * c);
            k -= 6 * static_cast<float>(static_cast<int>(k / 6));  // k is not negative
            const float share = std::clamp(std::min(k, 4 - k), 0.0f, 1.0f);
            p[c] = static_cast<uint8_t>(static_cast<float>(high) - static_cast<float>(spread) * share + 0.5f);
        }
    }
}

void blendWithGrey(Image& image, double share) {
    if (image.channels != 3) return;
    const auto part = static_cast<float>(share);
    for (size_t i = 0; i + 2 < image.pixels.size(); i += 3) {
        uint8_t* p = image.pixels.data() + i;
        const float grey = 0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2];
        for (int c = 0; c < 3; ++c)
            p[c] = static_cast<uint8_t>(std::clamp(p[c] + part * (grey - p[c]), 0.0f, 255.0f) + 0.5f);
    }
}

// Pillow's smoothing: a 3x3 mean with weight 5 in the middle; the rim stays.
void adjustSharpness(Image& image, double factor) {
    const int width = image.width, height = image.height, channels = image.channels;
    if (width < 3 || height < 3) return;
    thread_local std::vector<uint8_t> before;
    before = image.pixels;
    const ptrdiff_t row = static_cast<ptrdiff_t>(width) * channels;
    const auto share = static_cast<float>(factor);
    for (int y = 1; y < height - 1; ++y)
        for (ptrdiff_t i = y * row + channels; i < (y + 1) * row - channels; ++i) {
            const uint8_t* p = before.data() + i;
            const int sum = p[-row - channels] + p[-row] + p[-row + channels] + p[-channels] + 5 * p[0] + p[channels] +
                            p[row - channels] + p[row] + p[row + channels];
            const float smooth = static_cast<float>(sum) / 13.0f;
            image.pixels[static_cast<size_t>(i)] = rounded(static_cast<double>(smooth + share * (p[0] - smooth)));
        }
}

void posterize(Image& image, int bits) {
    const int mask = 0xFF & ~((1 << (8 - std::clamp(bits, 1, 8))) - 1);
    applyTable(image, tableOf([&](int v) { return static_cast<uint8_t>(v & mask); }));
}

void solarize(Image& image, int threshold) {
    applyTable(image, tableOf([&](int v) { return static_cast<uint8_t>(v < threshold ? v : 255 - v); }));
}

void autoContrast(Image& image) {
    applyByHistogram(image, [](const auto& histogram) {
        const int low = least(histogram), high = most(histogram);
        if (high <= low) return tableOf([](int v) { return static_cast<uint8_t>(v); });
        const double scale = 255.0 / (high - low);
        // Pillow cuts off instead of rounding.
        return tableOf([&](int v) { return static_cast<uint8_t>(std::clamp(v * scale - low * scale, 0.0, 255.0)); });
    });
}

void equalize(Image& image) {
    applyByHistogram(image, [](const auto& histogram) {
        const int64_t total = static_cast<int64_t>(std::accumulate(histogram.begin(), histogram.end(), int64_t{0}));
        const int high = most(histogram);
        const int64_t step = total == 0 ? 0 : (total - histogram[static_cast<size_t>(high)]) / 255;
        if (step == 0) return tableOf([](int v) { return static_cast<uint8_t>(v); });
        Table table;
        int64_t sum = step / 2;
        for (size_t v = 0; v < 256; ++v) {
            table[v] = static_cast<uint8_t>(std::min<int64_t>(255, sum / step));
            sum += histogram[v];
        }
        return table;
    });
}

// OpenCV's 8-bit Gaussian is fixed-point and promises the same bits everywhere.
void blur(Image& image, int kernelSize, double sigma) {
    prepareOpenCv();
    cv::Mat pixels = matrixOf(image);
    cv::GaussianBlur(pixels, pixels, {kernelSize, kernelSize}, sigma, sigma, cv::BORDER_REFLECT_101);
}

}  // namespace tl
