// One chart: curves of any length that grow while one looks, each drawn raw (faint, with the extremes of every pixel
// column) behind its smoothed self (with their mean). Every point is kept; what is painted is reduced to the pixels, so
// a replot costs the same for a thousand points and for ten million. GUI thread only. At most one replot per 33 ms (at
// once under a hand that zooms or pans), one per 66 ms where curves grow, and none while the chart cannot be seen.
#pragma once

#include <QColor>
#include <QPicture>
#include <QString>
#include <QVector>
#include <QWidget>
#include <functional>
#include <limits>
#include <memory>
#include <span>

#include "widgets/plot/axis_text.h"
#include "widgets/plot/plot_picture.h"
#include "widgets/plot/series_pyramid.h"

class QMenu;

namespace tl {

struct PlotSeriesStyle {
    QString name;
    int color = 0;         // Theme::series index
    bool dashed = false;   // a validation curve: paler, dashed, with rings, so told apart without colour
    bool smoothed = true;  // false: drawn as it is, whatever the smoothing
};

struct PlotMark {  // a dashed vertical line with its words: "rate 0.1 → 0.01"
    double x = 0;
    QString text;
    QString help = {};  // said under the pointer: "lenet · rate 0.1 → 0.01 · step 60"
    int color = -1;     // of the curves it belongs to, Theme::series; -1: of all of them
};

// Ends of what is shown that a person fixed; NaN: as the curves need.
struct PlotLimits {
    double xFrom = std::numeric_limits<double>::quiet_NaN(), xTo = xFrom, yFrom = xFrom, yTo = xFrom;
    bool any() const;
    bool operator==(const PlotLimits& other) const;
};

enum class PlotBand { Extremes, Deviation };  // around a group's mean: its curves' least and greatest, or one deviation

class LinePlot : public QWidget {
    Q_OBJECT
public:
    explicit LinePlot(QWidget* parent = nullptr);
    ~LinePlot() override;

    int addSeries(const PlotSeriesStyle& style);  // returns its id
    void setSeriesStyle(int series, const PlotSeriesStyle& style);
    void setSeriesVisible(int series, bool visible);
    void removeSeries(int series);
    void setLeading(const QList<int>& series);  // drawn over the others, and a little thicker
    void clear();                               // series, groups and marks

    // Curves of a group are drawn as one: their mean with a band. Each pixel column counts those that run there, a gap
    // between two points of a curve as the line that joins them.
    int addGroup(const PlotSeriesStyle& style);            // returns its id
    void removeGroup(int group);                           // its curves are drawn on their own again
    void setGroups(int series, const QList<int>& groups);  // it counts in each of them
    void setBand(PlotBand band);

    // x must be finite and not fall (a falling one is lifted to the one before); y may be anything. O(new points).
    void append(int series, std::span<const PlotPoint> points);
    // The same points at other x: one for each point there is. Nothing happens where the counts differ.
    void replaceX(int series, std::span<const double> xs);
    size_t pointCount(int series) const;

    void setSmoothing(double weight);                   // 0 to 0.999; debiased average, see smoothing.h
    void setLogY(bool on);                              // values of 0 and less are ticks on the chart's floor
    void setIgnoreOutliers(bool on);                    // y fits without spikes that flatten the rest; a mark says so
    void setShowRaw(bool on);                           // the faint line behind a smoothed one
    void setXAxis(AxisKind kind, const QString& name);  // name: the tooltip's last column, "step"
    void setMarks(const QVector<PlotMark>& marks);
    void setTitle(const QString& title);  // of exported pictures and for screen readers
    void setEmptyText(const QString& text);
    void setLogX(bool on);                     // from the first x above 0; has no effect on a clock's axis
    void setLimits(const PlotLimits& limits);  // fit() keeps them, a person's own fit takes them away
    // Of a point in the table under the pointer, after its value: "step", "time". Without it: x.
    void setPointColumns(const QStringList& names, std::function<QStringList(int series, size_t point)> text);

    AxisKind xAxis() const;
    bool logX() const;
    PlotLimits limits() const;
    bool logY() const;
    bool ignoreOutliers() const;
    bool showRaw() const;
    double smoothing() const;

    // The view. Following: x shows everything, from 0 where the points begin near it, and grows with the data. y fits
    // what is visible until it is zoomed.
    bool following() const;
    double xFrom() const;
    double xTo() const;
    double yFrom() const;
    double yTo() const;
    void setXRange(double from, double to);  // stops following; no signal
    void fit();                              // follows again; no signal

    void setCursor(double x);  // a thin line at x in all charts; NaN hides it
    using QWidget::setCursor;

    void fillMenu(QMenu& menu);  // its context menu: what others put first, the files, what others add
    void popUpMenu(const QPoint& global);

    // The chart under its title and legend, whose rows make it higher; scale 2 = twice the pixels.
    QPixmap picture(double scale = 2) const;
    QSize pictureSize() const;  // at scale 1
    QPicture drawing() const;   // the same as lines and letters
    // As it stands, for a picture with others.
    PlotPicture::Chart still(PlotPicture::Kind kind) const;
    // A pool's thread paints and writes; exporting() tells how far it is, and exported() or exportCancelled() follows.
    void savePng(const QString& path);
    void saveSvg(const QString& path);
    void saveCsv(const QString& path);  // series,x,value,smoothed; all points there are now, 17 digits
    void cancelExport();

    // For tests and tools.
    QRect plotRect() const;  // inside the axes, in widget coordinates
    QPointF toPixel(double x, double y) const;
    const QVector<PlotMark>& marks() const;
    QString sentence() const;  // in the place of curves; empty where there is one in sight
    int replots() const;
    double lastReplotMs() const;
    int drawnPoints(int series) const;  // of the last replot, raw line
    struct Band {                       // a group at x, as drawn
        double mean, low, high;
        int curves;
    };
    Band groupAt(int group, double x) const;  // curves 0: nothing there
    int offLog() const;                       // ticks on the floor of a logarithmic y
    bool busy() const;                        // a new smoothing is still being worked out
    void replotNow();

    QSize sizeHint() const override { return {420, 240}; }
    QSize minimumSizeHint() const override { return {180, 120}; }

public slots:
    void showAll();                 // as a person does it: limits go, too, and fitted() follows
    void exportPngInteractively();  // asks for a file
    void exportSvgInteractively();
    void exportCsvInteractively();

signals:
    void xZoomed(double from, double to);  // by the person
    void fitted();                         // by the person: everything is shown again
    void cursorMoved(double x);            // NaN: the pointer left
    void seriesClicked(int series);
    void viewChanged();             // log axes, outliers, raw lines or limits
    void menuOpening(QMenu& menu);  // its context menu, still empty
    void menuOpened(QMenu& menu);   // with all that is its own
    void exporting(const QString& path, double share);
    void exported(const QString& path, const QString& error);  // error: empty, or a sentence
    void exportCancelled(const QString& path);                 // nothing was written

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    bool event(QEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
};

}  // namespace tl
