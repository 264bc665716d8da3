// Image files of every kind, along the way that a folder's files take: a look at the head, at both ends, decoding to
// colour and to grey, fitting to another size. What decodes must be as large as it says.
#include "engine/data/file_kind.h"
#include "engine/data/image_file.h"
#include "engine/data/planar.h"
#include "tests/fuzz/fuzz.h"

#include <opencv2/imgcodecs.hpp>

namespace {

// Decoding a picture of many pixels from few bytes is slow under the sanitizers, and no fault.
constexpr int64_t kMostPixels = 1 << 20;

std::string encoded(const char* extension, int type) {
    cv::Mat picture(5, 7, type);
    for (int y = 0; y < picture.rows; ++y)
        for (size_t x = 0; x < picture.step; ++x)
            picture.ptr(y)[x] = static_cast<uint8_t>(37 * y + 11 * static_cast<int>(x));
    std::vector<uint8_t> bytes;
    cv::imencode(extension, picture, bytes);
    return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<std::string> tl::fuzz::seeds() {
    std::vector<std::string> all;
    for (const char* extension : {".jpg", ".png", ".bmp", ".webp", ".tiff"})
        for (const int type : {CV_8UC1, CV_8UC3}) all.push_back(encoded(extension, type));
    // 2x2 pixels of a palette of 2; the second interlaced.
    const std::string head("GIF89a\2\0\2\0\x80\0\0\0\0\0\xff\x80\x40\x2c\0\0\0\0\2\0\2\0", 28);
    for (const char flags : {'\0', '\x40'}) all.push_back(head + flags + std::string("\2\3\x44\x02\x05\0\x3b", 7));
    return all;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::span<const uint8_t> bytes(data, size);
    for (const size_t part : {size, size / 2})
        tl::inspectImage(bytes.first(part), bytes.last(std::min<size_t>(size, 16)), size);
    {
        const tl::fuzz::MemoryFile file(data, size);
        if (tl::describeFile(file.path()).what.empty()) std::abort();
    }
    const tl::ImageInfo info = tl::inspectImage(bytes, bytes, size);
    if (int64_t{info.width} * info.height > kMostPixels) return 0;
    for (const int channels : {1, 3})
        tl::fuzz::withoutErrors([&] {
            tl::Image image, scratch;
            tl::decodeImage(bytes, channels, image);
            const auto wanted =
                static_cast<size_t>(image.width) * static_cast<size_t>(image.height) * static_cast<size_t>(channels);
            if (image.channels != channels || image.pixels.size() != wanted || wanted == 0) std::abort();
            tl::fitImage(image, tl::Shape{3, 4, 6}, scratch, {tl::ImageFit::Mode::Fill, tl::ImageFit::Filter::Auto});
            tl::fitImage(image, tl::Shape{1, 9, 2}, scratch, {tl::ImageFit::Mode::Fit, tl::ImageFit::Filter::Bicubic});
        });
    return 0;
}
