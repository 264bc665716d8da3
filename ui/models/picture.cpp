// A thumbnail is brought to its size here, off the GUI thread, in the format that the screen paints without conversion.
#include "ui/models/picture.h"

#include "widgets/theme/theme.h"

namespace tl {

static QImage wrap(const Image& image) {
    if (image.width <= 0 || image.height <= 0 || image.pixels.empty()) return {};
    return QImage(image.pixels.data(), image.width, image.height, static_cast<qsizetype>(image.width) * image.channels,
                  image.channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
}

QImage toQImage(const Image& image) { return wrap(image).copy(); }

static void markBroken(QImage& image, const uint8_t* broken) {
    image = image.convertToFormat(QImage::Format_RGB32);
    const QRgb bad = Theme::instance().color(Token::Bad).rgb();
    for (int y = 0; y < image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x)
            if (*broken++) line[x] = bad;
    }
}

QVector<QImage> toQImages(const Pictures& pictures, int most) {
    QVector<QImage> images;
    const auto area = static_cast<size_t>(pictures.width * pictures.height);
    const size_t size = area * static_cast<size_t>(pictures.channels);
    for (int i = 0; i < std::min(pictures.count, most); ++i) {
        const uchar* pixels = pictures.pixels.data() + static_cast<size_t>(i) * size;
        images << QImage(pixels, pictures.width, pictures.height, pictures.width * pictures.channels,
                         pictures.channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8)
                      .copy();
        if (!pictures.broken.empty()) markBroken(images.back(), pictures.broken.data() + static_cast<size_t>(i) * area);
    }
    return images;
}

QImage toThumbnail(const Image& image, int pixels) {
    QImage whole = wrap(image);
    if (whole.isNull()) return {};
    // Far larger than needed: a coarse step first, which smooth scaling alone would pay for in full.
    if (whole.width() > pixels * 8 && whole.height() > pixels * 8)
        whole = whole.scaled(pixels * 4, pixels * 4, Qt::KeepAspectRatio, Qt::FastTransformation);
    return whole.convertToFormat(QImage::Format_RGB32)
        .scaled(pixels, pixels, Qt::KeepAspectRatio, Qt::SmoothTransformation);
}

}  // namespace tl
