// The event queue: a vector behind a mutex, swapped out whole by the reader.
#include "engine/train/events.h"

#include <utility>

namespace tl {

void EventQueue::push(Event event) {
    const std::lock_guard lock(mutex_);
    pending_.push_back(std::move(event));
}

std::vector<Event> EventQueue::drain() {
    std::vector<Event> taken;
    const std::lock_guard lock(mutex_);
    taken.swap(pending_);
    return taken;
}

}  // namespace tl
