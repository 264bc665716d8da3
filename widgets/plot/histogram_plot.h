// How one tensor's values are spread, step after step: ridges one before the other, all laid over each other, a heat
// map over time, or bands of percentiles. Given are the steps to draw; their thinning is the caller's. GUI thread only.
#pragma once

#include <QColor>
#include <QPainterPath>
#include <QPixmap>
#include <QPointer>
#include <QWidget>
#include <memory>
#include <span>
#include <vector>

#include "widgets/plot/distribution.h"

namespace tl {

class PlotTooltip;
struct AccessiblePart;

class HistogramPlot : public QWidget {
    Q_OBJECT
public:
    enum class Mode { Ridges, Overlay, HeatMap, Percentiles };
    static constexpr int kRidgeGap = 24;  // px from one baseline to the next, at least

    explicit HistogramPlot(QWidget* parent = nullptr);
    ~HistogramPlot() override;
    void setSlices(std::vector<Distribution> slices);  // by rising step; empty ones are left out
    const std::vector<Distribution>& slices() const { return slices_; }
    void setMode(Mode mode);
    Mode mode() const { return mode_; }
    void setLogCounts(bool on);
    bool logCounts() const { return log_; }
    void setColor(const QColor& color);
    void setMessage(const QString& message);  // instead of slices: "reading", or why there are none
    const QString& message() const { return message_; }
    // How many slices a plot of this height can show in a mode: more are not worth handing over.
    static int capacity(Mode mode, const QSize& size);

    int current() const { return current_; }  // under the pointer or walked to; -1 = none
    QString sentence(int slice) const;        // "step 2,400: mean 0.01, 5 % ..."
    // For tests and tools.
    QRect plotRect() const;
    double baseline(int slice) const;  // y of a ridge's foot
    double toPixel(double value) const;
    int sliceAt(const QPointF& point) const;

    QSize sizeHint() const override { return {360, 300}; }
    QSize minimumSizeHint() const override { return {160, 120}; }

signals:
    void stepPicked(double step);  // clicked or Enter

private:
    double foot(int slice) const;
    double ridgeGap() const;
    double stepX(double step) const;
    struct Ticks {
        std::vector<double> values;
        double apart = 1;
    };
    Ticks leftTicks() const;
    void rebuild();
    void layOut();
    void paintRidges(QPainter& painter) const;
    void paintOverlay(QPainter& painter) const;
    void paintHeat(QPainter& painter) const;
    void paintPercentiles(QPainter& painter, std::span<const Distribution> piece) const;  // without gaps
    void paintAxes(QPainter& painter) const;
    void paintCurrent(QPainter& painter) const;
    QPainterPath outline(int slice, double foot, double height, bool closed) const;
    void walk(int to, const QPoint& at);
    void tell(const QPoint& at);
    AccessiblePart partOf(int slice) const;
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void hideEvent(QHideEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusOutEvent(QFocusEvent*) override;

    std::vector<Distribution> slices_;
    std::vector<std::vector<double>> heights_;  // of each slice over common bins, 0 to 1
    double from_ = 0, to_ = 1;                  // of values
    Mode mode_ = Mode::Ridges;
    bool log_ = false;
    QColor color_;
    QString message_;
    int current_ = -1;
    int left_ = 0;           // px at the left of the plot
    mutable QPixmap drawn_;  // null: to be painted again
    QPointer<PlotTooltip> tooltip_;
};

}  // namespace tl
