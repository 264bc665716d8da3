// See the header.
#include "widgets/timeline/timeline_rows.h"

#include "widgets/theme/theme.h"

namespace tl {

int TimelineRows::counter() { return Theme::instance().scaled(36); }

void TimelineRows::arrange(const std::vector<TimelineRow>& rows) {
    lines_.clear();
    pinnedHeight_ = scrolledHeight_ = 0;
    QSet<QString> groups;
    for (const TimelineRow& row : rows) {
        groups.insert(row.group);
        if (met_.contains(row.key)) continue;
        met_.insert(row.key);
        if (row.flat) flat_.insert(row.key);
    }
    const auto add = [&](const TimelineRow& row, bool pinned) {
        int& y = pinned ? pinnedHeight_ : scrolledHeight_;
        const int height = row.kind == TimelineRow::Counter ? counter() + 2 * kPad : levels(row) * kLevel + 2 * kPad;
        lines_.push_back({TimelineLine::Row, &row, row.group, y, height, pinned, flat_.contains(row.key)});
        y += height;
    };
    for (const TimelineRow& row : rows)
        if (pinned_.contains(row.key)) add(row, true);
    const QString* group = nullptr;
    for (const TimelineRow& row : rows) {
        if (groups.size() > 1 && (!group || *group != row.group)) {
            lines_.push_back(
                {TimelineLine::Group, nullptr, row.group, scrolledHeight_, kGroup, false, folded_.contains(row.group)});
            scrolledHeight_ += kGroup;
        }
        group = &row.group;
        if (!pinned_.contains(row.key) && !folded_.contains(row.group)) add(row, false);
    }
}

const TimelineLine* TimelineRows::lineOf(qint64 key) const {
    for (const TimelineLine& line : lines_)
        if (line.row && line.row->key == key) return &line;
    return nullptr;
}

void TimelineRows::pin(qint64 key, bool on) {
    if (on)
        pinned_.insert(key);
    else
        pinned_.remove(key);
}

void TimelineRows::fold(const QString& group, bool on) {
    if (on)
        folded_.insert(group);
    else
        folded_.remove(group);
}

void TimelineRows::foldRow(qint64 key, bool on) {
    if (on)
        flat_.insert(key);
    else
        flat_.remove(key);
}

}  // namespace tl
