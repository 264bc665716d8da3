// A curve in the unit square, as precision over recall or hits over false alarms: its area shaded, a point for each
// threshold, the one under the pointer or walked to told in words.
#pragma once

#include <QColor>
#include <QVector>

#include "widgets/plot/point_walk.h"

namespace tl {

class UnitCurve : public PointWalk {
    Q_OBJECT
public:
    struct Point {
        double x = 0, y = 0;
        double threshold = 0;
        QStringList values;  // beside the first column's name: as the header has them
        QString name;        // "0.35", the first column
    };
    // Of another series, laid over: without points to walk to. The card tells of its point whose threshold is nearest.
    struct Other {
        QString name;
        QColor color;
        QVector<Point> points;
    };
    explicit UnitCurve(QWidget* parent = nullptr);
    // header: of the tooltip's columns. diagonal: what guessing would give is drawn, too.
    void setCurve(const QVector<Point>& points, const QStringList& header, bool diagonal);
    // name: of the curve itself, beside theirs in the legend.
    void setOthers(const QString& name, const QVector<Other>& others);
    const QVector<Other>& others() const { return others_; }
    void setColor(const QColor& color);
    void setMessage(const QString& message);
    const QVector<Point>& points() const { return points_; }
    QPointF toPixel(const Point& point) const;
    QSize sizeHint() const override { return {300, 300}; }
    QSize minimumSizeHint() const override { return {140, 120}; }

private:
    QPointF where(int point) const override { return toPixel(points_[point]); }
    QString sentence(int point) const override;
    void showCard(PlotTooltip& card, int point, const QPoint& at) const override;
    void paintEvent(QPaintEvent*) override;
    void paintLegend(QPainter& painter, const QRectF& area) const;
    QVector<Point> points_;
    QVector<Other> others_;
    QString name_;
    QStringList header_;
    QString message_;
    QColor color_;
    bool diagonal_ = false;
};

}  // namespace tl
