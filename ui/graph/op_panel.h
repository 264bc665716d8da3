// The right of the Graph workspace: what is known of the op or group that is picked, and where to go from it.
#pragma once

#include <QPointer>
#include <QPushButton>
#include <QWidget>
#include <memory>

class QVBoxLayout;

namespace tl {

class ActionTable;
class OpGraphModel;
class OpOutput;
class RunController;
class RunModel;
struct GraphNode;
struct GraphView;

class OpPanel : public QWidget {
    Q_OBJECT
public:
    explicit OpPanel(OpGraphModel& model, QWidget* parent = nullptr);
    ~OpPanel() override;
    // What its buttons do, by action; one without an action, or whose action does not apply, says why by `missing`.
    void setActions(ActionTable& actions);
    // What the op makes in the run that this window trains.
    void showOutputs(RunModel& runs, RunController& controller);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Page;
    struct Shown;
    void refresh();
    void refreshTimes();  // in the labels that are there
    Page page() const;
    Page nodePage(const GraphView& view, int node) const;
    Page groupPage(const GraphView& view, int group) const;
    Page wholePage(const GraphView& view) const;
    QString outputOf(const GraphView& view, const GraphNode& node) const;
    void title(const Page& page);
    void buttons();
    void showBreak();

    OpGraphModel& model_;
    ActionTable* actions_ = nullptr;
    QVBoxLayout* page_;
    std::unique_ptr<Shown> shown_;
    OpOutput* output_ = nullptr;
    QPointer<QPushButton> break_;  // of this page
};

}  // namespace tl
