// The right of the Graph workspace: what is known of the op or group that is picked, and where to go from it.
#pragma once

#include <QPointer>
#include <QPushButton>
#include <QWidget>

class QVBoxLayout;

namespace tl {

class ActionTable;
class ElidedLabel;
class OpGraphModel;
class OpOutput;
class RunController;
class RunModel;
class ToneLabel;
struct GraphNode;
struct GraphView;

class OpPanel : public QWidget {
    Q_OBJECT
public:
    explicit OpPanel(OpGraphModel& model, QWidget* parent = nullptr);
    // What its buttons do, by action; one without an action, or whose action does not apply, says why by `missing`.
    void setActions(ActionTable& actions);
    // What the op makes in the run that this window trains.
    void showOutputs(RunModel& runs, RunController& controller);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void showNode(const GraphView& view, int node);
    void showGroup(const GraphView& view, int group);
    void showNothing(const GraphView& view);
    void title(const QString& name, const QString& type, const QString& category);
    QVBoxLayout* section(const QString& caption);
    void row(QVBoxLayout* into, const QString& name, const QString& value, const QString& tip = {});
    void bar(QVBoxLayout* into, const QString& name, double share);
    void output(const GraphView& view, const GraphNode& node);
    void buttons();
    void showBreak();

    OpGraphModel& model_;
    ActionTable* actions_ = nullptr;
    QVBoxLayout* page_;
    OpOutput* output_ = nullptr;
    QPointer<QPushButton> break_;  // of this page
};

}  // namespace tl
