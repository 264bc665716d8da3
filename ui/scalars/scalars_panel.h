// The curves of all runs, live: one card a metric, with smoothing, x axis and x zoom for all; scales, ranges and which
// metrics stand in one chart are each chart's own, and what a hand set there can be taken back. Many charts stand in
// sections by what is before the "/" of their tags, under a filter. Charts whose runs are all hidden are not there.
// The first dozen charts are made at once, of more the rest by and by while the panel is in sight. Says what is missing
// while there is no run.
#pragma once

#include <QHash>
#include <QStringList>
#include <QTimer>
#include <QUndoStack>
#include <QWidget>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "ui/models/run_model.h"
#include "ui/scalars/chart_card.h"
#include "ui/tags/tag_filter.h"

class QLabel;
class QSettings;
class QStackedWidget;

namespace tl {

class ChartGrid;
class ChartMemory;
class EmptyState;
class ExportProgress;
class PointsWriter;
class ScalarsBar;

class ScalarsPanel : public QWidget {
    Q_OBJECT
public:
    // settings: what was set the last time, where every change is written down; null: nowhere. project: its file, or a
    // name for one that has none; ranges and which tags stand together are kept for it alone.
    explicit ScalarsPanel(RunModel& runs, QSettings* settings = nullptr, std::function<QString()> project = {});
    ~ScalarsPanel() override;

    QWidget* header() const;  // its controls, which may stand elsewhere

    void projectChanged(const QString& before, const QString& now);  // it got a file, or another one

    // What the empty panel says, and its button ("Train", "Use the sample"); an empty text hides the button.
    void setEmptyState(const QString& sentence, const QString& button);

    double smoothing() const;
    void setSmoothing(double weight);
    ScalarAxis axis() const { return axis_; }
    void setAxis(ScalarAxis axis);
    void fitAll();  // zooms end; fixed ranges stay
    // Runs that are drawn as one, by name; those without stand alone.
    void setGroups(const QHash<int, QStringList>& groups, const QHash<QString, int>& colors = {});
    bool grouped() const { return !groups_.isEmpty(); }
    void setChosenRun(int run);  // that legends name before all others; -1: none
    PlotBand band() const { return band_; }
    void setBand(PlotBand band);

    const std::vector<ChartCard*>& charts() const { return charts_; }  // in their order, hidden ones too
    ChartCard* chart(const QString& tag) const;                        // that it stands in; null: none so far

    // The tags of one chart join those of another; a tag gets a chart of its own again.
    void join(ChartCard& into, ChartCard& from);
    void takeOut(ChartCard& card, const QString& tag);

    // What was done to single charts by hand: they are steps of this panel's own (decisions/0038).
    QUndoStack& steps() { return steps_; }

    // All charts in one picture; all points of all runs: run,tag,step,epoch,wall_time,value. exportFinished() follows.
    void savePng(const QString& path);
    void saveSvg(const QString& path);
    void saveCsv(const QString& path);
    void exportPng();  // these ask for a file
    void exportSvg();
    void exportCsv();

signals:
    void emptyActionRequested();                                     // the empty panel's button
    void runPicked(int run);                                         // a curve was clicked
    void chartMenuOpening(QMenu& menu);                              // of one chart, still empty
    void writing(bool underWay);                                     // a file
    void exportFinished(const QString& path, const QString& error);  // error: empty or a sentence

private:
    void remember(QSettings& settings, std::function<QString()> project);
    void sync(const QList<int>& runs);  // makes the charts that they ask for, and feeds them
    void retitle();
    void claim();  // whom legends name first: the chosen run, then those that train
    void syncAll();
    void dropEmpty();  // charts that no run has a curve in
    void refreshPage();
    void arrangeSoon();
    void arrange();
    void await(const QStringList& tags);  // their charts
    void makeNext();                      // of those awaited
    void makeAwaited(bool all);
    ChartCard* make(const QStringList& tags);
    void adopt(ChartCard* card);
    void drop(ChartCard* card);
    void keepTogether();
    bool fits(const ChartCard& card) const;  // the filter
    // A chart as it stands, and the charts that a step makes of others: both hold the same tags.
    struct Setup {
        QStringList tags;
        ChartView view;
        size_t place;  // among the charts
    };
    class Step;
    Setup setupOf(const ChartCard& card) const;
    void record(const QString& name, std::vector<Setup> before, std::vector<Setup> after);
    void recordView(ChartCard& card, const ChartView& before);
    void restore(const std::vector<Setup>& charts);
    void takeKeyboard(ChartCard& card);  // where it is in none of them
    void offerTags(ChartCard& card, QMenu& menu);
    ChartCard* cardAt(const QPoint& global, const ChartCard* but) const;
    void dragTo(ChartCard& card, const QPoint& global);
    void dropAt(ChartCard& card, const QPoint& global);
    void follow(PointsWriter& writer);
    bool mayWrite(const QString& path);  // one file at a time; false: it was told
    void savePicture(const QString& path, PlotPicture::Kind kind);
    void ask(const QString& title, const QString& name, const QString& kind,
             void (ScalarsPanel::*save)(const QString&));
    void paintEvent(QPaintEvent*) override;
    void showEvent(QShowEvent* event) override;

    RunModel& runs_;
    QStackedWidget* pages_;
    EmptyState* empty_;
    ChartGrid* grid_;
    ScalarsBar* bar_;
    QLabel* problem_;
    ExportProgress* writing_;
    QLabel* dragged_;  // the title under the pointer while it is dragged
    ScalarAxis axis_ = ScalarAxis::Step;
    PlotBand band_ = PlotBand::Extremes;
    QHash<int, QStringList> groups_;
    QHash<QString, int> groupColors_;
    QHash<int, std::pair<QString, int>> names_;  // titles and colours, as the charts have them
    int titled_ = -1;                            // the model's revision that they are of
    QHash<int, int> claims_;
    int chosen_ = -1;
    QSettings* settings_ = nullptr;
    std::unique_ptr<ChartMemory> memory_;
    std::vector<ChartCard*> charts_;
    QStringList awaited_;  // tags whose charts are still to be made
    QTimer arranging_, making_;
    TagFilter filter_;
    QUndoStack steps_;
    bool reading_ = false;  // nothing is drawn yet: the curves lie on disk
    QString emptySentence_, emptyButton_;
};

}  // namespace tl
