// See the header. A quota is so many microseconds of all processors in each period: "150000 100000" is one and a half.
#include "engine/core/processors.h"

#include <sched.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <thread>

#include "engine/core/control_groups.h"

namespace tl {

int threadsByQuota(const std::filesystem::path& root) {
    int64_t least = std::numeric_limits<int>::max();
    for (const ControlGroup& group : controlGroups("cpu", root)) {
        int64_t quota = 0, period = 0;  // without a limit "max" in version 2, which is no number, and -1 in version 1
        if (group.newer) {
            std::ifstream(group.folder / "cpu.max") >> quota >> period;
        } else {
            std::ifstream(group.folder / "cpu.cfs_quota_us") >> quota;
            std::ifstream(group.folder / "cpu.cfs_period_us") >> period;
        }
        if (quota > 0 && period > 0) least = std::min(least, quota / period + (quota % period != 0));
    }
    return static_cast<int>(least);
}

int usableThreads() {
    static const int count = [] {
        cpu_set_t set;
        CPU_ZERO(&set);
        const int processors = sched_getaffinity(0, sizeof set, &set) == 0
                                   ? CPU_COUNT(&set)
                                   : static_cast<int>(std::thread::hardware_concurrency());
        return std::max(1, std::min(processors, threadsByQuota()));
    }();
    return count;
}

}  // namespace tl
