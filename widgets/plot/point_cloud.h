// Thousands of points in space, turned by the mouse and by keys: drag turns, the wheel comes nearer, a drag with the
// middle or right button moves. A point may be a dot in its class's colour or a small picture; the one under the
// pointer is told, a click picks it. GUI thread only.
#pragma once

#include <QHash>
#include <QImage>
#include <QVector3D>
#include <QVector>
#include <QWidget>
#include <functional>

namespace tl {

class PointCloud : public QWidget {
    Q_OBJECT
public:
    explicit PointCloud(QWidget* parent = nullptr);
    // One group a point: its colour and name; -1 = none.
    void setPoints(const QVector<QVector3D>& points, const QVector<int>& groups, const QStringList& groupNames);
    void movePoints(const QVector<QVector3D>& points);  // the same ones elsewhere: view, picked and marked stay
    void setName(std::function<QString(int point)> name) { name_ = std::move(name); }
    void setPicture(std::function<QImage(int point)> picture);  // null image: a dot; none given: dots
    void setShowNames(bool on);                                 // of groups, at their middles
    void setMarked(const QVector<int>& points);                 // bright, the others faint; none: all alike
    void setPicked(int point);                                  // -1 = none
    void setMessage(const QString& message);                    // instead of points
    void showAll();
    void step(int by);  // by hand from point to point, or from one marked point to the next
    const QVector<QVector3D>& points() const { return points_; }
    int picked() const { return picked_; }
    int hovered() const { return hovered_; }
    QPointF toPixel(int point) const;
    int pointAt(const QPointF& at) const;  // the nearest to the eye within a few pixels; -1 = none
    QColor groupColor(int group) const;

    QSize sizeHint() const override { return {600, 500}; }
    QSize minimumSizeHint() const override { return {200, 200}; }

signals:
    void pickedByHand(int point);

private:
    struct Placed {
        QPointF at;
        double depth;  // 0 far to 1 near
    };
    void place() const;
    void turn(double sideways, double upwards);
    void fitTo(const QVector<QVector3D>& points);
    QString sentence(int point) const;
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void resizeEvent(QResizeEvent*) override;

    QVector<QVector3D> points_;
    QVector<int> groups_, marked_;
    QStringList names_;
    std::function<QString(int)> name_;
    std::function<QImage(int)> picture_;
    QString message_;
    bool showNames_ = true;
    double yaw_ = 0.6, pitch_ = 0.35, zoom_ = 1;  // radians
    QPointF shift_;
    QVector3D middle_;
    float radius_ = 1;
    int picked_ = -1, hovered_ = -1;
    QPoint pressed_, last_;
    bool moved_ = false;
    mutable QVector<Placed> placed_;  // empty: to be worked out
    mutable QVector<int> order_;      // far to near
};

}  // namespace tl
