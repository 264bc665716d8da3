// Private to LinePlot: its state, and what draws it. Kept out of line_plot.h so that QCustomPlot stays inside this
// folder.
#pragma once

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <qcustomplot.h>

#include "widgets/plot/kept_columns.h"
#include "widgets/plot/line_plot.h"
#include "widgets/plot/plot_picture.h"
#include "widgets/plot/plot_tooltip.h"
#include "widgets/plot/smoothing.h"

namespace tl {

// A curve's pen: a validation's is paler and dashed, and of runs that share a colour each has its dashes.
QColor curveColor(const PlotSeriesStyle& style);
QPen curvePen(const PlotSeriesStyle& style, double width);
double niceStep(double range, int ticks);

// One line of a curve: how it looks, and what of it the last replot drew.
struct PlotLine {
    explicit PlotLine(KeptLine::Each each) : kept(each) {}
    KeptLine kept;
    std::span<const PlotPoint> points;  // in sight, and one beyond each end; of kept
    QPen pen;
    bool shown = true, smoothEdges = true;
    bool strong = true;    // not the faint one behind a smoothed
    QCPScatterStyle dots;  // on every so-manieth of its points
    size_t eachDot = 1;
};

struct PlotSeries {
    PlotSeriesStyle style;
    bool visible = true;
    bool leading = false;  // over the others
    bool dense = false;    // more points in sight than pixels
    ChunkedVector<double> xs;
    MinMaxPyramid raw, smooth;
    Smoother smoother;
    // A new smoothing of a long curve is worked out in slices while the old one is shown.
    std::optional<std::pair<Smoother, MinMaxPyramid>> next;
    PlotLine rawLine{KeptLine::Each::Extremes}, smoothLine{KeptLine::Each::Mean};
    QCPScatterStyle rings;  // of a dashed one
    KeptBand band;          // for its groups
    QList<int> groups;
    int drawn = 0;
    double drawnTo = std::numeric_limits<double>::quiet_NaN();  // its last x when it was last drawn
    void forget() {                                             // its points are others than before
        rawLine.kept.forget();
        smoothLine.kept.forget();
        band.forget();
    }
};

struct PlotGroup {
    PlotSeriesStyle style;
    QCPGraph *mean = nullptr, *low = nullptr, *high = nullptr;
    ColumnRange range;
    std::vector<LinePlot::Band> columns;  // of the last replot, those of the range
};

// What of the line lies in the area; false: nothing.
bool cutLine(QPointF& from, QPointF& to, const QRectF& area);

// How finely curves are taken for a stretch of x.
struct PlotView {
    double from = 0, to = 1;
    PixelScale scale = PixelScale::Linear;
    int width = 16;                       // of the area, px
    int rawColumns = 0, meanColumns = 0;  // of each curve
    bool crowded = false;                 // too many curves for smooth edges
    size_t inSight(const PlotSeries& s) const;
    // Of its raw or its smoothed line what the view shows of the curve.
    void reduce(const PlotSeries& s, bool raw, size_t inSight, PlotLine& line) const;
};

// From values to pixels, as QCPAxis::coordToPixel() has it, without a call for each.
class ToPixels {
public:
    explicit ToPixels(const QCustomPlot& plot) : x_(*plot.xAxis), y_(*plot.yAxis) {}
    QPointF operator()(const PlotPoint& point) const { return {x_(point.x), y_(point.y)}; }

private:
    struct Axis {
        bool log;
        double lower, from, slope, outside;
        explicit Axis(const QCPAxis& axis);
        double operator()(double value) const;
    };
    Axis x_, y_;
};

void strokeLine(QCPPainter& painter, const PlotLine& line, const ToPixels& place, const QRectF& inside);

// A chart of a PlotPicture. Its curves share their points with the chart's.
struct PlotStill {
    QPicture below = QPicture(), above = QPicture();  // the curves
    QRect area;                                       // of these
    ToPixels place;
    PlotView view;
    std::vector<PlotSeries> curves = {};  // the leading ones last
    QSize size;
    int height;  // of the chart, below title and legend
    // Also in another thread. False: `drawn`, which is called for each line, gave it up.
    bool paint(QCPPainter& painter, const std::function<bool()>& drawn) const;
};

// All curves as one plottable of a layer: hundreds of QCPGraphs would cost more than their strokes.
class PlotCurves : public QCPLayerable {
public:
    PlotCurves(QCustomPlot* plot, const QString& layer, std::function<void(QCPPainter&)> paint)
        : QCPLayerable(plot, layer), paint_(std::move(paint)) {}

private:
    QRect clipRect() const override { return mParentPlot->axisRect()->rect(); }
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override { paint_(*painter); }
    std::function<void(QCPPainter&)> paint_;
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
    static constexpr int kHandMs = 0, kReplotMs = 33;  // between two replots: for hands, for data
    // Growth is drawn with the first that comes so long after it, or alone after so long; at once where nothing has
    // been drawn for a while. Looks for steps are 33 ms apart (RunController).
    static constexpr int kGatherMs = 20, kGatherMostMs = 44, kPauseMs = 55;
    // What all curves together may have of points, since each costs its stroke: of many curves each has wider columns,
    // whose least and greatest still are there. More than so many are drawn without smooth edges. Pictures have all.
    static constexpr int kRawPoints = 50'000, kMeanPoints = 30'000, kGroupColumns = 45'000, kManyCurves = 24;
    static constexpr int kGroupPixels = 2;  // a column of a group
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
    int pixels() const;        // the finest columns of the area
    Range dataExtent() const;  // of x, over the visible series; from > to where there is none
    // Least and greatest on ticks, with at most a little empty room.
    static Range niceRange(double least, double greatest);
    Range fittedY(const std::vector<PlotPoint>& points);
    Range fenceOfY(double least, double greatest);  // without outliers; least and greatest are all points'
    struct Hidden {
        size_t points = 0;
        bool exact = true;
    };
    Hidden hiddenBy(const Range& y) const;
    void tellOfOutliers(const Range& y);
    void setMargins();
    void sayOutliers(const QString& text, const QString& help);
    void placeOutliers();
    Range followedX() const;                   // all points, within the limits
    Range withinLimits(const Range& y) const;  // those of y that a person fixed
    PixelScale scaleOfX() const { return logXNow() ? PixelScale::Log : PixelScale::Linear; }
    size_t reduceLine(PlotSeries& s, bool raw, size_t inSight);
    void setScales();

    // line_plot_strokes.cpp
    void drawCurves(QCPPainter& painter) const;

    // line_plot_groups.cpp
    void styleGroup(PlotGroup& group);
    void drawGroups();
    QVector<QCPGraphData> cutEdge(const QCPGraphDataContainer& all) const;  // of a band, at the axes
    void cutGroups();  // for a file that knows no clipping, until they are drawn again

    // line_plot_axes.cpp
    void updateTickers();

    // line_plot_overlay.cpp
    void drawMarks(QPainter& painter) const;
    void drawNonFinite(QPainter& painter) const;
    int drawOffLog(QPainter* painter) const;  // how many; null: only counts
    void drawNotes(QPainter& painter) const;
    void drawOverlay(QPainter& painter) const;  // with what is the pointer's and the keyboard's
    void drawDot(QPainter& painter, const PlotSeriesStyle& style, const QPointF& at) const;

    // line_plot_picture.cpp
    struct Legend {
        struct Entry {
            PlotSeriesStyle style;
            QString name;
            QPointF at;  // of the name's baseline
        };
        std::vector<Entry> entries;
        double height = 0;  // with the title
    };
    Legend legend() const;
    void paintHead(QPainter& painter, const Legend& legend) const;  // title and legend
    std::shared_ptr<const PlotStill> still(PlotPicture::Kind kind);
    PlotPicture alonePicture(PlotPicture::Kind kind) const;
    void save(const QString& path, PlotPicture::Kind kind);
    bool begin(const QString& path);  // one file at a time; false: it was told
    void finish(const QString& path, const std::optional<QString>& error);

    // line_plot_accessible.cpp
    void describeForScreenReaders();

    // line_plot.cpp
    void schedule(int delayMs = kReplotMs);
    void grow(double from);
    void smoothSome();
    void setXView(double from, double to);
    void zoomX(double factor, double at);
    void panBy(const QPointF& pixels);
    void hideTooltip();

    // line_plot_pointer.cpp
    void pointAt(const QPoint& position);
    int seriesAt(const QPointF& position) const;  // -1: none near
    QString marksAt(const QPoint& position) const;
    const Band* columnAt(const PlotGroup& group, double x) const;
    bool hasPoints() const;
    QString sentence() const;
    // The point of a curve that stands for x, in the hover's table and as its dot; none where the curve ends or starts
    // too far from there.
    std::optional<size_t> pointNear(const PlotSeries& s, double x) const;
    double shown(const PlotSeries& s, size_t i) const {
        return smoothing > 0 && s.style.smoothed ? s.smooth[i] : s.raw[i];
    }
    double xAt(double pixel) const { return custom->xAxis->pixelToCoord(pixel); }
    double yAt(double pixel) const { return custom->yAxis->pixelToCoord(pixel); }
    bool logXNow() const { return logX && xKind != AxisKind::Clock; }
    bool alone(const PlotSeries& s) const { return s.visible && s.groups.isEmpty(); }  // drawn as a line of its own
    bool shownGroup(int group) const {
        return std::any_of(series.begin(), series.end(),
                           [&](const auto& s) { return s.second.visible && s.second.groups.contains(group); });
    }
    QRect area() const { return custom->axisRect()->rect(); }
    PlotSeries* find(int id) {
        const auto it = series.find(id);
        return it == series.end() ? nullptr : &it->second;
    }

    LinePlot& self;
    QCustomPlot* custom;
    PlotOverlay* overlay;
    QToolButton* outliers;  // "12 outliers hidden"
    struct Fence {          // the percentiles of some points in sight, which a few more hardly move
        double from, to;    // of x
        size_t points;
        int curves;
        bool log;
        Range ends;
    };
    std::optional<Fence> fence;
    QPointer<PlotTooltip> tooltip;
    QTimer timer, smoothTimer;
    QElapsedTimer sinceReplot;
    qint64 grownAt = -1;  // the first growth since then, ms after it
    std::map<int, PlotSeries> series;
    std::map<int, PlotGroup> groups;
    PlotBand band = PlotBand::Extremes;
    QStringList pointColumns;
    std::function<QStringList(int series, size_t point)> pointText;
    int nextId = 0;
    QVector<PlotMark> marks;
    QString title, emptyText, xName = QStringLiteral("step");
    AxisKind xKind = AxisKind::Number;
    double smoothing = 0;
    bool logX = false, logY = false, ignoreOutliers = false, showRaw = true, following = true, dirty = true;
    std::optional<Range> fixedY;
    PlotLimits limits;
    double cursor = kNaN;
    int replots = 0;
    double lastMs = 0;
    int slowPaints = 0;  // of wide lines, in a row
    bool wide = true;
    size_t slowAt = 0;  // points that wide lines proved slow with
    std::vector<PlotPoint> visiblePoints;
    PlotView view;                               // of the last replot
    std::shared_ptr<std::atomic<bool>> stopped;  // while a file is written

    enum class Drag { None, Maybe, Box, Pan } drag = Drag::None;
    Qt::MouseButton button = Qt::NoButton;  // that it began with, and ends with
    QPoint pressed, last;
};

}  // namespace tl
