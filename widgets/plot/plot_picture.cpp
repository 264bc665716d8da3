// See the header.
#include "widgets/plot/plot_picture.h"

#include <QCoreApplication>
#include <QImage>
#include <QSvgGenerator>
#include <algorithm>
#include <utility>

#include "widgets/plot/line_plot_impl.h"

namespace tl {

bool PlotStill::paint(QCPPainter& painter, const std::function<bool()>& drawn) const {
    painter.drawPicture(0, 0, below);
    painter.save();
    painter.translate(0, size.height() - height);
    painter.setClipRect(QRectF(area).translated(0, -1));  // as QCustomPlot does it
    bool whole = true;
    for (const bool raw : {true, false})
        for (const PlotSeries& s : curves) {
            if (!(whole = whole && drawn())) break;
            PlotLine line = raw ? s.rawLine : s.smoothLine;
            if (!line.shown) continue;
            view.reduce(s, raw, view.inSight(s), line);
            strokeLine(painter, line, place, area);
        }
    painter.restore();
    painter.drawPicture(0, 0, above);
    return whole;
}

namespace {

bool paint(QPaintDevice& device, const PlotPicture& picture, double scale, const PictureTell& tell) {
    if (!tell(0)) return false;  // given up while it was taken
    size_t all = 0, done = 0;
    for (const auto& chart : picture.charts) all += 2 * chart.still->curves.size();
    QCPPainter painter;
    painter.begin(&device);
    painter.setMode(picture.kind == PlotPicture::Kind::Lines ? QCPPainter::pmVectorized : QCPPainter::pmNonCosmetic);
    painter.scale(scale, scale);
    painter.drawPicture(0, 0, picture.ground);
    const auto drawn = [&] { return tell(static_cast<double>(++done) / static_cast<double>(all)); };
    for (const auto& chart : picture.charts) {
        painter.save();
        painter.translate(chart.at);
        const bool whole = chart.still->paint(painter, drawn);
        painter.restore();
        if (!whole) return false;
    }
    return true;
}

}  // namespace

std::optional<QImage> paintPixels(const PlotPicture& picture, double scale, const PictureTell& tell) {
    constexpr double kMost = 32000;  // Qt paints no further
    scale = std::min(scale, kMost / std::max({1, picture.size.width(), picture.size.height()}));
    QImage image(picture.size * scale, QImage::Format_RGB32);
    image.fill(0);
    if (!image.isNull() && !paint(image, picture, scale, tell)) return {};
    return image;
}

std::optional<QPicture> paintLines(const PlotPicture& picture, const PictureTell& tell) {
    QPicture lines;
    if (!paint(lines, picture, 1, tell)) return {};
    return lines;
}

void writePicture(QObject& owner, const QString& path, PlotPicture picture, std::shared_ptr<std::atomic<bool>> stop,
                  std::function<void(double share)> progressed, PictureWritten done) {
    const auto tell = [stop, progressed = std::move(progressed), self = QPointer<QObject>(&owner),
                       told = 0.0](double share) mutable {
        if (auto* app = QCoreApplication::instance(); app && share - told >= 0.01) {
            told = share;
            QMetaObject::invokeMethod(app, [self, progressed, share] {
                if (self) progressed(share);
            });
        }
        return !*stop;
    };
    if (picture.kind == PlotPicture::Kind::Pixels)
        return writePng(
            owner, path, [picture = std::move(picture), tell] { return paintPixels(picture, 2, tell); },
            std::move(done));
    writeSvg(
        owner, path,
        [picture = std::move(picture), tell](QSvgGenerator& svg) {
            svg.setTitle(picture.title);
            svg.setResolution(picture.resolution);
            svg.setSize(picture.size);
            svg.setViewBox(QRect(QPoint(), picture.size));
            return paint(svg, picture, 1, tell);
        },
        std::move(done));
}

}  // namespace tl
