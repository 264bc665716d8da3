// Which of the recorded steps is looked at: a slider whose every position is a step that is there, and a switch that
// keeps it at the newest.
#pragma once

#include <QWidget>
#include <vector>

class QLabel;
class QSlider;
class QToolButton;

namespace tl {

class StepBar : public QWidget {
    Q_OBJECT
public:
    explicit StepBar(QWidget* parent = nullptr);
    void setSteps(std::vector<double> steps);    // rising
    void setPosition(double step, bool follow);  // no signal; between two steps: the one before
    double step() const;                         // NaN: there is none
    bool follows() const;
    QSize minimumSizeHint() const override;

signals:
    void stepChosen(double step);  // by the person
    void followRequested();

private:
    void resizeEvent(QResizeEvent*) override;
    int words() const;  // px of what stands beside the button's icon
    void display();
    void paintEvent(QPaintEvent*) override;
    std::vector<double> steps_;
    QSlider* slider_;
    QLabel* text_;
    QToolButton* follow_;
    double wanted_ = 0;
    bool follows_ = true;
};

}  // namespace tl
