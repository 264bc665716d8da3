// The Profile workspace: what the training did and when, the sentence that says what holds it up with the button that
// helps, and below the ops, steps, memory and roofline of what is selected, or of all that is there. GUI thread only.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "engine/profile/verdict.h"
#include "widgets/timeline/timeline_model.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QSplitter;
class QStackedWidget;
class QTimer;
class QVBoxLayout;

namespace tl {

class ElidedLabel;
class EmptyState;
class MemoryPlot;
class ProfileSource;
class ProgressStrip;
class RecordingList;
class RecordingTable;
class RooflinePlot;
class SegmentedBar;
class TimelineView;
class TraceModel;
class TraceTableModel;
class TraceTableView;
class ToneLabel;
class VerdictLabel;
struct Desk;
struct PlanCost;
struct Run;

class ProfilePanel : public QWidget {
    Q_OBJECT
public:
    explicit ProfilePanel(Desk& desk, QWidget* parent = nullptr);
    ~ProfilePanel() override;

    ProfileSource& source() { return source_; }
    TimelineView& timeline() { return *timeline_; }
    QString layerOf(const TimelineSlice& slice) const;  // of the network as it is edited; empty: of none
    void showOnCanvas(const TimelineSlice& slice);
    void showOpInGraph(const TimelineSlice& slice);
    const Verdict& verdict() const { return verdict_; }
    QString verdictText() const;
    void openFile(const QString& path);
    // The newest slices of a layer, of one of its ops where that is named, framed and standing still: of the last
    // seconds while it trains, else of what is open.
    void showSlices(const QString& node, const QString& op = {}, const QString& phase = {});
    void saveFile();
    RecordingList& recordings() { return *recordingList_; }
    void recordSteps();  // as many as the settings say, of the run under way; while it records: ends it
    void openRecording(const QString& file);
    void showInGraph();                              // the times of what is shown
    void showRecordingInGraph(const QString& file);  // that is opened first
    bool showsTimeline() const;                      // there is one to look at
    bool showsSteps() const { return !shownSteps_.empty(); }
    const Run* runElsewhere() const;  // under way, in another program; null: none

private:
    struct Wanted {
        QString node, op, phase;
    };
    bool frame(const Wanted& wanted);
    TimelineSlice newest(const TimelineLabels& labels) const;
    TimelineSlice newestInStep(const TimelineLabels& labels) const;
    LabelSet labelsOf(const Wanted& wanted) const;
    void followRecordings();
    void findRecordedFolder();
    void showSource();
    QString shownRecording() const;
    struct Looked;  // what a job found in an area
    void makeBar(QVBoxLayout& column);
    QWidget* makeTables();
    void follow();
    bool stands() const;     // the run of this window, at a breakpoint or paused
    bool stepsCome() const;  // of it
    void followTraining();
    void showState();
    void takeTrace(bool another);
    void lookSoon();
    void look();
    void takeLook(const Looked& looked);
    void showVerdict();
    void actOnVerdict();
    void search();
    // Of the timeline as it is now: in it, and how many, by a job.
    void markFound(const std::optional<LabelSet>& found);
    void countFound(const std::optional<LabelSet>& found);
    std::optional<LabelSet> foundIn(const Trace& trace) const;  // none: nothing is searched for
    void showCount();
    void showOps(const std::optional<LabelSet>& found);
    void frameSteps(const std::vector<StepRow>& steps);
    void showSteps();
    void measureLimits();
    void showMeasure();
    void findMemory();
    void showMemory(std::shared_ptr<const PlanCost> plan);
    void estimateKernels();
    void selectSlice(const TimelineSlice& slice);
    void selectLabel(quint32 label);
    void lightLayers();
    void showTab(int tab);
    void turnTo(int tab);   // by itself: what the person chose stays remembered
    int chosenTab() const;  // by the person
    QString layerCategory(const std::string& layer) const;
    void setRecordSteps(int steps);
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;

    Desk& desk_;
    ProfileSource& source_;
    TraceModel* model_ = nullptr;
    QPushButton* record_ = nullptr;
    QSpinBox* steps_ = nullptr;
    QPushButton* last_ = nullptr;
    QPushButton* live_ = nullptr;
    QLineEdit* search_ = nullptr;
    QLabel* found_ = nullptr;
    VerdictLabel* verdictLabel_ = nullptr;
    QPushButton* act_ = nullptr;
    ProgressStrip* progress_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QSplitter* split_ = nullptr;
    EmptyState* empty_ = nullptr;
    TimelineView* timeline_ = nullptr;
    SegmentedBar* tabs_ = nullptr;
    QPushButton* measure_ = nullptr;  // of the limits
    QStackedWidget* tables_ = nullptr;
    TraceTableModel *ops_ = nullptr, *stepRows_ = nullptr;
    TraceTableView *opView_ = nullptr, *stepView_ = nullptr;
    MemoryPlot* memory_ = nullptr;
    RooflinePlot* roofline_ = nullptr;
    Verdict verdict_;
    std::shared_ptr<const Trace> looked_;  // whose numbers are shown
    MachineLimits limits_;
    std::vector<OpRow> shownOps_;
    std::vector<StepRow> shownSteps_;
    size_t wholeSteps_ = 0;  // of the area: the table may show fewer
    qint64 matches_ = -1;
    std::weak_ptr<const Trace> counted_;  // where they are, or are being, counted
    Wanted wanted_;                       // whose slices are to be framed when the timeline is there
    QString forGraph_;                    // the recording whose times the graph is to show when it is open
    RecordingTable* recordingRows_ = nullptr;
    RecordingList* recordingList_ = nullptr;
    QWidget* tablesPart_ = nullptr;
    ElidedLabel* sourceName_ = nullptr;
    ToneLabel* sourceProblem_ = nullptr;
    bool memoryStale_ = true;
    std::shared_ptr<const PlanCost> plan_;  // whose memory is shown; null: none
    static constexpr int kMemoryTab = 2;    // among the tables
    bool measureSoon_ = false;              // the limits, when no run takes the cores
    bool fresh_ = false;                    // another trace than the one that the tables are of
    bool alone_ = false;                    // the list of recordings, as nothing is open
    bool stepsCome_ = false;
    int64_t stoodAt_ = -1;  // the step of the run's last stop
    QTimer* pause_ = nullptr;
};

}  // namespace tl
