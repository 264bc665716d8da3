// A picture that was painted becomes a file: a pool's thread encodes and writes it, beside the file and then in its
// place, so that the window goes on and a picture of before stays whole where that fails. GUI thread only.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <functional>

class QObject;
class QSvgGenerator;

namespace tl {

// error: empty, or a sentence. Not called once `owner` is gone; the file comes all the same.
using PictureWritten = std::function<void(const QString& error)>;

void writePng(QObject& owner, const QString& path, const QImage& picture, PictureWritten done);
// paint: called at once, with a device that still needs its size, title and resolution.
void writeSvg(QObject& owner, const QString& path, const std::function<void(QSvgGenerator& svg)>& paint,
              PictureWritten done);

}  // namespace tl
