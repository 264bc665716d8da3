// The graph that the Graph workspace shows, and what is picked and measured in it: the network as designed, its op
// graph, the plan as compiled, or a file's. Graphs are made by background jobs, and only while somebody looks; a newer
// one stops the older. GUI thread only.
#pragma once

#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <memory>
#include <vector>

#include "engine/backend/kernel_chooser.h"
#include "engine/graph/view/graph_view.h"

namespace tl {

struct MachineLimits;
class DataSetModel;
class JobTracker;
class NetworkModel;
class RunController;
class RunModel;
class SpanCollector;
class TrainingModel;
struct Trace;

// What the ops of a plan take in a step, in seconds.
struct OpTimes {
    std::vector<double> nodes;  // by GraphView::nodes; -1 = not known
    double total = 0;
    int liveSteps = 0;      // of the run under way that this comes from; 0: measured apart
    int recordedSteps = 0;  // of the recording
    bool nothing = false;   // of the recording is in this plan
};

struct GraphPick {
    int node = -1, group = -1;  // one of them, or none
    bool empty() const { return node < 0 && group < 0; }
    friend bool operator==(const GraphPick&, const GraphPick&) = default;
};

class OpGraphModel : public QObject {
    Q_OBJECT
public:
    enum class State { Empty, Loading, Ready, Failed };
    enum class Colour { Time, Memory, Type, Precision, Device };
    using View = std::shared_ptr<const GraphView>;

    OpGraphModel(JobTracker& jobs, NetworkModel& network, TrainingModel& training, DataSetModel& data,
                 const RunModel& runs, RunController& controller);
    ~OpGraphModel() override;

    void setShown(bool shown);  // somebody looks
    bool shown() const { return shown_; }
    GraphKind kind() const { return kind_; }
    void show(GraphKind kind);
    void openFile(const QString& path);            // another program's graph, read-only; or a folder of event files
    const QString& file() const { return file_; }  // the last one shown; empty = none
    void showStats(const QString& tag);            // of a file that has several steps' times: those of this one
    void cancel();
    void again();  // after a failure or a cancel

    State state() const { return state_; }
    // Empty and Failed: why, in a sentence.
    QString sentence() const;
    QString title() const;                      // "plan, batch 128, bfloat16"
    View view() const { return view_; }         // never null; stays while a newer one is made
    quint64 source() const { return source_; }  // changes where the graph is another one, not a newer look at the same
    quint64 nodes() const { return nodes_; }    // changes with the view's nodes, not with numbers alone

    void measure();  // some steps of the plan; of a live run it would take the cores
    bool measuring() const { return measuring_; }
    // Of a timeline's steps, instead of what is measured or what the run under way tells; null: those again.
    void showTimesOf(std::shared_ptr<const Trace> trace, const QString& name = {});
    const QString& recording() const { return recordingName_; }  // the timeline's name; empty: there is none
    const OpTimes& times() const { return times_; }
    const MachineLimits& limits() const { return *limits_; }  // measured with the first steps
    const Message& measureProblem() const { return measureProblem_; }

    Colour colour() const { return colour_; }
    void setColour(Colour colour);
    const GraphPick& pick() const { return pick_; }
    const GraphNode* pickedNode() const;  // null: none, or a group
    void setPick(const GraphPick& pick);
    void reveal(const GraphPick& pick);  // picks it and brings it into view
    // The main op of these layers, now or when the graph is there; op and phase ("Conv2DInputGrad", "backward"): that
    // one of them, where there is one. A file's graph gives way to the network's.
    void revealLayers(const QStringList& layers, const QString& op = {}, const QString& phase = {});
    void setSearch(const QString& words);
    const QSet<int>& matches() const { return matches_; }  // nodes
    bool searching() const { return !search_.isEmpty(); }
    const QString& search() const { return search_; }
    void nextMatch();
    QSet<int> nodesOf(const QStringList& layers) const;
    // Which of them stands for all: of the first one's phase, the one of the most operations; -1: there is none.
    int mainOf(const QSet<int>& nodes) const;

signals:
    void stateChanged();
    void viewChanged();                        // another graph
    void timesChanged();                       // the same one with other times in it: each second while a run trains
    void measuringChanged();                   // begun, or ended without times
    void opening();                            // a file
    void refused(const tl::Message& problem);  // it; the one before stays as it is
    void colourChanged();
    void pickChanged();
    void searchChanged();
    void revealRequested(const tl::GraphPick& pick);

private:
    void stale();
    void change();      // to another graph, which is still to be made; of the one before nothing is told any longer
    void turnToFile();  // the one to come
    void stay();        // with the file that is shown
    void make();
    void take(GraphView view);
    enum class Reason { None, Stopped, NoLayers, NoData, NoNodes, Problem };
    void fail(State state, Reason reason, const Message& problem = {});
    void find();
    void takeMeasured();
    void applyTimes();
    void findRecorded();
    void followKernels();
    void followRun();  // while one of this window trains, its own steps tell the times
    void lookAtSpans();
    void lookBack();

    JobTracker& jobs_;
    NetworkModel& network_;
    TrainingModel& training_;
    DataSetModel& data_;
    const RunModel& runs_;
    RunController& controller_;
    std::shared_ptr<const KernelChoices> kernels_;  // of the controller's run; null: not known
    GraphKind kind_ = GraphKind::Compiled;
    State state_ = State::Empty;
    struct Wanted {  // to be shown once the graph is there
        QStringList layers;
        QString op, phase;
    };
    Wanted wanted_;
    Reason reason_ = Reason::None;
    Message problem_, measureProblem_;
    QString file_, stats_, search_;
    QString fileToCome_;                                               // read while file_ is shown; empty: none
    std::shared_ptr<GraphView> view_ = std::make_shared<GraphView>();  // jobs read it, all but the times
    std::vector<double> measured_;                                     // by step of the plan
    OpTimes times_;
    std::unique_ptr<MachineLimits> limits_;
    quint64 source_ = 0, nodes_ = 0;
    bool shown_ = false, stale_ = true, measuring_ = false;
    Colour colour_ = Colour::Time;
    GraphPick pick_;
    QSet<int> matches_;
    QTimer pause_, live_;
    std::shared_ptr<const Trace> recording_;
    QString recordingName_;
    std::shared_ptr<SpanCollector> spans_;  // one job at a time has it
    uint64_t since_ = 0;                    // ticks: what trained before was another plan; 0: nothing has trained
    bool trains_ = false;
    bool looking_ = false;
};

}  // namespace tl
