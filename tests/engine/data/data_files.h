// Writers of small image and data files for the tests, independent of the readers under test: JPEG by libjpeg, PNG
// and gzip by zlib, BMP and TIFF by hand.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <jpeglib.h>
#include <zlib.h>

namespace files {

// value(x, y, channel)
using Pixels = std::function<int(int, int, int)>;

inline Pixels gradient() {
    return [](int x, int y, int c) { return (x * 5 + y * 3 + c * 40) & 255; };
}

inline QByteArray raw(int width, int height, int channels, const Pixels& value) {
    QByteArray bytes;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < channels; ++c) bytes.append(static_cast<char>(value(x, y, c)));
    return bytes;
}

inline QByteArray jpeg(int width, int height, int channels, const Pixels& value, int quality = 95) {
    QByteArray pixels = raw(width, height, channels, value);
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* out = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &out, &size);
    info.image_width = static_cast<JDIMENSION>(width);
    info.image_height = static_cast<JDIMENSION>(height);
    info.input_components = channels;
    info.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        auto* row = reinterpret_cast<JSAMPROW>(pixels.data() + qsizetype(info.next_scanline) * width * channels);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    QByteArray bytes(reinterpret_cast<char*>(out), static_cast<qsizetype>(size));
    jpeg_destroy_compress(&info);
    free(out);
    return bytes;
}

template <typename T>
QByteArray big(T value) {
    QByteArray bytes(sizeof(T), 0);
    qToBigEndian(value, bytes.data());
    return bytes;
}
template <typename T>
QByteArray little(T value) {
    QByteArray bytes(sizeof(T), 0);
    qToLittleEndian(value, bytes.data());
    return bytes;
}

inline QByteArray png(int width, int height, int channels, const Pixels& value) {
    const auto chunk = [](const QByteArray& type, const QByteArray& data) {
        const QByteArray body = type + data;
        return big<quint32>(quint32(data.size())) + body +
               big<quint32>(quint32(crc32(0, reinterpret_cast<const Bytef*>(body.data()), uInt(body.size()))));
    };
    QByteArray lines;
    const QByteArray pixels = raw(width, height, channels, value);
    for (int y = 0; y < height; ++y) lines += QByteArray(1, 0) + pixels.mid(y * width * channels, width * channels);
    QByteArray packed(static_cast<qsizetype>(compressBound(uLong(lines.size()))), 0);
    uLongf size = uLongf(packed.size());
    compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(lines.data()),
             uLong(lines.size()));
    packed.resize(qsizetype(size));
    QByteArray header = big<quint32>(quint32(width)) + big<quint32>(quint32(height));
    header += QByteArray("\x08", 1) + QByteArray(1, channels == 1 ? 0 : 2) + QByteArray(3, 0);
    return QByteArray("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", header) + chunk("IDAT", packed) + chunk("IEND", {});
}

inline QByteArray bmp(int width, int height, const Pixels& value) {
    const int stride = (width * 3 + 3) / 4 * 4;
    QByteArray pixels;
    for (int y = height - 1; y >= 0; --y) {
        QByteArray row;
        for (int x = 0; x < width; ++x)
            for (int c = 2; c >= 0; --c) row.append(static_cast<char>(value(x, y, c)));
        row.append(QByteArray(stride - row.size(), 0));
        pixels += row;
    }
    return QByteArray("BM") + little<quint32>(quint32(54 + pixels.size())) + little<quint32>(0) + little<quint32>(54) +
           little<quint32>(40) + little<quint32>(quint32(width)) + little<quint32>(quint32(height)) +
           little<quint16>(1) + little<quint16>(24) + little<quint32>(0) + little<quint32>(quint32(pixels.size())) +
           QByteArray(16, 0) + pixels;
}

// Codes of nine bits with a clear code often enough that they never grow: GIF without compression. A palette of the
// colours that occur, 256 at most. The picture may be smaller than its canvas.
inline QByteArray gif(int width, int height, int channels, const Pixels& value, bool interlaced = false,
                      int canvasWidth = 0, int canvasHeight = 0) {
    std::vector<std::array<int, 3>> palette;
    QByteArray indices;
    const auto line = [&](int y) {
        for (int x = 0; x < width; ++x) {
            std::array<int, 3> colour{};
            for (int c = 0; c < 3; ++c) colour[size_t(c)] = value(x, y, channels == 1 ? 0 : c);
            const auto at = std::find(palette.begin(), palette.end(), colour);
            indices.append(static_cast<char>(at - palette.begin()));
            if (at == palette.end()) palette.push_back(colour);
        }
    };
    if (interlaced)
        for (const auto& [first, step] : {std::pair(0, 8), {4, 8}, {2, 4}, {1, 2}})
            for (int y = first; y < height; y += step) line(y);
    else
        for (int y = 0; y < height; ++y) line(y);
    const auto size = [](int w, int h) { return little<quint16>(quint16(w)) + little<quint16>(quint16(h)); };
    QByteArray bytes = "GIF89a" + size(std::max(width, canvasWidth), std::max(height, canvasHeight));
    bytes += QByteArray("\xF7\0\0", 3);
    for (size_t i = 0; i < 256; ++i)
        for (size_t c = 0; c < 3; ++c) bytes.append(static_cast<char>(i < palette.size() ? palette[i][c] : 0));
    bytes += QByteArray("!\xF9\4\0\0\0\0\0", 8) + QByteArray(",\0\0\0\0", 5) + size(width, height);
    bytes.append(interlaced ? '\x40' : '\0');
    bytes.append('\x08');
    QByteArray codes;
    int used = 0;
    const auto put = [&](int code) {
        for (int bit = 0; bit < 9; ++bit, ++used) {
            if (used % 8 == 0) codes.append('\0');
            if (code >> bit & 1) codes[used / 8] = static_cast<char>(codes[used / 8] | 1 << used % 8);
        }
    };
    for (qsizetype i = 0; i < indices.size(); ++i) {
        if (i % 250 == 0) put(256);
        put(static_cast<unsigned char>(indices[i]));
    }
    put(257);
    for (qsizetype at = 0; at < codes.size(); at += 255) {
        const QByteArray block = codes.mid(at, 255);
        bytes.append(static_cast<char>(block.size()));
        bytes += block;
    }
    return bytes + QByteArray("\0;", 2);
}

// Uncompressed, one strip behind the directory.
inline QByteArray tiff(int width, int height, int channels, const Pixels& value) {
    const int entries = 9;
    const quint32 depths = 8 + 2 + 12 * entries + 4, start = depths + 8;
    const QByteArray pixels = raw(width, height, channels, value);
    QByteArray bytes = QByteArray("II*\0", 4) + little<quint32>(8) + little<quint16>(entries);
    const auto entry = [&](quint16 tag, quint16 type, quint32 count, quint32 content) {
        bytes += little(tag) + little(type) + little(count) + little(content);
    };
    entry(256, 4, 1, quint32(width));
    entry(257, 4, 1, quint32(height));
    entry(258, 3, quint32(channels), channels == 1 ? 8 : depths);
    entry(259, 3, 1, 1);
    entry(262, 3, 1, channels == 1 ? 1 : 2);
    entry(273, 4, 1, start);
    entry(277, 3, 1, quint32(channels));
    entry(278, 4, 1, quint32(height));
    entry(279, 4, 1, quint32(pixels.size()));
    bytes += little<quint32>(0) + little<quint16>(8) + little<quint16>(8) + little<quint16>(8) + little<quint16>(0);
    return bytes + pixels;
}

// The same with directories of 64 bits.
inline QByteArray bigTiff(int width, int height, int channels, const Pixels& value) {
    const quint64 entries = 9, start = 16 + 8 + 20 * entries + 8;
    const QByteArray pixels = raw(width, height, channels, value);
    QByteArray bytes = QByteArray("II+\0", 4) + little<quint16>(8) + little<quint16>(0) + little<quint64>(16) +
                       little<quint64>(entries);
    const auto entry = [&](quint16 tag, quint16 type, quint64 count, quint64 content) {
        bytes += little(tag) + little(type) + little(count) + little(content);
    };
    entry(256, 4, 1, quint64(width));
    entry(257, 4, 1, quint64(height));
    entry(258, 3, quint64(channels), channels == 1 ? 8 : 0x0000'0008'0008'0008);
    entry(259, 3, 1, 1);
    entry(262, 3, 1, channels == 1 ? 1 : 2);
    entry(273, 16, 1, start);
    entry(277, 3, 1, quint64(channels));
    entry(278, 4, 1, quint64(height));
    entry(279, 16, 1, quint64(pixels.size()));
    return bytes + little<quint64>(0) + pixels;
}

inline QByteArray gzipped(const QByteArray& bytes) {
    QTemporaryDir folder;
    const QByteArray path = QFile::encodeName(folder.filePath("x.gz"));
    gzFile file = gzopen(path.constData(), "wb");
    gzwrite(file, bytes.data(), unsigned(bytes.size()));
    gzclose(file);
    QFile in(folder.filePath("x.gz"));
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

inline QByteArray idxImages(int count, int rows, int columns, const std::function<int(int)>& value) {
    QByteArray bytes = big<quint32>(0x803) + big<quint32>(quint32(count)) + big<quint32>(quint32(rows)) +
                       big<quint32>(quint32(columns));
    for (int i = 0; i < count * rows * columns; ++i) bytes.append(static_cast<char>(value(i)));
    return bytes;
}

inline QByteArray idxLabels(int count, const std::function<int(int)>& value) {
    QByteArray bytes = big<quint32>(0x801) + big<quint32>(quint32(count));
    for (int i = 0; i < count; ++i) bytes.append(static_cast<char>(value(i)));
    return bytes;
}

// Writes folder/name, making the folders between.
inline std::string write(const QString& folder, const QString& name, const QByteArray& bytes) {
    const QString path = folder + "/" + name;
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path.toStdString();
}

}  // namespace files
