// The curves of all runs, live: one card a metric, with smoothing, x axis, x zoom and the pointer's line shared
// by all; scale, raw lines and outliers are each chart's own. Says what is missing while there is no run.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/models/run_model.h"
#include "ui/scalars/chart_card.h"

class QLabel;
class QSettings;
class QSlider;
class QStackedWidget;
class QToolButton;

namespace tl {

class ChartGrid;
class EmptyState;

class ScalarsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ScalarsPanel(RunModel& runs, QWidget* parent = nullptr);

    QWidget* header() const { return bar_; }  // its controls, which may stand elsewhere

    // Takes up what was set the last time, and writes down every change from now on.
    void remember(QSettings& settings);

    // What the empty panel says, and its button ("Train", "Use the sample"); an empty text hides the button.
    void setEmptyState(const QString& sentence, const QString& button);

    double smoothing() const;
    void setSmoothing(double weight);
    ScalarAxis axis() const { return axis_; }
    void setAxis(ScalarAxis axis);

    std::vector<ChartCard*> charts() const { return charts_; }
    ChartCard* chart(const QString& tag) const;

    // All charts in one picture; all points of all runs: run,tag,step,epoch,wall_time,value. In the background;
    // exportFinished() follows.
    void savePng(const QString& path);
    void saveCsv(const QString& path);

signals:
    void emptyActionRequested();                                     // the empty panel's button
    void runPicked(int run);                                         // a curve was clicked
    void exportFinished(const QString& path, const QString& error);  // error: empty or a sentence

private:
    void makeBar();
    void sync(int run);  // makes the charts that the run asks for, and feeds them
    void refreshPage();
    void shareExtent();
    void adopt(ChartCard* card);
    void keep(const ChartCard& card);
    void paintEvent(QPaintEvent*) override;

    RunModel& runs_;
    QStackedWidget* pages_;
    EmptyState* empty_;
    ChartGrid* grid_;
    QWidget* bar_;
    QSlider* smoothing_;
    QLabel* smoothingText_;
    QToolButton* axisButton_;
    QLabel* problem_;
    ScalarAxis axis_ = ScalarAxis::Step;
    QSettings* settings_ = nullptr;
    std::vector<ChartCard*> charts_;
    QString emptySentence_, emptyButton_;
};

}  // namespace tl
