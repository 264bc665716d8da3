// Where an ImageGrid gets its thumbnails: asked for what is in sight, answers later. An item is any number the owner
// chooses; the grid knows nothing else of it. All of it on the GUI thread; the work is done elsewhere.
#pragma once

#include <QImage>
#include <QObject>
#include <QVector>

namespace tl {

class ThumbnailProvider : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    // Replaces what was asked for before and has not been begun. First ones first. `pixels`: the edge of the square
    // that the picture should fit in.
    virtual void request(const QVector<qint64>& items, int pixels) = 0;

signals:
    // A null image with a problem (a sentence) where it could not be read. `size`: of the whole image, in its pixels.
    void ready(qint64 item, const QImage& image, int pixels, const QString& problem, const QSize& size = {});
};

}  // namespace tl
