// Dots over two axes of the same range, as predicted numbers over true ones, and the diagonal on which both are equal.
// A dot may stand for many things: the more, the stronger its colour. The one under the pointer or walked to is told in
// words; a click or Return asks for it.
#pragma once

#include <QVector>

#include "widgets/plot/point_walk.h"

namespace tl {

class ScatterPlot : public PointWalk {
    Q_OBJECT
public:
    struct Dot {
        double x = 0, y = 0;
        qint64 count = 1;
    };
    explicit ScatterPlot(QWidget* parent = nullptr);
    // All lie between `least` and `greatest`, both ways.
    void setDots(const QVector<Dot>& dots, double least, double greatest);
    const QVector<Dot>& dots() const { return dots_; }
    QString sentence(int dot) const override;
    QPointF toPixel(const Dot& dot) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return width; }
    QSize sizeHint() const override { return {320, 320}; }
    QSize minimumSizeHint() const override { return {160, 160}; }

signals:
    void activated(int dot);  // by the person

private:
    QStringList values(int dot) const;  // beside its count
    QPointF where(int dot) const override { return toPixel(dots_[dot]); }
    void showCard(PlotTooltip& card, int dot, const QPoint& at) const override;
    int partAt(const QPoint& at) const override { return pointAt(at); }
    void paintAxes(QPainter& painter, const QRectF& area) const;
    void paintDots(QPainter& painter, const QRectF& area) const;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

    QVector<Dot> dots_;
    double from_ = 0, to_ = 1;  // of both axes
    qint64 most_ = 1;           // that a dot stands for
    int pressed_ = -1;
};

}  // namespace tl
