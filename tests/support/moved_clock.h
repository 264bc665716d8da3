// What a writer rests by: it goes on when the test has moved the clock so far, whatever the real one says.
#pragma once

#include <QtTest>
#include <atomic>

#include "engine/core/rest.h"

namespace tl::test {

class MovedClock {
public:
    Rest rest() {
        return [this](auto& changed, auto& lock, std::chrono::milliseconds length, const auto& due) {
            const int64_t until = now_ + length.count();
            ++rests_;
            while (!due() && now_ < until) changed.wait_for(lock, std::chrono::milliseconds(1));
        };
    }
    void move(std::chrono::milliseconds by) { now_ += by.count(); }
    bool rests(int times) {  // it has begun to
        return QTest::qWaitFor([&] { return rests_ >= times; }, 120000);
    }

private:
    std::atomic<int64_t> now_ = 0;
    std::atomic<int> rests_ = 0;
};

}  // namespace tl::test
