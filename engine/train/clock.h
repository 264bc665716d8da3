// The two clocks of a run, in seconds: the wall's for records, the steady one for durations.
#pragma once

#include <chrono>

namespace tl {

inline double wallClock() {  // since 1970
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

inline double steadyClock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace tl
