// Entries are numbered for ever; a reader's place is the number of the next one. What all have read goes at once.
#include "engine/train/event_log.h"

#include <algorithm>
#include <utility>

namespace tl {
namespace {

// What is heavy about a watched value; 0 for everything else, watched numbers among it.
size_t bytesOf(const Event& event) {
    const auto* watched = std::get_if<WatchedRecord>(&event);
    if (!watched || std::holds_alternative<Measured>(watched->content) ||
        std::holds_alternative<WatchedRecord::UpdateRatio>(watched->content))
        return 0;
    size_t bytes = sizeof(Event) + watched->name.size();
    if (const auto* histogram = std::get_if<std::shared_ptr<const Histogram>>(&watched->content))
        bytes += sizeof(Histogram) + ((*histogram)->edges.size() + (*histogram)->counts.size()) * sizeof(double);
    if (const auto* pictures = std::get_if<std::shared_ptr<const Pictures>>(&watched->content))
        bytes += sizeof(Pictures) + (*pictures)->pixels.size() + (*pictures)->broken.size();
    return bytes;
}

}  // namespace

std::shared_ptr<EventLog> EventLog::make(Limits limits) { return std::shared_ptr<EventLog>(new EventLog(limits)); }

void EventLog::push(Event event) {
    const size_t bytes = bytesOf(event);
    auto shared = std::make_shared<const Event>(std::move(event));
    const std::lock_guard lock(mutex_);
    if (readers_.empty()) return;
    entries_.push_back({std::move(shared), bytes});
    if (bytes > 0) {
        watched_.push_back(first_ + entries_.size() - 1);
        watchedBytes_ += bytes;
    }
    while (watchedBytes_ > limits_.watchedBytes) {
        Entry& oldest = at(watched_.front());
        watched_.pop_front();
        watchedBytes_ -= oldest.bytes;
        oldest.event.reset();
    }
    if (entries_.size() > limits_.events) {
        // The slowest is a whole stream behind: half of what it has not read goes at once.
        const size_t gone = entries_.size() / 2;
        for (EventReader* reader : readers_)
            while (reader->next_ < first_ + gone) {
                const Entry& entry = at(reader->next_++);
                ++(entry.bytes > 0 ? reader->missedWatched_ : reader->missed_);
            }
        trim();
    }
}

std::unique_ptr<EventReader> EventLog::reader(From from) {
    const std::lock_guard lock(mutex_);
    const uint64_t next = from == From::Oldest ? first_ : first_ + entries_.size();
    std::unique_ptr<EventReader> made(new EventReader(shared_from_this(), next));
    readers_.push_back(made.get());
    return made;
}

// With the mutex held.
void EventLog::trim() {
    uint64_t wanted = first_ + entries_.size();
    for (const EventReader* reader : readers_) wanted = std::min(wanted, reader->next_);
    while (first_ < wanted) {
        if (!watched_.empty() && watched_.front() == first_) {
            watchedBytes_ -= entries_.front().bytes;
            watched_.pop_front();
        }
        entries_.pop_front();
        ++first_;
    }
}

EventReader::~EventReader() {
    const std::lock_guard lock(log_->mutex_);
    std::erase(log_->readers_, this);
    log_->trim();
}

EventBatch EventReader::drain() {
    EventBatch batch;
    const std::lock_guard lock(log_->mutex_);
    const uint64_t end = log_->first_ + log_->entries_.size();
    batch.events_.reserve(static_cast<size_t>(end - next_));
    for (; next_ < end; ++next_) {
        const EventLog::Entry& entry = log_->at(next_);
        if (entry.event)
            batch.events_.push_back(entry.event);
        else
            ++missedWatched_;
    }
    log_->trim();
    return batch;
}

}  // namespace tl
