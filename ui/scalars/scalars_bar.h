// What is set for all charts at once, beside the panel's tabs: which are shown, smoothing, what x counts,
// export.
#pragma once

#include <QWidget>

#include "ui/scalars/scalar_axis.h"

class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace tl {

class ScalarsBar : public QWidget {
    Q_OBJECT
public:
    explicit ScalarsBar(QWidget* parent = nullptr);
    double smoothing() const;
    void setSmoothing(double weight);
    void setAxis(ScalarAxis axis);  // shows it; no signal

    QString filter() const;

signals:
    void filterChanged(const QString& text);
    void smoothingChanged(double weight);
    void axisChosen(tl::ScalarAxis axis);
    void pngRequested();
    void svgRequested();
    void csvRequested();

private:
    QLineEdit* filter_;
    QSlider* smoothing_;
    QLabel* smoothingText_;
    QToolButton* axis_;
};

}  // namespace tl
