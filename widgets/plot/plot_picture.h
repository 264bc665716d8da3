// Charts for a file, one or a page of them, as they stood: a value, so that a pool's thread paints and writes it. What
// axes, legends and notes show is recorded, and curves share their points with the chart: they are taken from these in
// every detail, which may last, beside the window.
#pragma once

#include <QPicture>
#include <QPointF>
#include <QSize>
#include <QString>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "widgets/controls/picture_file.h"

class QImage;

namespace tl {

struct PlotStill;

struct PlotPicture {
    enum class Kind { Pixels, Lines };  // a file of lines and letters knows no clipping
    struct Chart {
        std::shared_ptr<const PlotStill> still;  // LinePlot::still()
        QSize size = {};
        QPointF at = {};
    };
    Kind kind = Kind::Pixels;
    QSize size;
    int resolution = 96;
    QString title = {};
    QPicture ground = QPicture();  // what lies below the charts
    std::vector<Chart> charts = {};
};

// How far it is; false: give up.
using PictureTell = std::function<bool(double share)>;

// None where it was given up.
std::optional<QImage> paintPixels(const PlotPicture& picture, double scale, const PictureTell& tell);
std::optional<QPicture> paintLines(const PlotPicture& picture, const PictureTell& tell);

// By a pool's thread, PNG or SVG as its kind is. stop: gives it up. What is told comes while `owner` is there.
void writePicture(QObject& owner, const QString& path, PlotPicture picture, std::shared_ptr<std::atomic<bool>> stop,
                  std::function<void(double share)> progressed, PictureWritten done);

}  // namespace tl
