// Private to LinePlot: its state, and what draws it. Kept out of line_plot.h so that QCustomPlot stays inside this
// folder.
#pragma once

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include <qcustomplot.h>

#include "widgets/plot/line_plot.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/plot/smoothing.h"

namespace tl {

struct PlotSeries {
    PlotSeriesStyle style;
    bool visible = true;
    bool dense = false;  // more points in sight than pixels
    ChunkedVector<double> xs;
    MinMaxPyramid raw, smooth;
    Smoother smoother;
    // A new smoothing of a long curve is worked out in slices while the old one is shown.
    std::optional<std::pair<Smoother, MinMaxPyramid>> next;
    QCPGraph* rawGraph = nullptr;
    QCPGraph* smoothGraph = nullptr;
    int drawn = 0;
    double drawnTo = std::numeric_limits<double>::quiet_NaN();  // its last x when it was last drawn
};

// Painted over the curves without a replot: marks, the pointer's line and dots, the box being drawn, the empty text.
class PlotOverlay : public QWidget {
public:
    PlotOverlay(QWidget* parent, std::function<void(QPainter&)> paint) : QWidget(parent), paint_(std::move(paint)) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paint_(painter);
    }
    std::function<void(QPainter&)> paint_;
};

struct LinePlot::Impl {
    static constexpr int kReplotMs = 33, kGrowthMs = 250;
    static constexpr int kMeanPixels =
        3;  // a dense smoothed line has one mean for so many: the noise left reads as a line
    static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    struct Range {
        double from = 0, to = 1;
    };

    explicit Impl(LinePlot& plot);
    ~Impl();

    // line_plot_draw.cpp
    void restyle();
    void styleSeries(PlotSeries& series);
    void replot();
    Range dataExtent() const;  // of x, over the visible series; from > to where there is none
    // Least and greatest on ticks, with at most a little empty room.
    static Range niceRange(double least, double greatest);
    Range fittedY(const std::vector<PlotPoint>& points) const;
    Range fenceOfY(double least, double greatest) const;  // without outliers; least and greatest are all points'
    void tellOfOutliers(const Range& y);
    void updateTickers();
    void drawMarks(QPainter& painter) const;
    void drawNonFinite(QPainter& painter) const;
    void drawOverlay(QPainter& painter) const;
    void drawDot(QPainter& painter, const PlotSeries& s, const QPointF& at) const;
    QPixmap picture(double scale);

    // line_plot_accessible.cpp
    void describeForScreenReaders();

    // line_plot.cpp
    void schedule(int delayMs = kReplotMs);
    void grow(double from, double to);
    void smoothSome();
    void setXView(double from, double to);
    void zoomX(double factor, double at);
    void panBy(const QPointF& pixels);
    void pointAt(const QPoint& position);
    void hideTooltip();
    bool hasPoints() const;
    // The point of a curve that stands for x, in the hover's table and as its dot; none where the curve ends or starts
    // too far from there.
    std::optional<size_t> pointNear(const PlotSeries& s, double x) const;
    double shown(const PlotSeries& s, size_t i) const {
        return smoothing > 0 && s.style.smoothed ? s.smooth[i] : s.raw[i];
    }
    double xAt(double pixel) const { return custom->xAxis->pixelToCoord(pixel); }
    double yAt(double pixel) const { return custom->yAxis->pixelToCoord(pixel); }
    QRect area() const { return custom->axisRect()->rect(); }
    PlotSeries* find(int id) {
        const auto it = series.find(id);
        return it == series.end() ? nullptr : &it->second;
    }

    LinePlot& self;
    QCustomPlot* custom;
    PlotOverlay* overlay;
    QToolButton* outliers;  // "outliers hidden"
    QPointer<PlotTooltip> tooltip;
    QTimer timer, smoothTimer;
    QElapsedTimer sinceReplot;
    std::map<int, PlotSeries> series;
    int nextId = 0;
    QVector<PlotMark> marks;
    QString title, emptyText, xName = QStringLiteral("step");
    AxisKind xKind = AxisKind::Number;
    double smoothing = 0;
    bool logY = false, ignoreOutliers = false, showRaw = true, following = true, dirty = true;
    std::optional<Range> fixedY;
    Range extent{kNaN, kNaN};
    double cursor = kNaN;
    int replots = 0;
    double lastMs = 0, wideMs = 0;
    bool wide = true;
    std::vector<PlotPoint> scratch, visiblePoints;

    enum class Drag { None, Maybe, Box, Pan } drag = Drag::None;
    QPoint pressed, last;
};

}  // namespace tl
