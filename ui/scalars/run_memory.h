// How the list of runs was, kept in the settings for the project: what puts runs together, what orders them, which of
// them were drawn or hidden by hand, and the colours of other programs' runs, in whose folders none is written. It is
// so again when the project is opened the next time.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

class QSettings;

namespace tl {

class RunLibrary;
class RunModel;
struct Run;

class RunMemory : public QObject {
    Q_OBJECT
public:
    RunMemory(RunModel& runs, RunLibrary& library, QSettings& settings, QObject* parent);

private:
    void read();
    void apply();  // to all runs at once, when they are there
    void keepListing();
    void keepVisible(const QList<int>& runs);
    void color(int run);  // one that came
    void keepColors();
    QString group() const;  // empty: no project
    static QString keyOf(const Run& run);

    RunModel& runs_;
    RunLibrary& library_;
    QSettings& settings_;
    QHash<QString, bool> chosen_;  // drawn or not, by what a run is known by
    QHash<QString, int> colors_;   // of other programs' runs, likewise
    QTimer keeping_;               // them: many runs come at once
    QHash<int, bool> seen_;        // what each was when it was last looked at: a filter changes it for nobody
    QSet<int> nameless_;           // were drawn or hidden, and have nothing yet that they are known by
    bool opening_ = false;         // runs come, all of them
    bool reading_ = false;
};

}  // namespace tl
