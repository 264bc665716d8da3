// A thumbnail is brought to its size here, off the GUI thread, in the format that the screen paints without conversion.
#include "ui/models/picture.h"

namespace tl {

static QImage wrap(const Image& image) {
    if (image.width <= 0 || image.height <= 0 || image.pixels.empty()) return {};
    return QImage(image.pixels.data(), image.width, image.height, static_cast<qsizetype>(image.width) * image.channels,
                  image.channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
}

QImage toQImage(const Image& image) { return wrap(image).copy(); }

QVector<QImage> toQImages(const Pictures& pictures, int most) {
    QVector<QImage> images;
    const auto size = static_cast<size_t>(pictures.width * pictures.height * pictures.channels);
    for (int i = 0; i < std::min(pictures.count, most); ++i) {
        const uchar* pixels = pictures.pixels.data() + static_cast<size_t>(i) * size;
        images << QImage(pixels, pictures.width, pictures.height, pictures.width * pictures.channels,
                         pictures.channels == 3 ? QImage::Format_RGB888 : QImage::Format_Grayscale8)
                      .copy();
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
