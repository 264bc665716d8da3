// The Profile workspace: what the training did and when, the sentence that says what holds it up with the button that
// helps, and below the ops, steps, memory and roofline of what is selected, or of all that is there. GUI thread only.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "engine/profile/verdict.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace tl {

class EmptyState;
class MemoryPlot;
class ProfileSource;
class ProgressStrip;
class RooflinePlot;
class SegmentedBar;
class TimelineView;
class TraceModel;
class TraceTableModel;
class TraceTableView;
struct Desk;
struct TimelineSlice;

class ProfilePanel : public QWidget {
    Q_OBJECT
public:
    explicit ProfilePanel(Desk& desk, QWidget* parent = nullptr);
    ~ProfilePanel() override;

    ProfileSource& source() { return *source_; }
    TimelineView& timeline() { return *timeline_; }
    QString layerOf(const TimelineSlice& slice) const;  // of the network as it is edited; empty: of none
    void showOnCanvas(const TimelineSlice& slice);
    const Verdict& verdict() const { return verdict_; }
    QString verdictText() const;
    void openFile(const QString& path);
    // The newest slices of a layer, framed and standing still: of the last seconds while it trains, else of what is
    // open.
    void showSlices(const QString& node);
    void saveFile();

private:
    bool frame(const QString& node);
    struct Looked;  // what a job found in an area
    void makeBar(class QVBoxLayout& column);
    QWidget* makeTables();
    void follow();
    void followTraining();
    void showState();
    void takeTrace(bool another);
    void lookSoon();
    void look();
    void takeLook(const Looked& looked);
    void showVerdict();
    void actOnVerdict();
    void search(const QString& text);
    void showCount();
    void measureLimits();
    void findMemory();
    void selectSlice(const TimelineSlice& slice);
    void selectLabel(quint32 label);
    void lightLayers();
    void showTab(int tab);
    QString layerCategory(const std::string& layer) const;
    QString opName(const TraceLabel& label) const;
    void setRecordSteps(int steps);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent*) override;
    void hideEvent(QHideEvent*) override;

    Desk& desk_;
    ProfileSource* source_ = nullptr;
    TraceModel* model_ = nullptr;
    QPushButton* record_ = nullptr;
    QToolButton* steps_ = nullptr;
    QPushButton* last_ = nullptr;
    QPushButton* live_ = nullptr;
    QLineEdit* search_ = nullptr;
    QLabel *found_ = nullptr, *verdictLabel_ = nullptr;
    QPushButton* act_ = nullptr;
    ProgressStrip* progress_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QSplitter* split_ = nullptr;
    EmptyState* empty_ = nullptr;
    TimelineView* timeline_ = nullptr;
    SegmentedBar* tabs_ = nullptr;
    QStackedWidget* tables_ = nullptr;
    TraceTableModel *ops_ = nullptr, *stepRows_ = nullptr;
    TraceTableView *opView_ = nullptr, *stepView_ = nullptr;
    MemoryPlot* memory_ = nullptr;
    RooflinePlot* roofline_ = nullptr;
    Verdict verdict_;
    std::shared_ptr<const Trace> looked_;  // whose numbers are shown
    MachineLimits limits_;
    std::vector<StepRow> shownSteps_;
    qint64 matches_ = -1;
    QString wanted_;      // the layer whose slices are to be framed when the timeline is there
    QString emptyState_;  // which one the buttons are of
    bool memoryStale_ = true, lighting_ = false;
    bool fresh_ = false;  // another trace than the one that the tables are of
    bool training_ = false, heldByItself_ = false;
    QTimer* pause_ = nullptr;
};

}  // namespace tl
