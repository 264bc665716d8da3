// Engine images as Qt's. Any thread, but for those in the theme's colours.
#pragma once

#include <QImage>
#include <QVector>

#include "engine/data/source.h"
#include "engine/train/pictures.h"

namespace tl {

QImage toQImage(const Image& image);  // a copy; Grayscale8 or RGB888
// What is not finite in the theme's Token::Bad.
QVector<QImage> toQImages(const Pictures& pictures, int most = 16);
QImage toThumbnail(const Image& image, int pixels);  // fits the square, smooth; ready to be painted fast

}  // namespace tl
