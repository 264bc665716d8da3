// A square plot over two axes whose points one walks along by keys and points at by mouse: the one come to is told in
// words and on a card. What the points are, and how they are painted, is the derived class's matter.
#pragma once

#include <QPointer>
#include <QWidget>

namespace tl {

class PlotTooltip;

class PointWalk : public QWidget {
    Q_OBJECT
public:
    // left: room for the axis there, in px at letters of 100 %. reach: in px, how near to a point the pointer is at it.
    PointWalk(int left, double reach, QWidget* parent);
    ~PointWalk() override;
    void setAxes(const QString& x, const QString& y);
    int current() const { return current_; }  // -1 = none
    QRectF plotRect() const;

protected:
    void begin(qsizetype count);  // other points, none walked to
    int count() const { return count_; }
    void step(int by);
    int pointAt(const QPointF& at) const;  // -1: none
    void paintTitles(QPainter& painter, const QRectF& area) const;
    void paintCurrent(QPainter& painter, const QColor& color) const;  // and that the keyboard is here
    void keyPressEvent(QKeyEvent*) override;
    QString xName_, yName_;

private:
    virtual QPointF where(int point) const = 0;  // px
    virtual QString sentence(int point) const = 0;
    virtual void showCard(PlotTooltip& card, int point, const QPoint& at) const = 0;
    virtual int partAt(const QPoint&) const { return -1; }  // for screen readers; -1: none
    void walk(int to);
    bool event(QEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void hideEvent(QHideEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    const int left_;
    const double reach_;
    int count_ = 0, current_ = -1;
    QPointer<PlotTooltip> tooltip_;
};

}  // namespace tl
