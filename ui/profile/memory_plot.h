// The memory of a plan's values over the time of one step, and beside it which layers hold it, and of which phase, at
// the peak or at the kernel under the mouse, the largest first. Arrow keys walk along the kernels.
#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

#include "engine/graph/plan.h"

class QPainter;

namespace tl {

class MemoryPlot : public QWidget {
    Q_OBJECT
public:
    explicit MemoryPlot(std::function<QColor(const std::string& layer)> colorOf, QWidget* parent = nullptr);
    enum class Times { Unknown, Estimated, Measured };  // unknown: all kernels are as wide
    void setCost(const PlanCost& cost);
    void setTimes(const std::vector<double>& seconds, Times times);  // of each kernel of the cost
    Times times() const { return times_; }
    const PlanCost& cost() const { return cost_; }
    double secondsAt(int step) const { return ends_[static_cast<size_t>(step)]; }  // when the kernel ends
    void setSentence(const QString& sentence);                                     // why there is nothing
    int peak() const { return peak_; }                                             // the kernel
    // All that the plan takes at a kernel: what is held in its arena there, what the arena loses to gaps, and what is
    // there from step to step. So the peak is what the status bar tells, too.
    size_t bytesAt(int step) const { return live_[static_cast<size_t>(step)]; }
    int shown() const { return current_ >= 0 ? current_ : peak_; }
    struct Holder {
        QString name;       // "conv_1 · forward"
        std::string layer;  // empty: of none
        size_t bytes = 0;
    };
    std::vector<Holder> holders() const;  // at the kernel that is shown, the largest first

private:
    QRectF chart() const;
    double xOf(double seconds) const;
    int stepAt(double x) const;
    void paintChart(QPainter& painter) const;
    void paintTimes(QPainter& painter) const;
    void paintHolders(QPainter& painter) const;
    QString heading() const;
    void paintEvent(QPaintEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void show(int step);

    std::function<QColor(const std::string&)> colorOf_;
    PlanCost cost_;
    std::vector<size_t> live_;  // bytes at each kernel
    std::vector<double> ends_;  // seconds from the step's begin; without times a second each
    Times times_ = Times::Unknown;
    size_t apart_ = 0;  // of the arena, between what stands in it
    QString sentence_;
    int peak_ = -1, current_ = -1;
};

}  // namespace tl
