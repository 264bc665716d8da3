// Loss over learning rate, the rate on a logarithmic axis: what was measured faintly behind its smoothed line, decades
// as a grid, and a marker at one rate, which a click or the arrow keys move.
#pragma once

#include <QWidget>
#include <vector>

#include "engine/train/lr_finder.h"

namespace tl {

class RateCurve : public QWidget {
    Q_OBJECT
public:
    explicit RateCurve(QWidget* parent = nullptr);
    void setPoints(const std::vector<RatePoint>& points);
    void setMarker(double rate);  // 0: none
    double marker() const { return marker_; }
    QPointF toPixel(const RatePoint& point) const;
    QSize sizeHint() const override { return {240, 150}; }

signals:
    void markerMoved(double rate);  // by the person

private:
    QRectF plot() const;
    void moveTo(double x);
    void moveBy(int points);
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

    std::vector<RatePoint> points_;
    double marker_ = 0;
    double low_ = 0, high_ = 1;  // of the losses shown
};

}  // namespace tl
