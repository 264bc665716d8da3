// A run's loss in small, beside its name: val_loss from its first epoch to its last. Until there are two epochs, and in
// runs without validation, the curve of each step's loss stands for it.
#pragma once

#include <QString>
#include <vector>

class QColor;
class QPainter;
class QRectF;

namespace tl {

struct Run;

struct RunSparkline {
    QString tag;                 // "val_loss"; empty: there is nothing to draw
    std::vector<double> values;  // evenly apart, one a column at most; what is not finite is a gap
};

// Of more points than columns, the means of the columns' points.
RunSparkline sparklineOf(const Run& run, int columns);
void paintSparkline(QPainter& painter, const QRectF& place, const RunSparkline& line, const QColor& color);

}  // namespace tl
