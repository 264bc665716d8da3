// Operations a second over operations a byte, both logarithmic, below the roof that the machine's own limits make: an
// op left of its bend waits for memory, one right of it for arithmetic (Williams, Waterman, Patterson, 2009). Products
// of 16-bit numbers have a flat part of their own above, where the processor has units for them. A dot's area is its
// time. Arrow keys walk over the dots.
#pragma once

#include <QColor>
#include <QFontMetricsF>
#include <QString>
#include <QWidget>
#include <utility>
#include <vector>

#include "engine/profile/verdict.h"

namespace tl {

struct RooflineDot {
    qint64 key = 0;
    QString name;
    QColor color;
    double intensity = 0;  // operations a byte
    double flopsPerSecond = 0;
    double seconds = 0;
    double share = 0;  // of the limit at this intensity
    double limit = 0;  // of its arithmetic: operations a second
};

class RooflinePlot : public QWidget {
    Q_OBJECT
public:
    explicit RooflinePlot(QWidget* parent = nullptr);
    void setLimits(const MachineLimits& limits);
    void setDots(std::vector<RooflineDot> dots);  // the most seconds first
    void setCurrent(qint64 key);                  // no signal; -1: none
    const std::vector<RooflineDot>& dots() const { return dots_; }
    QPointF place(const RooflineDot& dot) const;
    // Which dots have their name beside them, and where: the current one, then those that take the most time, as far as
    // there is room.
    std::vector<std::pair<size_t, QRectF>> names(const QFontMetricsF& metrics) const;
    // What stands beside the axes, and where: none meets another.
    struct Tick {
        bool upright = false;  // of the axis of speed
        int decade = 0;
        QString text;
        QRectF place;
    };
    std::vector<Tick> ticks(const QFontMetricsF& metrics) const;
    // What is said of limits and ops, above the frame, and where.
    QStringList noteLines() const;
    QRectF noteRect(qsizetype line) const;

signals:
    void chosen(qint64 key);  // by the person

private:
    QRectF frame() const;
    double xOf(double intensity) const;
    double yOf(double flops) const;
    QString words(const RooflineDot& dot) const;
    double radius(const RooflineDot& dot) const;
    QStringList notes() const;  // sentences
    int dotAt(const QPointF& point) const;
    // The roof's two parts.
    bool aboveArithmetic(const RooflineDot& dot) const;
    bool aboveMemory(const RooflineDot& dot) const;
    void choose(int index);
    void fit();
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    bool event(QEvent*) override;

    MachineLimits limits_;
    std::vector<RooflineDot> dots_;
    double leastX_ = -1, mostX_ = 3, leastY_ = 8, mostY_ = 12;  // powers of ten
    int current_ = -1;
};

}  // namespace tl
