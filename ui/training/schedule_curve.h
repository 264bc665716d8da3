// The learning rate over the whole run as a small filled curve, with a line where the run stands. One that stays the
// same is told by its number: there is no curve of it.
#pragma once

#include <QVector>
#include <QWidget>

namespace tl {

class ScheduleCurve : public QWidget {
    Q_OBJECT
public:
    explicit ScheduleCurve(QWidget* parent = nullptr);
    void setRates(const QVector<double>& rates);  // evenly spaced over the run
    void setPosition(double fraction);            // under 0: no run
    QSize sizeHint() const override { return {240, 58}; }

private:
    void paintEvent(QPaintEvent*) override;
    QVector<double> rates_;
    double position_ = -1;
};

}  // namespace tl
