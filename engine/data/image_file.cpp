// Header checks for six formats, each by the few fields that matter, and decoding through OpenCV.
#include "engine/data/image_file.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <zlib.h>

#include "engine/core/error.h"
#include "engine/core/lower_case.h"
#include "engine/data/gif.h"
#include "engine/data/jpeg.h"
#include "engine/data/planar.h"

namespace tl {
namespace {

constexpr int64_t kMaxPixels = int64_t{1} << 28;

// Bounds-checked reads of a file's beginning; past its end everything is 0.
class Bytes {
public:
    explicit Bytes(std::span<const uint8_t> data) : data_(data) {}
    uint8_t u8(size_t at) const { return at < data_.size() ? data_[at] : 0; }
    uint32_t big16(size_t at) const { return uint32_t{u8(at)} << 8 | u8(at + 1); }
    uint32_t big32(size_t at) const { return big16(at) << 16 | big16(at + 2); }
    uint32_t little16(size_t at) const { return uint32_t{u8(at + 1)} << 8 | u8(at); }
    uint32_t little24(size_t at) const { return little16(at) | uint32_t{u8(at + 2)} << 16; }
    uint32_t little32(size_t at) const { return little16(at) | little16(at + 2) << 16; }
    bool is(size_t at, const char* text, size_t length) const {
        return at + length <= data_.size() && std::memcmp(data_.data() + at, text, length) == 0;
    }
    size_t size() const { return data_.size(); }

private:
    std::span<const uint8_t> data_;
};

Message cutShort(std::string_view format, uint64_t needed, uint64_t found) {
    return Message("The {format} file is cut short: it should have {needed} bytes and has {found}.", format, needed,
                   found);
}

void inspectJpeg(std::span<const uint8_t> head, std::span<const uint8_t> tail, uint64_t fileSize, ImageInfo& info) {
    const Bytes b(head);
    size_t at = 2, scan = 0;
    while (at + 4 <= b.size()) {
        if (b.u8(at) != 0xFF) {
            info.problem = "The JPEG file is corrupt: its header is damaged.";
            return;
        }
        const uint8_t marker = b.u8(at + 1);
        if (marker == 0xFF) {  // fill byte
            ++at;
            continue;
        }
        if (marker == 0xD9) break;
        const uint32_t length = b.big16(at + 2);
        if (length < 2) {
            info.problem = "The JPEG file is corrupt: its header is damaged.";
            return;
        }
        const bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (frame) {
            info.height = static_cast<int>(b.big16(at + 5));
            info.width = static_cast<int>(b.big16(at + 7));
            info.channels = b.u8(at + 9) == 1 ? 1 : 3;
        }
        if (marker == 0xDA) {
            scan = at;
            break;
        }
        at += 2 + length;
    }
    if (scan == 0) {
        if (head.size() == fileSize) info.problem = "The JPEG file is cut short: it ends within its header.";
        return;
    }
    // The end marker, perhaps with a camera's trailer behind it.
    const size_t skip = head.size() == fileSize ? scan : 0;
    for (size_t i = tail.size(); i >= skip + 2; --i)
        if (tail[i - 2] == 0xFF && tail[i - 1] == 0xD9) {
            info.complete = true;
            return;
        }
}

void inspectPng(std::span<const uint8_t> head, std::span<const uint8_t> tail, uint64_t fileSize, ImageInfo& info) {
    const Bytes b(head);
    if (!b.is(12, "IHDR", 4)) {
        info.problem = "The PNG file is cut short or corrupt: its header is missing.";
        return;
    }
    info.width = static_cast<int>(std::min<uint32_t>(b.big32(16), INT32_MAX));
    info.height = static_cast<int>(std::min<uint32_t>(b.big32(20), INT32_MAX));
    info.channels = (b.u8(25) == 0 || b.u8(25) == 4) ? 1 : 3;
    if (head.size() < fileSize) {
        const std::string_view end(reinterpret_cast<const char*>(tail.data()), tail.size());
        info.complete = end.rfind("IEND") != std::string_view::npos;
        if (!info.complete) info.problem = "The PNG file is cut short: its end is missing.";
        return;
    }
    for (size_t at = 8; at < head.size();) {
        const uint64_t length = b.big32(at);
        if (at + 12 + length > head.size()) break;
        const auto sum = crc32(0, head.data() + at + 4, static_cast<uInt>(length + 4));
        if (sum != b.big32(at + 8 + length)) {
            info.problem = "The PNG file is corrupt: a checksum in it is wrong.";
            return;
        }
        if (b.is(at + 4, "IEND", 4)) {
            info.complete = true;
            return;
        }
        at += 12 + length;
    }
    info.problem = "The PNG file is cut short: its end is missing.";
}

void inspectBmp(std::span<const uint8_t> head, uint64_t fileSize, ImageInfo& info) {
    const Bytes b(head);
    const uint32_t offset = b.little32(10), header = b.little32(14), bits = b.little16(28), packing = b.little32(30);
    info.width = static_cast<int>(b.little32(18));
    const int64_t rows = static_cast<int32_t>(b.little32(22));  // below 0 where they go from the top down
    info.height = static_cast<int>(std::min<int64_t>(std::abs(rows), INT32_MAX));
    info.channels = 3;
    if (b.size() < 30 || header < 40 || info.width <= 0 || info.height <= 0) {
        info.width = info.height = 0;
        info.problem = header == 12 ? "" : "The BMP file is corrupt: its header is damaged.";
        return;  // 12: OS/2's short header, for the decoder to judge
    }
    if (bits <= 8) {
        bool grey = true;
        const uint32_t used = b.little32(46), colours = used ? std::min(used, 256u) : 1u << bits;
        for (uint32_t i = 0; i < colours; ++i) {
            const size_t at = 14 + header + 4 * i;
            grey = grey && b.u8(at) == b.u8(at + 1) && b.u8(at) == b.u8(at + 2);
        }
        if (grey) info.channels = 1;
    }
    if (packing == 0 || packing == 3) {
        const uint64_t stride = (static_cast<uint64_t>(info.width) * bits + 31) / 32 * 4;
        const uint64_t needed = offset + stride * static_cast<uint64_t>(info.height);
        if (needed > fileSize) info.problem = cutShort("BMP", needed, fileSize);
    }
    info.complete = info.problem.empty();
}

// The canvas, and the first picture's place and palette, which stand before its pixels.
void inspectGif(std::span<const uint8_t> head, std::span<const uint8_t> tail, uint64_t fileSize, ImageInfo& info) {
    const Bytes b(head);
    if (fileSize < 13) {
        info.problem = "The GIF file is cut short: it ends within its header.";
        return;
    }
    info.channels = 3;
    const auto colours = [](uint32_t flags) { return flags & 0x80 ? size_t{2} << (flags & 7) : size_t{0}; };
    size_t palette = 13, count = colours(b.u8(10)), at = palette + 3 * count;
    while (b.u8(at) == 0x21) {  // extensions
        at += 2;
        while (b.u8(at) != 0) at += 1 + size_t{b.u8(at)};
        ++at;
    }
    if (at < b.size() && b.u8(at) == 0x3B) {
        info.problem = "The GIF file holds no picture.";
        return;
    }
    if (at + 10 > b.size()) {
        if (head.size() == fileSize) info.problem = "The GIF file is cut short: its picture is missing.";
        return;  // the decoder will see
    }
    if (b.u8(at) != 0x2C) {
        info.problem = "The GIF file is corrupt: its header is damaged.";
        return;
    }
    info.width = static_cast<int>(std::max(b.little16(6), b.little16(at + 1) + b.little16(at + 5)));
    info.height = static_cast<int>(std::max(b.little16(8), b.little16(at + 3) + b.little16(at + 7)));
    if (const size_t own = colours(b.u8(at + 9))) palette = at + 10, count = own;
    bool grey = count > 0;
    for (size_t i = 0; i < count && grey; ++i) {
        const size_t c = palette + 3 * i;
        grey = b.u8(c) == b.u8(c + 1) && b.u8(c) == b.u8(c + 2);
    }
    if (grey) info.channels = 1;
    info.complete = !tail.empty() && tail.back() == 0x3B;
}

void inspectWebP(std::span<const uint8_t> head, uint64_t fileSize, ImageInfo& info) {
    const Bytes b(head);
    const uint64_t needed = uint64_t{b.little32(4)} + 8;
    info.channels = 3;
    if (b.is(12, "VP8X", 4)) {
        info.width = static_cast<int>(b.little24(24) + 1);
        info.height = static_cast<int>(b.little24(27) + 1);
    } else if (b.is(12, "VP8L", 4)) {
        const uint32_t packed = b.little32(21);
        info.width = static_cast<int>((packed & 0x3FFF) + 1);
        info.height = static_cast<int>((packed >> 14 & 0x3FFF) + 1);
    } else if (b.is(12, "VP8 ", 4)) {
        info.width = static_cast<int>(b.little16(26) & 0x3FFF);
        info.height = static_cast<int>(b.little16(28) & 0x3FFF);
    }
    if (needed > fileSize) info.problem = cutShort("WebP", needed, fileSize);
    info.complete = info.problem.empty();
}

// The first directory of a TIFF, classic or big: that has longer numbers. Its pixels may lie anywhere: their strips are
// checked against the size.
void inspectTiff(std::span<const uint8_t> head, uint64_t fileSize, ImageInfo& info) {
    const Bytes b(head);
    const bool big = b.u8(0) == 'M';
    const auto u16 = [&](size_t at) { return big ? b.big16(at) : b.little16(at); };
    const auto u32 = [&](size_t at) { return big ? b.big32(at) : b.little32(at); };
    const bool wide = u16(2) == 43;
    const auto offset = [&](size_t at) -> uint64_t {
        if (!wide) return u32(at);
        return big ? uint64_t{u32(at)} << 32 | u32(at + 4) : uint64_t{u32(at + 4)} << 32 | u32(at);
    };
    const size_t countSize = wide ? 8 : 2, entrySize = wide ? 20 : 12, place = wide ? 12 : 8;
    info.channels = 3;
    const uint64_t directory = offset(wide ? 8 : 4);
    if (directory > fileSize || directory + countSize > fileSize || directory < 8) {
        info.problem = "The TIFF file is cut short: its directory is missing.";
        return;
    }
    if (directory + countSize > head.size()) return;  // the decoder will see
    uint64_t samples = 1, photometric = 2;
    struct Table {
        uint64_t size = 0, count = 0, at = 0;
    } offsets, lengths;
    const auto sizeOf = [](uint32_t type) -> uint64_t { return type == 3 ? 2 : type == 16 ? 8 : 4; };
    const auto number = [&](uint64_t size, size_t at) {
        return size == 2 ? u16(at) : size == 8 ? offset(at) : u32(at);
    };
    // More entries than that no decoder takes.
    const auto entries = std::min<uint64_t>(wide ? offset(directory) : u16(directory), 65535);
    for (uint64_t i = 0; i < entries; ++i) {
        const size_t at = directory + countSize + entrySize * i;
        const uint32_t tag = u16(at);
        const uint64_t size = sizeOf(u16(at + 2)), count = offset(at + 4), value = number(size, at + place);
        const bool inPlace = count <= (wide ? 8 : 4) / size;
        const Table table{size, count, inPlace ? at + place : offset(at + place)};
        if (tag == 256) info.width = static_cast<int>(std::min<uint64_t>(value, INT32_MAX));
        if (tag == 257) info.height = static_cast<int>(std::min<uint64_t>(value, INT32_MAX));
        if (tag == 262) photometric = value;
        if (tag == 277) samples = value;
        if (tag == 273 || tag == 324) offsets = table;
        if (tag == 279 || tag == 325) lengths = table;
    }
    if (samples <= 2 && photometric <= 1) info.channels = 1;
    const auto element = [&](const Table& table, uint64_t i) { return number(table.size, table.at + table.size * i); };
    uint64_t needed = directory + countSize + entrySize * entries;
    for (uint64_t i = 0; i < std::min({offsets.count, lengths.count, uint64_t{65536}}); ++i)
        needed = std::max(needed, element(offsets, i) + element(lengths, i));
    if (needed > fileSize) info.problem = cutShort("TIFF", needed, fileSize);
    info.complete = info.problem.empty();
}

ImageFormat sniff(std::span<const uint8_t> head) {
    const Bytes b(head);
    if (b.is(0, "\xFF\xD8\xFF", 3)) return ImageFormat::Jpeg;
    if (b.is(0, "\x89PNG\r\n\x1A\n", 8)) return ImageFormat::Png;
    if (b.is(0, "BM", 2) && b.little32(6) == 0) return ImageFormat::Bmp;
    if (b.is(0, "RIFF", 4) && b.is(8, "WEBP", 4)) return ImageFormat::WebP;
    if (b.is(0, "II*\0", 4) || b.is(0, "MM\0*", 4) || b.is(0, "II+\0", 4) || b.is(0, "MM\0+", 4))
        return ImageFormat::Tiff;
    if (b.is(0, "GIF87a", 6) || b.is(0, "GIF89a", 6)) return ImageFormat::Gif;
    if (b.is(4, "ftypheic", 8) || b.is(4, "ftypavif", 8) || b.is(4, "ftypmif1", 8)) return ImageFormat::Unsupported;
    return ImageFormat::None;
}

std::string extensionOf(const std::string& path) {
    const size_t dot = path.find_last_of("./");
    if (dot == std::string::npos || path[dot] == '/') return {};
    return lowerCase(path.substr(dot + 1));
}

void decodeWithOpenCv(std::span<const uint8_t> bytes, int channels, Image& image) {
    prepareOpenCv();
    thread_local cv::Mat decoded;
    const cv::Mat buffer(1, static_cast<int>(bytes.size()), CV_8U, const_cast<uint8_t*>(bytes.data()));
    const int flags = (channels == 1 ? cv::IMREAD_GRAYSCALE : cv::IMREAD_COLOR) | cv::IMREAD_IGNORE_ORIENTATION;
    try {
        if (cv::imdecode(buffer, flags, &decoded).empty())
            throw Error("The image file is corrupt: it cannot be decoded.");
        image.width = decoded.cols;
        image.height = decoded.rows;
        image.channels = channels;
        image.pixels.resize(decoded.total() * static_cast<size_t>(channels));
        cv::Mat target(decoded.rows, decoded.cols, CV_MAKETYPE(CV_8U, channels), image.pixels.data());
        if (channels == 3)
            cv::cvtColor(decoded, target, cv::COLOR_BGR2RGB);
        else
            decoded.copyTo(target);
    } catch (const cv::Exception& e) {
        throw Error(Message("The image file cannot be decoded: {reason}.", e.err));
    }
}

}  // namespace

ImageInfo inspectImage(std::span<const uint8_t> head, std::span<const uint8_t> tail, uint64_t fileSize) {
    ImageInfo info;
    if (fileSize == 0) {
        info.problem = "The file is empty.";
        return info;
    }
    info.format = sniff(head);
    switch (info.format) {
    case ImageFormat::Jpeg: inspectJpeg(head, tail, fileSize, info); break;
    case ImageFormat::Png: inspectPng(head, tail, fileSize, info); break;
    case ImageFormat::Bmp: inspectBmp(head, fileSize, info); break;
    case ImageFormat::Gif: inspectGif(head, tail, fileSize, info); break;
    case ImageFormat::WebP: inspectWebP(head, fileSize, info); break;
    case ImageFormat::Tiff: inspectTiff(head, fileSize, info); break;
    case ImageFormat::Unsupported:
        info.problem = "Images of this kind (HEIC, AVIF) are not read; convert it to PNG or JPEG.";
        break;
    case ImageFormat::None: info.problem = "It is no JPEG, PNG, BMP, GIF, WebP or TIFF image."; break;
    }
    if (info.problem.empty() && int64_t{info.width} * info.height > kMaxPixels)
        info.problem = Message("It says to be {width}×{height} pixels, more than are read.", info.width, info.height);
    return info;
}

void decodeImage(std::span<const uint8_t> bytes, int channels, Image& image) {
    const ImageInfo info = inspectImage(bytes, bytes, bytes.size());
    if (!info.problem.empty()) throw Error(info.problem);
    if (info.format == ImageFormat::Gif)
        decodeGif(bytes, channels, image);
    else if (info.format != ImageFormat::Jpeg || !decodeJpeg(bytes, channels, image))
        decodeWithOpenCv(bytes, channels, image);
}

bool hasImageExtension(const std::string& path) {
    static const std::array<const char*, 10> known{"jpg", "jpeg", "jpe",  "jfif", "png",
                                                   "bmp", "gif",  "webp", "tif",  "tiff"};
    const std::string extension = extensionOf(path);
    return std::any_of(known.begin(), known.end(), [&](const char* e) { return extension == e; });
}

bool hasForeignImageExtension(const std::string& path) {
    static const std::array<const char*, 7> foreign{"heic", "heif", "avif", "jp2", "jxl", "svg", "tga"};
    const std::string extension = extensionOf(path);
    return std::any_of(foreign.begin(), foreign.end(), [&](const char* e) { return extension == e; });
}

}  // namespace tl
