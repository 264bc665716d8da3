// A LinePlot as a file: the chart under its title and legend, in pixels (PNG) or as lines and letters (SVG), and all
// its points (CSV). The legend stands beside the title where it fits and in rows of its own below where it does not.
#include <QFileDialog>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "widgets/plot/csv_field.h"
#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kTitle = 34, kRow = 18, kSample = 22, kGap = 14, kMargin = 12;

LinePlot::Impl::Legend LinePlot::Impl::legend() const {
    const auto& theme = Theme::instance();
    const QFontMetricsF metrics(theme.font(11));
    const int width = self.width();
    Legend legend;
    double x = kMargin + QFontMetricsF(theme.font(13, QFont::DemiBold)).horizontalAdvance(title) + 24;
    double y = kTitle / 2.0 + 4, needed = x;
    const auto add = [&](const PlotSeriesStyle& style) {
        const QString name = metrics.elidedText(style.name, Qt::ElideMiddle, width - 2 * kMargin - kSample);
        legend.entries.push_back({style, name, {}});
        needed += kSample + metrics.horizontalAdvance(name) + kGap;
    };
    for (const auto& [id, group] : groups)
        if (shownGroup(id)) add(group.style);
    for (const auto& [id, s] : series)
        if (alone(s)) add(s.style);
    const bool besideTitle = needed - kGap <= width - kMargin;
    if (!besideTitle) x = kMargin, y = kTitle + 10;
    for (auto& entry : legend.entries) {
        const double wide = kSample + metrics.horizontalAdvance(entry.name);
        if (!besideTitle && x > kMargin && x + wide > width - kMargin) x = kMargin, y += kRow;
        entry.at = {x + kSample, y};
        x += wide + kGap;
    }
    legend.height = besideTitle || legend.entries.empty() ? kTitle : y + 12;
    return legend;
}

void LinePlot::Impl::paintHead(QPainter& painter, const Legend& legend) const {
    const auto& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.font(13, QFont::DemiBold));
    painter.setPen(theme.color(Token::Text));
    painter.drawText(QRectF(kMargin, 0, self.width(), kTitle), Qt::AlignVCenter, title);
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
    const double pointed = std::exchange(cursor, kNaN);
    drawOverlay(painter);
    cursor = pointed;
    return all;
}

void LinePlot::Impl::paintLines(QCPPainter& painter, const Legend& head) {
    painter.fillRect(QRectF(0, 0, self.width(), self.height() + head.height), Theme::instance().color(Token::Bg1));
    paintHead(painter, head);
    painter.translate(0, head.height);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    custom->setBackground(QBrush(Qt::NoBrush));
    custom->toPainter(&painter, self.width(), self.height());
    custom->setBackground(QBrush(Theme::instance().color(Token::Bg1)));
    const double pointed = std::exchange(cursor, kNaN);
    drawOverlay(painter);
    cursor = pointed;
}

static void askAndSave(LinePlot& plot, const QString& question, const QString& kind, const QString& ending,
                       QString (LinePlot::*save)(const QString&) const) {
    // A tag's slashes are no folders.
    const QString name = plot.accessibleName().replace(QLatin1Char('/'), QLatin1Char('_'));
    QString path = QFileDialog::getSaveFileName(&plot, question, name + ending, kind);
    if (path.isEmpty()) return;
    if (!path.endsWith(ending, Qt::CaseInsensitive)) path += ending;
    if (const QString error = (plot.*save)(path); !error.isEmpty()) emit plot.exportFailed(error);
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

static QString failedToWrite(const QString& path, const QString& why) {
    return LinePlot::tr("The picture could not be written to %1: %2. Choose another folder.").arg(path, why);
}

QString LinePlot::savePng(const QString& path) const {
    QSaveFile file(path);
    const bool good = file.open(QIODevice::WriteOnly) && picture().save(&file, "PNG") && file.commit();
    return good ? QString() : failedToWrite(path, file.errorString());
}

QString LinePlot::saveSvg(const QString& path) const {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return failedToWrite(path, file.errorString());
    impl_->replot(true);
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setTitle(impl_->title);
    svg.setResolution(logicalDpiX());
    svg.setSize(pictureSize());
    svg.setViewBox(QRect(QPoint(), pictureSize()));
    QCPPainter painter;
    painter.begin(&svg);
    impl_->paintLines(painter, impl_->legend());
    painter.end();
    return file.commit() ? QString() : failedToWrite(path, file.errorString());
}

QString LinePlot::saveCsv(const QString& path) const {
    QSaveFile file(path);
    const auto failed = [&] {
        return tr("The points could not be written to %1: %2. Choose another folder.").arg(path, file.errorString());
    };
    if (!file.open(QIODevice::WriteOnly)) return failed();
    file.write(QByteArray("series,") + impl_->xName.toUtf8() + ",value,smoothed\n");
    for (const auto& [id, s] : impl_->series) {
        const QByteArray name = csvField(s.style.name);
        for (size_t i = 0; i < s.xs.size(); ++i) {
            const QByteArray line = name + ',' + QByteArray::number(s.xs[i], 'g', 17) + ',' +
                                    QByteArray::number(s.raw[i], 'g', 17) + ',' +
                                    QByteArray::number(s.smooth[i], 'g', 17) + '\n';
            if (file.write(line) != line.size()) return failed();
        }
    }
    return file.commit() ? QString() : failed();
}

void LinePlot::exportPngInteractively() {
    askAndSave(*this, tr("Save the chart as a picture"), tr("PNG picture (*.png)"), QStringLiteral(".png"),
               &LinePlot::savePng);
}

void LinePlot::exportSvgInteractively() {
    askAndSave(*this, tr("Save the chart as lines and letters"), tr("SVG picture (*.svg)"), QStringLiteral(".svg"),
               &LinePlot::saveSvg);
}

void LinePlot::exportCsvInteractively() {
    askAndSave(*this, tr("Save all points"), tr("Comma-separated values (*.csv)"), QStringLiteral(".csv"),
               &LinePlot::saveCsv);
}

}  // namespace tl
