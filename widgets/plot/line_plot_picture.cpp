// A LinePlot as a file: the chart under its title and legend, in pixels (PNG) or as lines and letters (SVG), and all
// its points (CSV). The legend stands beside the title where it fits and in rows of its own below where it does not.
#include <QCoreApplication>
#include <QPointer>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QThreadPool>
#include <algorithm>
#include <cmath>
#include <optional>

#include "widgets/controls/ask_to_save.h"
#include "widgets/controls/picture_file.h"
#include "widgets/plot/csv_field.h"
#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kTitle = 34, kPictureRow = 18, kSample = 22, kPictureGap = 14, kPictureMargin = 12;

LinePlot::Impl::Legend LinePlot::Impl::legend() const {
    const auto& theme = Theme::instance();
    const QFontMetricsF metrics(theme.font(11));
    const int width = self.width();
    Legend legend;
    double x = kPictureMargin + QFontMetricsF(theme.font(13, QFont::DemiBold)).horizontalAdvance(title) + 24;
    double y = kTitle / 2.0 + 4, needed = x;
    const auto add = [&](const PlotSeriesStyle& style) {
        const QString name = metrics.elidedText(style.name, Qt::ElideMiddle, width - 2 * kPictureMargin - kSample);
        legend.entries.push_back({style, name, {}});
        needed += kSample + metrics.horizontalAdvance(name) + kPictureGap;
    };
    for (const auto& [id, group] : groups)
        if (shownGroup(id)) add(group.style);
    for (const auto& [id, s] : series)
        if (alone(s)) add(s.style);
    const bool besideTitle = needed - kPictureGap <= width - kPictureMargin;
    if (!besideTitle) x = kPictureMargin, y = kTitle + 10;
    for (auto& entry : legend.entries) {
        const double wide = kSample + metrics.horizontalAdvance(entry.name);
        if (!besideTitle && x > kPictureMargin && x + wide > width - kPictureMargin)
            x = kPictureMargin, y += kPictureRow;
        entry.at = {x + kSample, y};
        x += wide + kPictureGap;
    }
    legend.height = besideTitle || legend.entries.empty() ? kTitle : y + 12;
    return legend;
}

void LinePlot::Impl::paintHead(QPainter& painter, const Legend& legend) const {
    const auto& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(13, QFont::DemiBold));
    painter.setPen(theme.color(Token::Text));
    painter.drawText(QRectF(kPictureMargin, 0, self.width(), kTitle), Qt::AlignVCenter, title);
    painter.setFont(theme.font(11));
    for (const auto& entry : legend.entries) {
        painter.setPen(theme.color(Token::Muted));
        painter.drawText(entry.at, entry.name);
        painter.setPen(curvePen(entry.style, 1.8));
        painter.drawLine(entry.at + QPointF(-kSample, -4), entry.at + QPointF(-6, -4));
        if (!entry.style.dashed) continue;
        painter.setPen(QPen(curveColor(entry.style), 1.4));
        painter.setBrush(theme.color(Token::Bg1));
        painter.drawEllipse(entry.at + QPointF(-kSample + 8, -4), 3, 3);
    }
}

QPixmap LinePlot::Impl::picture(double scale) {
    replot(true);
    const Legend head = legend();
    const int width = self.width(), height = self.height() + static_cast<int>(std::ceil(head.height));
    const QPixmap body = custom->toPixmap(self.width(), self.height(), scale);
    QPixmap all(qRound(width * scale), qRound(height * scale));
    all.fill(Theme::instance().color(Token::Bg1));
    QPainter painter(&all);
    painter.drawPixmap(QRectF(0, head.height * scale, self.width() * scale, self.height() * scale), body,
                       QRectF(body.rect()));
    painter.scale(scale, scale);
    paintHead(painter, head);
    painter.translate(0, head.height);
    drawNotes(painter);
    return all;
}

void LinePlot::Impl::paintLines(QCPPainter& painter, const Legend& head) {
    painter.fillRect(QRectF(0, 0, self.width(), self.height() + head.height), Theme::instance().color(Token::Bg1));
    paintHead(painter, head);
    painter.translate(0, head.height);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    custom->setBackground(QBrush(Qt::NoBrush));
    cutGroups();
    custom->toPainter(&painter, self.width(), self.height());
    schedule();
    custom->setBackground(QBrush(Theme::instance().color(Token::Bg1)));
    drawNotes(painter);
}

QPixmap LinePlot::picture(double scale) const { return impl_->picture(scale); }

QSize LinePlot::pictureSize() const {
    return {width(), height() + static_cast<int>(std::ceil(impl_->legend().height))};
}

QPicture LinePlot::drawing() const {
    impl_->replot(true);
    QPicture picture;
    QCPPainter painter;
    painter.begin(&picture);
    impl_->paintLines(painter, impl_->legend());
    painter.end();
    return picture;
}

void LinePlot::savePng(const QString& path) {
    writePng(*this, path, picture().toImage(), [this, path](const QString& error) { emit exported(path, error); });
}

void LinePlot::saveSvg(const QString& path) {
    impl_->replot(true);
    writeSvg(
        *this, path,
        [this](QSvgGenerator& svg) {
            svg.setTitle(impl_->title);
            svg.setResolution(logicalDpiX());
            svg.setSize(pictureSize());
            svg.setViewBox(QRect(QPoint(), pictureSize()));
            QCPPainter painter;
            painter.begin(&svg);
            impl_->paintLines(painter, impl_->legend());
            painter.end();
        },
        [this, path](const QString& error) { emit exported(path, error); });
}

// A curve's points as they are now: chunks are shared, so that taking them costs nothing, whatever comes behind them.
struct CurvePoints {
    QString name;
    ChunkedVector<double> xs, raw, smooth;
};

// A sentence where it failed. tell: how many points are written; false: give up.
// A sentence where it failed; nothing where `tell` gave it up.
static std::optional<QString> writePoints(const QString& path, const QString& xName,
                                          const std::vector<CurvePoints>& curves,
                                          const std::function<bool(size_t)>& tell) {
    QSaveFile file(path);
    const auto failed = [&] {
        return LinePlot::tr("The points could not be written to %1: %2. Choose another folder.")
            .arg(path, file.errorString());
    };
    if (!file.open(QIODevice::WriteOnly)) return failed();
    QByteArray text = "series," + xName.toUtf8() + ",value,smoothed\n";
    size_t done = 0;
    for (const CurvePoints& curve : curves) {
        const QByteArray name = csvField(curve.name);
        for (size_t i = 0; i < curve.xs.size(); ++i, ++done) {
            text += name + ',' + QByteArray::number(curve.xs[i], 'g', 17) + ',' +
                    QByteArray::number(curve.raw[i], 'g', 17) + ',' + QByteArray::number(curve.smooth[i], 'g', 17) +
                    '\n';
            if (text.size() < (1 << 20)) continue;
            if (file.write(text) != text.size()) return failed();
            if (!tell(done)) return {};
            text.clear();
        }
    }
    return file.write(text) == text.size() && file.commit() ? QString() : failed();
}

void LinePlot::saveCsv(const QString& path) {
    if (impl_->stopCsv)
        return emit exported(path, tr("A file of this chart is being written already. Wait for it, or cancel it."));
    std::vector<CurvePoints> curves;
    size_t all = 0;
    for (const auto& [id, s] : impl_->series) {
        curves.push_back({s.style.name, s.xs, s.raw.values(), s.smooth.values()});
        all += s.xs.size();
    }
    const auto stop = impl_->stopCsv = std::make_shared<std::atomic<bool>>(false);
    QThreadPool::globalInstance()->start(
        [path, all, stop, xName = impl_->xName, curves = std::move(curves), self = QPointer<LinePlot>(this)] {
            const auto post = [&self](auto what) {
                if (auto* app = QCoreApplication::instance())
                    QMetaObject::invokeMethod(app, [self, what] {
                        if (self) what(*self);
                    });
            };
            const std::optional<QString> error = writePoints(path, xName, curves, [&](size_t done) {
                const double share = static_cast<double>(done) / static_cast<double>(all);
                post([path, share](LinePlot& plot) { emit plot.exporting(path, share); });
                return !*stop;
            });
            post([path, error](LinePlot& plot) {
                plot.impl_->stopCsv.reset();
                if (error)
                    emit plot.exported(path, *error);
                else
                    emit plot.exportCancelled(path);
            });
        });
}

void LinePlot::cancelCsv() {
    if (impl_->stopCsv) *impl_->stopCsv = true;
}

void LinePlot::exportPngInteractively() {
    askToSave(*this, tr("Save the chart as a picture"), impl_->title + QStringLiteral(".png"),
              {tr("PNG picture (*.png)")}, [this](const QString& path) { savePng(path); });
}

void LinePlot::exportSvgInteractively() {
    askToSave(*this, tr("Save the chart as lines and letters"), impl_->title + QStringLiteral(".svg"),
              {tr("SVG picture (*.svg)")}, [this](const QString& path) { saveSvg(path); });
}

void LinePlot::exportCsvInteractively() {
    askToSave(*this, tr("Save all points"), impl_->title + QStringLiteral(".csv"),
              {tr("Comma-separated values (*.csv)")}, [this](const QString& path) { saveCsv(path); });
}

}  // namespace tl
