// See the header.
#include "ui/models/event_model.h"

#include <algorithm>
#include <limits>

namespace tl {

// Steps rise but where a run was taken back: what was written last counts.
qsizetype EventSeries::at(double step) const {
    qsizetype best = -1;
    for (size_t i = 0; i < items.size(); ++i)
        if (static_cast<double>(items[i].step) <= step &&
            (best < 0 || items[i].step >= items[static_cast<size_t>(best)].step))
            best = static_cast<qsizetype>(i);
    return best < 0 && !items.empty() ? 0 : best;
}

const EventSeries* EventModel::find(int run, const QString& tag) const {
    const auto tags = runs_.find(run);
    if (tags == runs_.end()) return nullptr;
    const auto found = tags->second.find(tag);
    return found == tags->second.end() ? nullptr : &found->second;
}

bool EventModel::has(EventKind kind) const {
    return std::any_of(runs_.begin(), runs_.end(), [kind](const auto& run) {
        return std::any_of(run.second.begin(), run.second.end(),
                           [kind](const auto& tag) { return tag.second.kind == kind; });
    });
}

void EventModel::remove(int run) {
    if (runs_.erase(run)) emit changed(run);
}

void EventModel::removePart(int run, int source, int part) {
    const auto tags = runs_.find(run);
    if (tags == runs_.end()) return;
    std::erase_if(tags->second,
                  [&](const auto& tag) { return tag.second.source == source && tag.second.part == part; });
    emit changed(run);
}

void EventModel::setBusy(bool busy) {
    if (busy == busy_) return;
    busy_ = busy;
    emit busyChanged();
}

double StepCursor::upTo() const { return follows_ ? std::numeric_limits<double>::infinity() : step_; }

}  // namespace tl
