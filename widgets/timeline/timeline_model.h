// What a timeline shows, told by whoever has it: rows of threads with nested slices, and of counters. A view asks only
// for what fits its pixels, so a model of millions answers as fast as one of ten. Times are ns. GUI thread.
#pragma once

#include <QColor>
#include <QObject>
#include <QString>
#include <vector>

namespace tl {

struct TimelineRow {
    enum Kind { Thread, Counter };
    Kind kind = Thread;
    qint64 key = 0;  // the row's for good, wherever it stands
    QString group;   // the process; rows of a group stand together
    QString title;
    int levels = 1;     // of nested slices
    QColor color = {};  // a counter's
    bool flat = false;  // only the outermost slices at first
};

// A slice by its place in the model; it stays that slice's while the model grows.
struct TimelineSlice {
    qint64 row = -1;  // key
    int level = 0;
    quint64 index = 0;
    bool valid() const { return row != -1; }
    friend bool operator==(const TimelineSlice&, const TimelineSlice&) = default;
};

struct TimelineSpan {
    qint64 begin = 0, end = 0;
    quint32 label = 0;
};

// What stands for all slices that share a pixel: the longest of them.
struct TimelinePiece {
    qint64 begin = 0, end = 0;  // of all that it stands for
    quint64 index = 0;
    quint32 label = 0, count = 1;
};

struct TimelineExtent {
    qint64 begin = 0, end = 0;
    double least = 0, greatest = 0, last = 0;
};

using TimelineLabels = std::vector<quint32>;

class TimelineModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    virtual const std::vector<TimelineRow>& rows() const = 0;
    virtual qint64 begin() const = 0;
    virtual qint64 end() const = 0;
    // Before it nothing is known of the row, though it may have done much.
    virtual qint64 knownFrom(qint64 /*row*/) const { return begin(); }

    // Of one level of a thread's row; with `only`, of the slices that have one of these labels.
    virtual void pieces(qint64 row, int level, qint64 from, qint64 to, double perPixel, const TimelineLabels* only,
                        std::vector<TimelinePiece>& out) const = 0;
    virtual bool has(const TimelineSlice& slice) const = 0;
    virtual TimelineSpan span(const TimelineSlice& slice) const = 0;
    // The slice at a time, or the first one after it within `slack` ns before or behind; none: not valid().
    virtual TimelineSlice at(qint64 row, int level, qint64 time, qint64 slack) const = 0;
    // In the same row and level.
    virtual TimelineSlice neighbour(const TimelineSlice& slice, int direction) const = 0;
    // Of those that have one of the labels, anywhere: the next by its beginning; none: not valid().
    virtual TimelineSlice next(const TimelineSlice& slice, int direction, const TimelineLabels& labels) const = 0;
    virtual TimelineSlice firstOf(const TimelineLabels& labels, qint64 from) const = 0;

    virtual QString text(quint32 label) const = 0;  // what stands in a slice
    virtual QColor color(quint32 label) const = 0;
    virtual TimelineLabels sameName(quint32 label) const = 0;
    virtual QString words(const TimelineSlice& slice) const = 0;  // all of it, in lines

    // The least and greatest of a counter in each pixel.
    virtual void extents(qint64 row, qint64 from, qint64 to, double perPixel,
                         std::vector<TimelineExtent>& out) const = 0;
    virtual double greatest(qint64 row) const = 0;  // of all, the top of its scale
    virtual double valueAt(qint64 row, qint64 time) const = 0;
    virtual QString valueText(qint64 row, double value) const = 0;

signals:
    void changed();  // rows and slices
};

}  // namespace tl
