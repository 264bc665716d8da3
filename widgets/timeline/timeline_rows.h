// Where a timeline's rows stand, from the top: pinned ones first, which stay in sight, then each group under its title.
#pragma once

#include <QSet>
#include <QString>
#include <vector>

#include "widgets/timeline/timeline_model.h"

namespace tl {

struct TimelineLine {
    enum Kind { Group, Row };
    Kind kind = Row;
    const TimelineRow* row = nullptr;
    QString group;
    int y = 0, height = 0;  // in the pinned part, or in the scrolled part
    bool pinned = false, folded = false;
};

class TimelineRows {
public:
    static constexpr int kLevel = 22, kPad = 6, kGroup = 26;
    static int counter();  // a counter's height: two lines of letters

    void arrange(const std::vector<TimelineRow>& rows);
    const std::vector<TimelineLine>& lines() const { return lines_; }
    int pinnedHeight() const { return pinnedHeight_; }
    int scrolledHeight() const { return scrolledHeight_; }
    const TimelineLine* lineOf(qint64 key) const;  // the pinned one, if it is

    bool pinned(qint64 key) const { return pinned_.contains(key); }
    void pin(qint64 key, bool on);
    void fold(const QString& group, bool on);
    bool folded(const QString& group) const { return folded_.contains(group); }
    void foldRow(qint64 key, bool on);  // a thread to its outermost slices
    bool rowFolded(qint64 key) const { return flat_.contains(key); }
    int levels(const TimelineRow& row) const { return flat_.contains(row.key) ? 1 : row.levels; }

private:
    QSet<qint64> pinned_, flat_, met_;
    QSet<QString> folded_;
    std::vector<TimelineLine> lines_;
    int pinnedHeight_ = 0, scrolledHeight_ = 0;
};

}  // namespace tl
