// The curves of one chart: its tags for every run that has them, each with its validation, and what a person changed
// while they ran as marks. Follows the RunModel and takes from it only what is new. GUI thread only.
#pragma once

#include <QHash>
#include <QObject>
#include <QStringList>
#include <functional>
#include <map>
#include <tuple>

#include "ui/scalars/scalar_axis.h"
#include "widgets/plot/line_plot.h"

namespace tl {

class ChartCurves : public QObject {
    Q_OBJECT
public:
    ChartCurves(RunModel& runs, LinePlot& plot, QObject* parent = nullptr);

    // "loss" brings "val_loss", too. The curves of tags that left go.
    void setTags(const QStringList& tags);
    const QStringList& tags() const { return tags_; }
    void setAxis(ScalarAxis axis);
    void sync(const QList<int>& runs);  // appends their new points; shows or hides them
    // Runs with the same name here are drawn as one, their mean with a band; those that are not in it stand alone.
    void setGroups(const QHash<int, QStringList>& groups, const QHash<QString, int>& colors);
    void setBand(PlotBand band);
    void rename(int run);
    void forget(const QList<int>& runs);  // they have no curve here: sync() begins anew with those that still are there
    // How much a run is to be named where not all can be: the chosen one, those that train. The others have 0. The
    // chosen one is drawn over the others.
    static constexpr int kTrains = 1, kChosen = 2;
    void setClaims(const QHash<int, int>& claims);

    bool empty() const { return fed_.empty(); }
    bool shown() const;                        // there is a curve of a run that is shown
    bool validated(const QString& tag) const;  // there is one of its validation
    int runOf(int series) const;               // -1 = none

    struct Kind {  // a line of the legend
        QString tag;
        bool validation = false;
        PlotSeriesStyle style;
        QString band = {};  // what the band around a group's mean is: no line of its own
    };
    std::vector<Kind> kinds() const;  // of the runs that are shown
    struct Line {                     // a run, or a group's mean, that is drawn here
        QString title;                // as the list calls it
        int color = 0;                // Theme::series
        int claim = 0;                // the greatest of its runs'
        bool operator==(const Line&) const = default;
    };
    std::vector<Line> lines() const;
    bool oneRun() const { return oneRun_; }  // all curves are of one run: its tags have colours of their own

signals:
    void kindsChanged();

private:
    using Key = std::tuple<int, QString, bool>;  // run, tag, validation
    struct Fed {
        int series = -1;
        size_t points = 0;
        bool shown = true;
    };
    static QString sourceOf(const QString& tag, bool validation);
    const ScalarCurve* pointsOf(const Key& key) const;
    PlotSeriesStyle styleOf(const Run& run, const QString& tag, bool validation) const;
    PlotSeriesStyle styleOf(const QString& name, int color, const QString& tag, bool validation) const;
    bool take(const std::function<bool(const Key&)>& away);          // curves; whether any went
    bool feed(const Run& run, const QString& tag, bool validation);  // whether kinds() may have changed
    void regroup();
    void lead();
    bool countRuns();  // whether what oneRun() says changed
    void restyle();
    QList<int> groupsFor(const Key& key);  // that the plot draws; made where they are new
    void showMarks();
    QStringList columnsAt(int series, size_t point) const;

    RunModel& runs_;
    LinePlot& plot_;
    QStringList tags_;
    ScalarAxis axis_ = ScalarAxis::Step;
    bool oneRun_ = true;
    std::map<Key, Fed> fed_;
    std::map<int, Key> bySeries_;
    QHash<int, QStringList> groups_;
    QHash<QString, int> groupColors_;
    QHash<int, int> claims_;
    PlotBand band_ = PlotBand::Extremes;
    QHash<int, size_t> marked_;                                  // marks by run, as shown
    std::map<std::tuple<QString, QString, bool>, int> plotted_;  // group, tag, validation: as the plot knows it
};

}  // namespace tl
