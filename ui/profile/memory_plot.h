// The memory of a plan's values over the kernels of one step, and beside it what holds it at the peak or at the kernel
// under the mouse, the largest first. Arrow keys walk along the kernels.
#pragma once

#include <QString>
#include <QWidget>
#include <functional>
#include <vector>

#include "engine/graph/plan.h"

namespace tl {

class MemoryPlot : public QWidget {
    Q_OBJECT
public:
    explicit MemoryPlot(std::function<QColor(const std::string& layer)> colorOf, QWidget* parent = nullptr);
    void setCost(const PlanCost& cost);
    void setSentence(const QString& sentence);  // why there is nothing
    int peak() const { return peak_; }          // the kernel
    // All that the plan takes at a kernel: what is held in its arena there, what the arena loses to gaps, and what is
    // there from step to step. So the peak is what the status bar tells, too.
    size_t bytesAt(int step) const { return live_[static_cast<size_t>(step)]; }
    int shown() const { return current_ >= 0 ? current_ : peak_; }
    // What holds memory at the kernel that is shown, the largest first: names and bytes.
    std::vector<std::pair<QString, size_t>> holders() const;

private:
    QRectF chart() const;
    void paintEvent(QPaintEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void leaveEvent(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void show(int step);

    std::function<QColor(const std::string&)> colorOf_;
    PlanCost cost_;
    std::vector<size_t> live_;  // bytes at each kernel
    size_t apart_ = 0;          // of the arena, between what stands in it
    QString sentence_;
    int peak_ = -1, current_ = -1;
};

}  // namespace tl
