// OpenCV's plain-pointer helpers do the splitting and merging: they are vectorised and take no lock.
#include "engine/data/planar.h"

#include <algorithm>
#include <cstring>
#include <mutex>

#include <opencv2/core.hpp>
#include <opencv2/core/hal/hal.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>

#include "engine/core/error.h"

namespace tl {

void prepareOpenCv() {
    static std::once_flag once;
    std::call_once(once, [] {
        cv::setNumThreads(1);
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    });
}

void toPlanar(const Image& image, uint8_t* planar) {
    const int area = image.width * image.height;
    if (image.channels == 1) {
        std::memcpy(planar, image.pixels.data(), static_cast<size_t>(area));
        return;
    }
    uint8_t* planes[4];
    for (int c = 0; c < image.channels; ++c) planes[c] = planar + static_cast<ptrdiff_t>(c) * area;
    cv::hal::split8u(image.pixels.data(), planes, area, image.channels);
}

void fromPlanar(const uint8_t* planar, const Shape& shape, Image& image) {
    image.channels = static_cast<int>(shape[0]);
    image.height = static_cast<int>(shape[1]);
    image.width = static_cast<int>(shape[2]);
    const int area = image.width * image.height;
    image.pixels.resize(static_cast<size_t>(area) * static_cast<size_t>(image.channels));
    if (image.channels == 1) {
        std::memcpy(image.pixels.data(), planar, static_cast<size_t>(area));
        return;
    }
    const uint8_t* planes[4];
    for (int c = 0; c < image.channels; ++c) planes[c] = planar + static_cast<ptrdiff_t>(c) * area;
    cv::hal::merge8u(planes, image.pixels.data(), area, image.channels);
}

void convertChannels(Image& image, int channels) {
    if (image.channels == channels) return;
    const size_t area = static_cast<size_t>(image.width) * static_cast<size_t>(image.height);
    if (image.channels == 1 && channels == 3) {
        image.pixels.resize(area * 3);
        for (size_t i = area; i-- > 0;) {  // from the end, so that in place works
            const uint8_t grey = image.pixels[i];
            image.pixels[3 * i] = image.pixels[3 * i + 1] = image.pixels[3 * i + 2] = grey;
        }
    } else if (image.channels == 3 && channels == 1) {
        uint8_t* pixels = image.pixels.data();
        for (size_t i = 0; i < area; ++i) {
            // 0.299, 0.587, 0.114 in 1/65536
            const unsigned sum = 19595u * pixels[3 * i] + 38470u * pixels[3 * i + 1] + 7471u * pixels[3 * i + 2];
            pixels[i] = static_cast<uint8_t>((sum + 32768u) >> 16);
        }
        image.pixels.resize(area);
    } else {
        throw Error("The image's channels", "1 or 3",
                    Message("{channels} to be made {wanted}", image.channels, channels));
    }
    image.channels = channels;
}

namespace {

int interpolation(ImageFit::Filter filter, const cv::Size& from, const cv::Size& to) {
    switch (filter) {
    case ImageFit::Filter::Nearest: return cv::INTER_NEAREST_EXACT;
    case ImageFit::Filter::Bilinear: return cv::INTER_LINEAR;
    case ImageFit::Filter::Bicubic: return cv::INTER_CUBIC;
    case ImageFit::Filter::Area: return cv::INTER_AREA;
    case ImageFit::Filter::Lanczos: return cv::INTER_LANCZOS4;
    case ImageFit::Filter::Auto: break;
    }
    return to.width <= from.width && to.height <= from.height ? cv::INTER_AREA : cv::INTER_LINEAR;
}

// The largest rectangle of `inside`'s proportions in the middle of `outside`, at least one pixel.
cv::Rect centred(const cv::Size& outside, const cv::Size& inside) {
    const auto part = [](int64_t a, int64_t b, int64_t c, int most) {
        return static_cast<int>(std::clamp<int64_t>((a * b + c / 2) / c, 1, most));
    };
    const cv::Size size(part(outside.height, inside.width, inside.height, outside.width),
                        part(outside.width, inside.height, inside.width, outside.height));
    return {cv::Point((outside.width - size.width) / 2, (outside.height - size.height) / 2), size};
}

}  // namespace

void fitImage(Image& image, const Shape& shape, Image& scratch, ImageFit fit) {
    const int channels = static_cast<int>(shape[0]), height = static_cast<int>(shape[1]),
              width = static_cast<int>(shape[2]);
    if (image.channels > channels) convertChannels(image, channels);  // fewer channels first: less to resize
    if (image.width != width || image.height != height) {
        prepareOpenCv();
        const int type = CV_MAKETYPE(CV_8U, image.channels);
        scratch.pixels.resize(static_cast<size_t>(width) * static_cast<size_t>(height) *
                              static_cast<size_t>(image.channels));
        cv::Mat from(image.height, image.width, type, image.pixels.data());
        cv::Mat to(height, width, type, scratch.pixels.data());
        if (fit.mode == ImageFit::Mode::Fill) from = from(centred(from.size(), to.size()));
        if (fit.mode == ImageFit::Mode::Fit) {
            const cv::Rect inside = centred(to.size(), from.size());
            if (inside.size() != to.size()) to.setTo(cv::Scalar::all(0));
            to = to(inside);
        }
        if (from.size() == to.size())
            from.copyTo(to);
        else
            cv::resize(from, to, to.size(), 0, 0, interpolation(fit.filter, from.size(), to.size()));
        image.pixels.swap(scratch.pixels);
        image.width = width;
        image.height = height;
    }
    if (image.channels != channels) convertChannels(image, channels);
}

}  // namespace tl
