// Dots over two axes of the same range, as predicted numbers over true ones, and the diagonal on which both are equal.
// A dot may stand for many things: the more, the stronger its colour. The one under the pointer or walked to is told in
// words; a click or Return asks for it.
#pragma once

#include <QPointer>
#include <QVector>
#include <QWidget>

namespace tl {

class PlotTooltip;

class ScatterPlot : public QWidget {
    Q_OBJECT
public:
    struct Dot {
        double x = 0, y = 0;
        qint64 count = 1;
    };
    explicit ScatterPlot(QWidget* parent = nullptr);
    ~ScatterPlot() override;
    void setAxes(const QString& x, const QString& y);
    // All lie between `least` and `greatest`, both ways.
    void setDots(const QVector<Dot>& dots, double least, double greatest);
    const QVector<Dot>& dots() const { return dots_; }
    int current() const { return current_; }  // -1 = none
    QString sentence(int dot) const;
    QRectF plotRect() const;
    QPointF toPixel(const Dot& dot) const;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return width; }
    QSize sizeHint() const override { return {320, 320}; }
    QSize minimumSizeHint() const override { return {160, 160}; }

signals:
    void activated(int dot);  // by the person

private:
    QStringList values(int dot) const;  // beside its count
    int dotAt(const QPointF& at) const;
    void walk(int to);
    void paintAxes(QPainter& painter, const QRectF& area) const;
    void paintDots(QPainter& painter, const QRectF& area) const;
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void hideEvent(QHideEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

    QVector<Dot> dots_;
    double from_ = 0, to_ = 1;  // of both axes
    qint64 most_ = 1;           // that a dot stands for
    QString xName_, yName_;
    int current_ = -1, pressed_ = -1;
    QPointer<PlotTooltip> tooltip_;
};

}  // namespace tl
