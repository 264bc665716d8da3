// Blocks of memory over a schedule: time to the right, address upwards, and a line where most is alive. Blocks say what
// they hold; one of them can be picked. Drag and the wheel move along the schedule.
#pragma once

#include <QColor>
#include <QString>
#include <QVector>
#include <QWidget>

namespace tl {

struct MemoryMapBlock {
    double offset = 0, bytes = 0;
    int first = 0, last = 0;  // steps, both included
    QString name, detail, category;
};

class MemoryMap : public QWidget {
    Q_OBJECT
public:
    explicit MemoryMap(QWidget* parent = nullptr);
    void setBlocks(QVector<MemoryMapBlock> blocks, int steps, double bytes, int peakStep);
    void setPick(int block);   // -1 = none
    void setCursor(int step);  // a thin line: where the picked op runs; -1 = none
    QRectF blockRect(int block) const;
    int blockAt(const QPointF& point) const;
    QString sentence(int block) const;
    QSize sizeHint() const override { return {400, 110}; }

signals:
    void picked(int block);

private:
    QRectF plot() const;
    double xOf(double step) const;
    void zoomAt(double x, double factor);
    void showPick();  // that was moved by keys
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

    QVector<MemoryMapBlock> blocks_;
    int steps_ = 0, peak_ = -1, pick_ = -1, cursor_ = -1;
    double bytes_ = 0;
    double from_ = 0, shown_ = 1;  // steps in view
    QPointF pressed_;
    double pressedFrom_ = 0;
    bool down_ = false, moved_ = false;
};

}  // namespace tl
