// The bottom of the Graph workspace: memory over the schedule with what holds it at the peak, and the plan's tensors
// and kernels as tables.
#pragma once

#include <QWidget>
#include <memory>

class QStackedWidget;
class QTabBar;

namespace tl {

class MemoryMap;
class OpGraphModel;
class ToneLabel;

class PlanPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlanPanel(OpGraphModel& model, QWidget* parent = nullptr);
    ~PlanPanel() override;
    QWidget* header() const { return header_; }

private:
    void refresh();
    void follow();  // the pick

    struct Tables;
    OpGraphModel& model_;
    QWidget* header_;
    QTabBar* tabs_;
    ToneLabel* peak_;
    QStackedWidget* pages_;
    MemoryMap* map_;
    ToneLabel* none_;
    std::unique_ptr<Tables> tables_;
};

}  // namespace tl
