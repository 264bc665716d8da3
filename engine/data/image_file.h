// Image files seen as bytes: which format they are (by content, never by name), how large, whether all of the
// file is there, and decoding. JPEG goes to libjpeg, whose warnings are the only way to see damaged data that still
// "decodes"; GIF to giflib, which gives its first picture; the rest goes to OpenCV. EXIF rotation is not applied, as in
// Keras and torchvision.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/data/source.h"

namespace tl {

enum class ImageFormat { None, Jpeg, Png, Bmp, Gif, WebP, Tiff, Unsupported };

struct ImageInfo {
    ImageFormat format = ImageFormat::None;
    int width = 0, height = 0;  // 0 where only decoding can tell
    int channels = 0;           // 1 if the file is grey, else 3
    bool complete = false;      // the file's own marks say that its end is there
    Message problem;            // a sentence where the file is surely broken, else empty
};

// head: the file's first bytes, all of them if head.size() == fileSize; tail: its last bytes.
// Never throws; reads no pixel. With all bytes at hand it also checks PNG's checksums.
ImageInfo inspectImage(std::span<const uint8_t> head, std::span<const uint8_t> tail, uint64_t fileSize);

// Decodes to 1 or 3 channels (RGB), reusing image's memory. Throws Error with a sentence without path. Any thread.
void decodeImage(std::span<const uint8_t> bytes, int channels, Image& image);

// By extension: does the name promise an image of a kind read here; of a kind that is an image but not read.
bool hasImageExtension(const std::string& path);
bool hasForeignImageExtension(const std::string& path);

}  // namespace tl
