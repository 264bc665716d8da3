// One chart of the scalars panel: a metric of all runs, its training curve solid and its validation curve dashed, in
// the run's colour. Follows the RunModel; takes from it only what is new.
#pragma once

#include <QString>
#include <functional>
#include <map>

#include "ui/models/run_model.h"
#include "widgets/controls/card.h"
#include "widgets/plot/line_plot.h"

class QToolButton;

namespace tl {

enum class ScalarAxis { Step, Relative, Wall, Epoch };

// What a person may set at one chart.
struct ChartView {
    bool logY = false, raw = true, ignoreOutliers = false, expanded = false;
};

class ChartCard : public Card {
    Q_OBJECT
public:
    // tag: "loss"; its validation curve is "val_loss".
    ChartCard(RunModel& runs, const QString& tag, QWidget* parent = nullptr);

    const QString& tag() const { return tag_; }
    LinePlot& plot() { return *plot_; }
    bool wantsWidth() const;  // a main chart: loss, accuracy and other metrics
    bool expanded() const { return expanded_; }
    void setExpanded(bool on);
    ChartView view() const;
    void setView(const ChartView& view);

    void setAxis(ScalarAxis axis);
    void sync(int run);           // appends the run's new points
    int runOf(int series) const;  // -1 = none

    // "loss", "images a second"
    static QString titleOf(const QString& tag);

signals:
    void expandToggled(bool on);
    void viewChanged();  // log y, raw lines or outliers

private:
    struct Fed {
        int series = -1;
        size_t points = 0;
    };
    double x(const Run& run, const ScalarPoint& point) const;
    void feed(const Run& run, const QString& tag, bool validation);
    void showMarks();
    void showLegend();
    void resizeEvent(QResizeEvent* event) override;
    QToolButton* addSwitch(const QString& icon, const QString& text, const QString& name,
                           const std::function<void(bool)>& set);

    RunModel& runs_;
    QString tag_;
    LinePlot* plot_;
    QToolButton *logY_, *raw_, *outliers_, *expand_;
    QWidget* legend_;
    bool hasValidation_ = false;
    ScalarAxis axis_ = ScalarAxis::Step;
    bool expanded_ = false;
    std::map<std::pair<int, bool>, Fed> fed_;  // (run, validation)
};

// When the run's first step was, in seconds since 1970: where relative time starts.
double startOf(const Run& run);

}  // namespace tl
