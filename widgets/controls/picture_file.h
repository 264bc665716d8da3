// A picture becomes a file: a pool's thread paints, encodes and writes it, beside the file and then in its place, so
// that the window goes on and a picture of before stays whole where that fails. GUI thread only; what paints is called
// by the other one, so it holds all it needs by value.
#pragma once

#include <QImage>
#include <QString>
#include <functional>
#include <optional>

class QObject;
class QSvgGenerator;

namespace tl {

// error: empty, or a sentence; none where the painting was given up. Not called once `owner` is gone; the file comes
// all the same.
using PictureWritten = std::function<void(const std::optional<QString>& error)>;

// paint: none where it gave up.
void writePng(QObject& owner, const QString& path, std::function<std::optional<QImage>()> paint, PictureWritten done);
// paint: with a device that still needs its size, title and resolution; false where it gave up.
void writeSvg(QObject& owner, const QString& path, std::function<bool(QSvgGenerator& svg)> paint, PictureWritten done);

}  // namespace tl
