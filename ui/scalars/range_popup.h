// Fields for the ends of a chart's axes, under the chart they are for: what is empty fits the curves.
#pragma once

#include <QFrame>

#include "widgets/plot/line_plot.h"

class QLabel;
class QLineEdit;

namespace tl {

class RangePopup : public QFrame {
    Q_OBJECT
public:
    // Deletes itself when it closes. kind: of x.
    RangePopup(LinePlot& plot, AxisKind kind, const QString& xName);
    void open(const QPoint& global);

private:
    bool apply();  // false, with a sentence under the fields, where one cannot be read
    void fill(const PlotLimits& limits);
    LinePlot& plot_;
    AxisKind kind_;
    QLineEdit* fields_[4];  // x from, x to, y from, y to
    QLabel* problem_;
};

}  // namespace tl
