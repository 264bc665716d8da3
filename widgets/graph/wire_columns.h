// The parts of wires that go straight down, as whole pixels: what thousands of skips share is kept once, column by
// column, so that drawing them costs what is seen of them and not how many there are.
#pragma once

#include <QLine>
#include <QLineF>
#include <QRect>
#include <QTransform>
#include <QVector>
#include <algorithm>
#include <array>
#include <vector>

class QPainter;

namespace tl {

class WireColumns {
public:
    static constexpr size_t kLooks = 3;  // wires that look alike are drawn together

    // For the painter's device, seen through the transform that it has now: a scale and a way.
    explicit WireColumns(const QPainter& painter);
    // In the painter's coordinates; width in pixels.
    void add(size_t look, const QLineF& upright, double width);
    void addJog(size_t look, const QLineF& slanted, double width);

    // In the device's: rectangles that do not overlap, and lines one pixel wide.
    QVector<QRect> rects(size_t look) const;
    const QVector<QLine>& jogs(size_t look) const { return looks_[look].jogs; }

private:
    struct Span {
        int top, bottom;  // [top, bottom)
        friend bool operator==(const Span&, const Span&) = default;
    };
    struct Look {
        std::vector<std::vector<Span>> columns;  // by pixel from the left
        QVector<QLine> jogs;
    };
    static int pixelsOf(double width) { return std::max(1, qRound(width)); }
    static int leftOf(double x, int pixels) { return qRound(x - pixels / 2.0); }

    QTransform transform_;
    int width_, height_;
    std::array<Look, kLooks> looks_;
};

}  // namespace tl
