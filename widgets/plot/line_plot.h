// One chart: curves of any length that grow while one looks, each drawn raw (faint, with the extremes of every pixel
// column) behind its smoothed self (with their mean). Every point is kept; what is painted is reduced to the pixels, so
// a replot costs the same for a thousand points and for ten million. GUI thread only. At most one replot per 33 ms, one
// per 250 ms where growing moves the curve by less than two pixels, and none while the chart cannot be seen.
#pragma once

#include <QColor>
#include <QString>
#include <QVector>
#include <QWidget>
#include <functional>
#include <memory>
#include <span>

#include "widgets/plot/axis_text.h"
#include "widgets/plot/series_pyramid.h"

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
};

class LinePlot : public QWidget {
    Q_OBJECT
public:
    explicit LinePlot(QWidget* parent = nullptr);
    ~LinePlot() override;

    int addSeries(const PlotSeriesStyle& style);  // returns its id
    void setSeriesStyle(int series, const PlotSeriesStyle& style);
    void setSeriesVisible(int series, bool visible);
    void removeSeries(int series);
    void clear();  // series and marks

    // x must be finite and not fall (a falling one is lifted to the one before); y may be anything. O(new points).
    void append(int series, std::span<const PlotPoint> points);
    // The same points at other x: one for each point there is. Nothing happens where the counts differ.
    void replaceX(int series, std::span<const double> xs);
    size_t pointCount(int series) const;

    void setSmoothing(double weight);                   // 0 to 0.999; debiased average, see smoothing.h
    void setLogY(bool on);                              // values of 0 and less lie below the chart
    void setIgnoreOutliers(bool on);                    // y fits without spikes that flatten the rest; a mark says so
    void setShowRaw(bool on);                           // the faint line behind a smoothed one
    void setXAxis(AxisKind kind, const QString& name);  // name: the tooltip's last column, "step"
    void setMarks(const QVector<PlotMark>& marks);
    void setTitle(const QString& title);  // of exported pictures and for screen readers
    void setEmptyText(const QString& text);
    // What x shows while nothing is zoomed; NaN = the extent of this chart's own points.
    void setXExtent(double from, double to);

    bool logY() const;
    bool ignoreOutliers() const;
    bool showRaw() const;
    double smoothing() const;

    // The view. Following: x shows everything and grows with the data. y fits what is visible until it is zoomed.
    bool following() const;
    double xFrom() const;
    double xTo() const;
    double yFrom() const;
    double yTo() const;
    void setXRange(double from, double to);  // stops following; no signal
    void fit();                              // follows again; no signal

    void setCursor(double x);  // a thin line at x in all charts; NaN hides it
    using QWidget::setCursor;

    // The chart under its title and legend, whose rows make it higher; scale 2 = twice the pixels.
    QPixmap picture(double scale = 2) const;
    // Empty when it worked, else a sentence. CSV: series,x,value,smoothed; all points, 17 digits.
    QString savePng(const QString& path) const;
    QString saveCsv(const QString& path) const;

    // For tests and tools.
    QRect plotRect() const;  // inside the axes, in widget coordinates
    QPointF toPixel(double x, double y) const;
    const QVector<PlotMark>& marks() const;
    int replots() const;
    double lastReplotMs() const;
    int drawnPoints(int series) const;  // of the last replot, raw line
    bool busy() const;                  // a new smoothing is still being worked out
    void replotNow();

    QSize sizeHint() const override { return {420, 240}; }
    QSize minimumSizeHint() const override { return {180, 120}; }

public slots:
    void exportPngInteractively();  // asks for a file
    void exportCsvInteractively();

signals:
    void xZoomed(double from, double to);  // by the person
    void fitted();                         // by the person: everything is shown again
    void cursorMoved(double x);            // NaN: the pointer left
    void seriesClicked(int series);
    void viewChanged();  // log y, outliers or raw lines
    void exportFailed(const QString& sentence);

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
