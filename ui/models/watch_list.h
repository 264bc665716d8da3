// What a person watches in trainings: what was added to the default watches, what was taken from them, and the share of
// the time that all of it may take. Kept for the next run, and given to the one under way. GUI thread only.
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "engine/train/session.h"

class QSettings;

namespace tl {

class WatchList : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    // From now on the list is kept there; what it holds replaces what is here.
    void keepIn(QSettings& store);

    // Of the same pattern and kind as one that is there: it gets the interval. A default one is a default one again.
    void add(const Watch& watch);
    void remove(const Watch& watch);  // a default one too, and one that a view was lent
    void setLimit(double share);      // 0 to 1
    // For a view that needs it while it is open: not kept, and nobody's wish is touched by it.
    void lend(const Watch& watch);
    void takeBack(const Watch& watch);

    const std::vector<Watch>& added() const { return added_; }
    const std::vector<Watch>& removed() const { return removed_; }  // of the defaults
    double limit() const { return limit_; }
    // What a run begins with, as far as it can be told without one.
    std::vector<Watch> planned() const;
    bool holds(const Watch& watch) const;  // one of its pattern and kind is among these

    // Of what it holds now; on any thread, and behind all else that sets them.
    std::function<void(SessionOptions&)> forSession() const;

signals:
    void asked(const tl::RunRequest& request);  // of the run under way
    void changed();

private:
    void keep();
    std::vector<Watch> added_, removed_, lent_;
    double limit_ = 0.02;
    QSettings* store_ = nullptr;
};

}  // namespace tl
