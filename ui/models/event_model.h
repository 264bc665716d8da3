// What the event files of the listed runs hold beside scalars: for each run its tags, and for each tag where its values
// lie, step by step. The values themselves are large and stay on disk; ui/jobs/run_reader loads them. Filled by that
// reader; GUI thread only.
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <vector>

#include "engine/io/events/event_tree.h"

namespace tl {

struct EventSeries {
    int run = -1;  // RunModel's id
    QString tag, title, description;
    EventKind kind = EventKind::Other;
    std::string content;           // the plugin's own, of the first value
    std::vector<EventItem> items;  // in the order they were written
    int source = -1, part = -1;    // for the reader
    int generation = 0;            // goes up where the items are others than before
    // The newest item at `step` or before it; the first where all are later; -1 = none.
    qsizetype at(double step) const;
};

class EventModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    using Tags = std::map<QString, EventSeries>;

    const EventSeries* find(int run, const QString& tag) const;
    const std::map<int, Tags>& runs() const { return runs_; }
    bool has(EventKind kind) const;

    // The reader's.
    EventSeries& series(int run, const QString& tag) { return runs_[run][tag]; }
    void remove(int run);
    void removePart(int run, int source, int part);  // its tags
    void tell(int run) { emit changed(run); }
    void setBusy(bool busy);
    bool busy() const { return busy_; }  // the first look at some run is not done

signals:
    void changed(int run);
    void busyChanged();

private:
    std::map<int, Tags> runs_;
    bool busy_ = false;
};

// Which step the panels look at: one for all. Following, it is the newest there is.
class StepCursor : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    bool follows() const { return follows_; }
    double step() const { return step_; }
    void set(double step) { assign(step, false); }
    void follow() { assign(step_, true); }
    // The greatest step there is, or infinity while following.
    double upTo() const;

signals:
    void changed();

private:
    void assign(double step, bool follows) {
        if (step == step_ && follows == follows_) return;
        step_ = step;
        follows_ = follows;
        emit changed();
    }
    double step_ = 0;
    bool follows_ = true;
};

}  // namespace tl
