// How a thread of ours rests between two rounds: so long, or until something is due. A value, so that tests can have a
// clock of their own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace tl {

using Rest = std::function<void(std::condition_variable& changed, std::unique_lock<std::mutex>& lock,
                                std::chrono::milliseconds length, const std::function<bool()>& due)>;

inline Rest restByTheClock() {
    return [](auto& changed, auto& lock, std::chrono::milliseconds length, const auto& due) {
        changed.wait_for(lock, length, due);
    };
}

}  // namespace tl
