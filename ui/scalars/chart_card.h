// One chart of the scalars panel: a metric of all runs, its training curve solid and its validation curve dashed, in
// the run's colour; or several metrics, one dropped onto another by its title.
#pragma once

#include <QString>
#include <functional>

#include "ui/scalars/chart_curves.h"
#include "widgets/controls/card.h"

class QToolButton;

namespace tl {

class ChartLegend;
class RunLegend;

// What a person may set at one chart.
struct ChartView {
    bool logX = false, logY = false, raw = true, ignoreOutliers = true, expanded = false, pinned = false;
    PlotLimits limits = {};  // of x: on the axis in use
    bool operator==(const ChartView&) const = default;
    bool showsSameScale(const ChartView& other) const { return logX == other.logX && logY == other.logY; }
};

class ChartCard : public Card {
    Q_OBJECT
public:
    // tag: "loss"; its validation curve is "val_loss".
    ChartCard(RunModel& runs, const QString& tag, QWidget* parent = nullptr);

    const QString& tag() const { return tag_; }  // its first, by which it is known
    const QStringList& tags() const { return curves_->tags(); }
    void setTags(const QStringList& tags);
    LinePlot& plot() { return *plot_; }
    ChartCurves& curves() { return *curves_; }
    const ChartCurves& curves() const { return *curves_; }
    bool wantsWidth() const;  // a main chart: loss, accuracy and other metrics
    bool expanded() const { return expanded_; }
    bool pinned() const { return pinned_; }
    void setExpanded(bool on);
    void setPinned(bool on);
    ChartView view() const;
    void setView(const ChartView& view);  // by nobody's hand
    void setAxis(ScalarAxis axis);
    ScalarAxis axis() const { return axis_; }

    // What stands between the title and the plot. Cards side by side have as much of it as any of them wants, so that
    // their plots begin in the same row.
    struct Head {
        bool legend = false;  // the lines' kinds, for which the title's row is too narrow
        int runs = 0;         // rows of runs
        bool operator==(const Head&) const = default;
    };
    const Head& wantedHead() const { return wanted_; }
    void setHead(const Head& head);

    // "loss", "images a second"
    static QString titleOf(const QString& tag);

signals:
    void placeChanged();                        // by the person: full width or pinned
    void viewChanged(const ChartView& before);  // anything that view() tells
    void headChanged();                         // wantedHead()
    void titleDragged(const QPoint& global);
    void titleDropped(const QPoint& global);  // null: given up
    void takeOutRequested(const QString& tag);
    void menuOpened(QMenu& menu);

private:
    void tellEmpty();
    void makeButtons();
    void follow();  // buttons, after the view
    void tellView();
    void arrangeHeader();
    void fixRanges();
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void endDrag(const QPoint& global);
    QToolButton* addSwitch(const QString& icon, const QString& text, const QString& name,
                           const std::function<void(bool)>& set);

    QString tag_;
    LinePlot* plot_;
    ChartCurves* curves_;
    QToolButton *fixed_, *logY_, *raw_, *outliers_, *pin_, *expand_, *more_;
    ChartLegend *legend_, *legendBelow_;  // beside the title, or in a row of its own where that is too narrow
    RunLegend* runLegend_;
    ScalarAxis axis_ = ScalarAxis::Step;
    bool expanded_ = false, pinned_ = false, pressed_ = false, dragging_ = false;
    QPoint pressedAt_;
    Head wanted_, head_;
    ChartView told_;
};

}  // namespace tl
