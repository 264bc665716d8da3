// Which of two operations is sure to come first: a vector clock for each stream, carried by events.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/backend/cuda/driver.h"

namespace tl::cuda {

class Order {
public:
    using Clock = std::vector<uint64_t>;  // by stream: how many of its operations are sure to be over

    // The number of a new operation of the stream, from 1.
    uint64_t step(Stream stream) { return ++at(clockOf(stream), stream); }
    void record(Event event, Stream stream) { events_[event] = clockOf(stream); }
    bool recorded(Event event) const { return events_.count(event) != 0; }
    void forget(Event event) { events_.erase(event); }
    void wait(Stream stream, Event event) { join(clockOf(stream), events_[event]); }
    // The host has seen the end of the stream; what it asks of any stream from now on comes later.
    void reachHost(Stream stream) { join(host_, clockOf(stream)); }
    void reachHost(Event event) { join(host_, events_[event]); }
    // Whether nothing is under way that the host does not know to be over.
    bool hostKnowsAll() {
        for (auto& [stream, clock] : streams_)
            if (at(host_, stream) < at(clock, stream)) return false;
        return true;
    }

    bool knows(Stream stream, Stream of, uint64_t number) { return at(clockOf(stream), of) >= number; }
    bool hostKnows(Stream of, uint64_t number) { return at(host_, of) >= number; }
    uint64_t steps(Stream stream) { return at(clockOf(stream), stream); }

private:
    static uint64_t& at(Clock& clock, Stream stream) {
        const auto index = static_cast<size_t>(stream);
        if (clock.size() <= index) clock.resize(index + 1);
        return clock[index];
    }
    static void join(Clock& clock, const Clock& other) {
        if (clock.size() < other.size()) clock.resize(other.size());
        for (size_t i = 0; i < other.size(); ++i) clock[i] = clock[i] < other[i] ? other[i] : clock[i];
    }
    Clock& clockOf(Stream stream) {
        Clock& clock = streams_[stream];
        join(clock, host_);
        return clock;
    }

    std::map<Stream, Clock> streams_;
    std::map<Event, Clock> events_;
    Clock host_;
};

}  // namespace tl::cuda
