// A LinePlot as a file: the chart under its title and legend, in pixels (PNG) or as lines and letters (SVG), and all
// its points (CSV). The legend stands beside the title where it fits and in rows of its own below where it does not.
#include <QCoreApplication>
#include <QPointer>
#include <QSaveFile>
#include <QThreadPool>
#include <algorithm>
#include <cmath>
#include <optional>

#include "widgets/controls/ask_to_save.h"
#include "widgets/plot/csv_field.h"
#include "widgets/plot/line_plot_impl.h"
#include "widgets/theme/theme.h"

namespace tl {

static constexpr int kTitle = 34, kPictureRow = 18, kSample = 44, kPictureGap = 14, kPictureMargin = 12;

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

// Below the curves: ground, title, legend, grid and axes, whose words are beside them; above: groups and notes.
std::shared_ptr<const PlotStill> LinePlot::Impl::still(PlotPicture::Kind kind) {
    if (dirty) replot();
    const bool lines = kind == PlotPicture::Kind::Lines;
    const Legend head = legend();
    const double top = std::ceil(head.height);
    auto still = std::make_shared<PlotStill>(PlotStill{.area = area(),
                                                       .place = ToPixels(*custom),
                                                       .view = view,
                                                       .size = {self.width(), self.height() + static_cast<int>(top)},
                                                       .height = self.height()});
    still->view.rawColumns = still->view.meanColumns = pixels();
    still->view.crowded = false;
    for (const bool leading : {false, true})
        for (const auto& [id, s] : series)
            if (s.leading == leading && alone(s)) {
                still->curves.push_back(s);
                still->curves.back().next.reset();
                still->curves.back().forget();
            }
    const auto paintBut = [&](QCPPainter& painter, const QStringList& hidden) {
        for (int i = 0; i < custom->layerCount(); ++i)
            custom->layer(i)->setVisible(!hidden.contains(custom->layer(i)->name()));
        painter.translate(0, top);
        painter.setMode(lines ? QCPPainter::pmVectorized : QCPPainter::pmNonCosmetic);
        painter.setMode(QCPPainter::pmNoCaching);
        custom->toPainter(&painter, self.width(), self.height());
    };
    if (lines) cutGroups();
    custom->setBackground(QBrush(Qt::NoBrush));
    {
        QCPPainter painter;
        painter.begin(&still->below);
        painter.fillRect(QRect(QPoint(), still->size), Theme::instance().color(Token::Bg1));
        paintHead(painter, head);
        paintBut(painter, {QStringLiteral("curves"), QStringLiteral("groups")});
    }
    {
        QCPPainter painter;
        painter.begin(&still->above);
        paintBut(painter, {QStringLiteral("curves"), QStringLiteral("grid"), QStringLiteral("axes")});
        painter.setRenderHint(QPainter::Antialiasing);
        drawNotes(painter);
    }
    custom->setBackground(QBrush(Theme::instance().color(Token::Bg1)));
    for (int i = 0; i < custom->layerCount(); ++i) custom->layer(i)->setVisible(true);
    if (lines && !groups.empty()) schedule();  // whole again
    return still;
}

PlotPicture::Chart LinePlot::still(PlotPicture::Kind kind) const {
    const auto still = impl_->still(kind);
    return {still, still->size};
}

PlotPicture LinePlot::Impl::alonePicture(PlotPicture::Kind kind) const {
    const PlotPicture::Chart chart = self.still(kind);
    return {.kind = kind, .size = chart.size, .resolution = self.logicalDpiX(), .title = title, .charts = {chart}};
}

QPixmap LinePlot::picture(double scale) const {
    return QPixmap::fromImage(
        *paintPixels(impl_->alonePicture(PlotPicture::Kind::Pixels), scale, [](double) { return true; }));
}

QPicture LinePlot::drawing() const {
    return *paintLines(impl_->alonePicture(PlotPicture::Kind::Lines), [](double) { return true; });
}

QSize LinePlot::pictureSize() const {
    return {width(), height() + static_cast<int>(std::ceil(impl_->legend().height))};
}

bool LinePlot::Impl::begin(const QString& path) {
    if (stopped) {
        emit self.exported(path,
                           LinePlot::tr("A file of this chart is being written already. Wait for it, or cancel it."));
        return false;
    }
    stopped = std::make_shared<std::atomic<bool>>(false);
    return true;
}

void LinePlot::Impl::finish(const QString& path, const std::optional<QString>& error) {
    stopped.reset();
    if (error)
        emit self.exported(path, *error);
    else
        emit self.exportCancelled(path);
}

void LinePlot::Impl::save(const QString& path, PlotPicture::Kind kind) {
    if (!begin(path)) return;
    writePicture(
        self, path, alonePicture(kind), stopped, [this, path](double share) { emit self.exporting(path, share); },
        [this, path](const std::optional<QString>& error) { finish(path, error); });
}

void LinePlot::savePng(const QString& path) { impl_->save(path, PlotPicture::Kind::Pixels); }
void LinePlot::saveSvg(const QString& path) { impl_->save(path, PlotPicture::Kind::Lines); }

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
    if (!impl_->begin(path)) return;
    std::vector<CurvePoints> curves;
    size_t all = 0;
    for (const auto& [id, s] : impl_->series) {
        curves.push_back({s.style.name, s.xs, s.raw.values(), s.smooth.values()});
        all += s.xs.size();
    }
    QThreadPool::globalInstance()->start([path, all, stop = impl_->stopped, xName = impl_->xName,
                                          curves = std::move(curves), self = QPointer<LinePlot>(this)] {
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
        post([path, error](LinePlot& plot) { plot.impl_->finish(path, error); });
    });
}

void LinePlot::cancelExport() {
    if (impl_->stopped) *impl_->stopped = true;
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
