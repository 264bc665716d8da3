// One stream of events with many readers: the window, the run's journal, event files, the terminal. Each reads at its
// own pace from a place of its own. Writing never waits for a reader. Memory is bounded: where a reader falls behind,
// watched histograms and pictures go first, oldest first, and it is told how many it has missed; numbers, states and
// notes, which are small, stay until all have read them, up to two million, which is beyond what any disk or window
// takes to catch up; a reader that misses even those is told so too. Any thread; a reader belongs to one.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/train/events.h"

namespace tl {

// What a reader takes at once: the events themselves, in order, shared with the other readers.
class EventBatch {
public:
    class Iterator {
    public:
        using Inner = std::vector<std::shared_ptr<const Event>>::const_iterator;
        using value_type = Event;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        explicit Iterator(Inner at) : at_(at) {}
        const Event& operator*() const { return **at_; }
        const Event* operator->() const { return at_->get(); }
        Iterator& operator++() { return ++at_, *this; }
        Iterator operator++(int) { return Iterator(at_++); }
        bool operator==(const Iterator&) const = default;

    private:
        Inner at_;
    };
    Iterator begin() const { return Iterator(events_.begin()); }
    Iterator end() const { return Iterator(events_.end()); }
    bool empty() const { return events_.empty(); }
    size_t size() const { return events_.size(); }
    std::vector<Event> copy() const { return std::vector<Event>(begin(), end()); }
    const Event& front() const { return *events_.front(); }
    const Event& back() const { return *events_.back(); }

private:
    friend class EventReader;
    std::vector<std::shared_ptr<const Event>> events_;
};

class EventLog : public std::enable_shared_from_this<EventLog> {
public:
    struct Limits {
        size_t watchedBytes = size_t{64} << 20;  // of watched values that wait for a reader
        size_t events = size_t{2} << 20;
    };
    static std::shared_ptr<EventLog> make() { return make(Limits{}); }
    static std::shared_ptr<EventLog> make(Limits limits);

    void push(Event event);
    // From here on, or from the oldest that is still there.
    enum class From { Now, Oldest };
    std::unique_ptr<class EventReader> reader(From from = From::Now);

private:
    friend class EventReader;
    explicit EventLog(Limits limits) : limits_(limits) {}
    struct Entry {
        std::shared_ptr<const Event> event;  // null: let go before all had read it
        size_t bytes = 0;                    // of a watched value
    };
    void trim();
    Entry& at(uint64_t number) { return entries_[static_cast<size_t>(number - first_)]; }

    const Limits limits_;
    std::mutex mutex_;  // for all below, and the readers' places
    std::deque<Entry> entries_;
    uint64_t first_ = 0;            // number of entries_.front()
    std::deque<uint64_t> watched_;  // numbers of those that can be let go
    size_t watchedBytes_ = 0;
    std::vector<class EventReader*> readers_;
};

class EventReader {
public:
    ~EventReader();
    EventReader(const EventReader&) = delete;
    EventReader& operator=(const EventReader&) = delete;
    EventBatch drain();  // everything pending, in order
    // Since the reader was made: what it never saw.
    int64_t missedWatched() const { return missedWatched_; }
    int64_t missed() const { return missed_; }  // numbers and all else

private:
    friend class EventLog;
    EventReader(std::shared_ptr<EventLog> log, uint64_t next) : log_(std::move(log)), next_(next) {}
    std::shared_ptr<EventLog> log_;
    uint64_t next_;
    std::atomic<int64_t> missedWatched_ = 0, missed_ = 0;  // counted by who tells, too
};

}  // namespace tl
