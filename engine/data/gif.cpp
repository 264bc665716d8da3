// Records are read one by one up to the first picture, since DGifSlurp would take in the whole film.
#include "engine/data/gif.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>

#include <gif_lib.h>

#include "engine/core/error.h"

namespace tl {
namespace {

constexpr int64_t kMostPixels = int64_t{1} << 28;

struct Reader {
    std::span<const uint8_t> left;
    static int read(GifFileType* file, GifByteType* into, int count) {
        auto& left = static_cast<Reader*>(file->UserData)->left;
        const size_t taken = std::min(left.size(), static_cast<size_t>(std::max(count, 0)));
        std::memcpy(into, left.data(), taken);
        left = left.subspan(taken);
        return static_cast<int>(taken);
    }
};

struct Close {
    void operator()(GifFileType* file) const { DGifCloseFile(file, nullptr); }
};

[[noreturn]] void fail(int code) {
    if (code == D_GIF_ERR_READ_FAILED || code == D_GIF_ERR_EOF_TOO_SOON)
        throw Error("The GIF file is cut short: its end is missing.");
    const char* reason = GifErrorString(code);
    throw Error(reason ? Message("The GIF file is corrupt ({reason}).", std::string(reason))
                       : "The GIF file is corrupt.");
}

// Up to the first picture's description.
void findPicture(GifFileType* file) {
    for (;;) {
        GifRecordType record;
        if (DGifGetRecordType(file, &record) == GIF_ERROR) fail(file->Error);
        if (record == IMAGE_DESC_RECORD_TYPE) break;
        if (record == TERMINATE_RECORD_TYPE) throw Error("The GIF file holds no picture.");
        if (record != EXTENSION_RECORD_TYPE) continue;
        int code;
        GifByteType* block;
        if (DGifGetExtension(file, &code, &block) == GIF_ERROR) fail(file->Error);
        while (block)
            if (DGifGetExtensionNext(file, &block) == GIF_ERROR) fail(file->Error);
    }
    if (DGifGetImageDesc(file) == GIF_ERROR) fail(file->Error);
}

// Each index of the palette as the bytes of a pixel; indices without a colour are black.
std::array<std::array<uint8_t, 3>, 256> colours(const ColorMapObject& map, int channels) {
    std::array<std::array<uint8_t, 3>, 256> all{};
    for (int i = 0; i < std::min(map.ColorCount, 256); ++i) {
        const GifColorType& c = map.Colors[i];
        if (channels == 3)
            all[static_cast<size_t>(i)] = {c.Red, c.Green, c.Blue};
        else  // as convertChannels()
            all[static_cast<size_t>(i)][0] =
                static_cast<uint8_t>((19595u * c.Red + 38470u * c.Green + 7471u * c.Blue + 32768u) >> 16);
    }
    return all;
}

}  // namespace

void decodeGif(std::span<const uint8_t> bytes, int channels, Image& image) {
    Reader reader{bytes};
    int code = 0;
    const std::unique_ptr<GifFileType, Close> file(DGifOpen(&reader, &Reader::read, &code));
    if (!file) fail(code);
    findPicture(file.get());
    const GifImageDesc& picture = file->Image;
    const ColorMapObject* map = picture.ColorMap ? picture.ColorMap : file->SColorMap;
    if (!map || map->ColorCount <= 0) throw Error("The GIF file is corrupt: it has no colours.");
    if (picture.Width <= 0 || picture.Height <= 0 || picture.Left < 0 || picture.Top < 0)
        throw Error("The GIF file is corrupt: its picture has no size.");
    image.width = std::max(file->SWidth, picture.Left + picture.Width);
    image.height = std::max(file->SHeight, picture.Top + picture.Height);
    image.channels = channels;
    if (int64_t{image.width} * image.height > kMostPixels)
        throw Error(Message("It says to be {size} pixels, more than are read.",
                            std::to_string(image.width) + "×" + std::to_string(image.height)));
    const auto depth = static_cast<size_t>(channels), stride = static_cast<size_t>(image.width) * depth;
    image.pixels.assign(stride * static_cast<size_t>(image.height), 0);

    const auto palette = colours(*map, channels);
    std::vector<GifPixelType> line(static_cast<size_t>(picture.Width));
    const auto readLine = [&](int y) {
        if (DGifGetLine(file.get(), line.data(), picture.Width) == GIF_ERROR) fail(file->Error);
        uint8_t* to = image.pixels.data() + static_cast<size_t>(picture.Top + y) * stride +
                      static_cast<size_t>(picture.Left) * depth;
        for (const GifPixelType index : line) {
            std::copy_n(palette[index].data(), depth, to);
            to += depth;
        }
    };
    if (!picture.Interlace) {
        for (int y = 0; y < picture.Height; ++y) readLine(y);
        return;
    }
    constexpr std::pair<int, int> kPasses[] = {{0, 8}, {4, 8}, {2, 4}, {1, 2}};
    for (const auto& [first, step] : kPasses)
        for (int y = first; y < picture.Height; y += step) readLine(y);
}

}  // namespace tl
