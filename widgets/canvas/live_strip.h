// What a node shows of a training under way, below its two lines: small pictures of what the layer makes, or the
// distribution of its weights, with up to two lines of numbers at the right. A value.
#pragma once

#include <QImage>
#include <QString>
#include <QVector>

namespace tl {

struct LiveStrip {
    static constexpr double kHeight = 40;
    QVector<QImage> maps;  // drawn 28 px a side, as many as fit
    QVector<double> bars;  // where there are no maps: counts, from the least value to the greatest
    QString upper, lower;  // at the right, mono: "1.2 ms", "38 % zero"
    QString alarm;         // one word, in the bad colour, with a red edge: "vanishes"; empty: all is well
    friend bool operator==(const LiveStrip&, const LiveStrip&) = default;
};

}  // namespace tl
