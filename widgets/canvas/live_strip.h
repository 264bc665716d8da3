// What a node shows of a training under way, below its two lines: small pictures of what the layer makes, the
// distribution of its weights under them, and up to three lines of numbers at the right. A value.
#pragma once

#include <QImage>
#include <QString>
#include <QVector>

namespace tl {

struct LiveStrip {
    static constexpr double kHeight = 64;
    QVector<QImage> maps;          // two rows of four at most
    QVector<double> bars;          // counts, from the least value to the greatest
    QString time, gradient, dead;  // mono: "1.2 ms", "∇ 0.3", "38 % dead"
    QString alarm;                 // one word for the gradient, in the bad colour, with a red edge: "vanishes"
    friend bool operator==(const LiveStrip&, const LiveStrip&) = default;
};

}  // namespace tl
