// From numbers to bytes: what all pictures of one tensor show lies between its least and its greatest number.
#include "engine/train/pictures.h"

#include <algorithm>
#include <cmath>

namespace tl {
namespace {

constexpr int64_t kLargest = 1024;  // pixels a side

// Pictures lie `apart` numbers from each other, their channels `plane`.
struct Place {
    int64_t count, channels, height, width, apart, plane;
};

template <typename T>
std::shared_ptr<const Pictures> draw(const T* values, const Place& place) {
    auto pictures = std::make_shared<Pictures>();
    pictures->width = static_cast<int>(place.width);
    pictures->height = static_cast<int>(place.height);
    pictures->channels = static_cast<int>(place.channels);
    pictures->count = static_cast<int>(place.count);
    const int64_t area = place.height * place.width;
    float low = INFINITY, high = -INFINITY;
    const auto each = [&](const auto& take) {
        for (int64_t n = 0; n < place.count; ++n)
            for (int64_t c = 0; c < place.channels; ++c)
                for (int64_t i = 0; i < area; ++i)
                    take(static_cast<float>(values[n * place.apart + c * place.plane + i]), n, c, i);
    };
    if (sizeof(T) == 1) {  // bytes are pixels already
        low = 0, high = 255;
    } else {
        each([&](float value, int64_t, int64_t, int64_t) {
            if (!std::isfinite(value)) return;
            low = std::min(low, value);
            high = std::max(high, value);
        });
        if (low > high) low = high = 0;
    }
    pictures->low = low;
    pictures->high = high;
    pictures->pixels.resize(static_cast<size_t>(place.count * place.channels * area));
    const double scale = high > low ? 255 / (static_cast<double>(high) - low) : 0;  // of floats' whole range, too
    each([&](float value, int64_t n, int64_t c, int64_t i) {
        const bool finite = std::isfinite(value);
        if (!finite) {
            pictures->broken.resize(static_cast<size_t>(place.count * area));
            pictures->broken[static_cast<size_t>(n * area + i)] = 1;
        }
        const double shade = finite ? (static_cast<double>(value) - low) * scale : value > 0 ? 255 : 0;
        pictures->pixels[static_cast<size_t>((n * area + i) * place.channels + c)] =
            static_cast<uint8_t>(std::lround(shade));
    });
    return pictures;
}

}  // namespace

std::shared_ptr<const Pictures> picturesOf(const Tensor& values, PictureOf what, int most) {
    const Shape& shape = values.shape();
    Place place{};
    if (shape.rank() == 4) {
        const int64_t area = shape[2] * shape[3], sample = shape[1] * area;
        const bool colours = shape[1] == 3 || (shape[1] == 1 && what == PictureOf::Batch);
        if (what == PictureOf::Kernel || colours)
            place = {shape[0], colours ? shape[1] : 1, shape[2], shape[3], sample, area};
        else
            place = {shape[1], 1, shape[2], shape[3], area, area};
    } else if (shape.rank() == 2) {
        place = {1, 1, shape[0], shape[1], 0, 0};
    } else {
        return nullptr;
    }
    place.count = std::min<int64_t>(place.count, most);
    if (shape.elements() == 0 || place.height > kLargest || place.width > kLargest) return nullptr;
    switch (values.dtype()) {
    case DType::Float32: return draw(values.as<float>().data(), place);
    case DType::UInt8: return draw(values.as<uint8_t>().data(), place);
    case DType::Int32: return draw(values.as<int32_t>().data(), place);
    default: return nullptr;
    }
}

}  // namespace tl
