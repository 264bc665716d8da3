// The count of physical cores. Hyperthreads are left out: two vector-heavy threads on one core only
// share its units. No more than the control groups leave time for.
#include "engine/backend/threads.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "engine/core/processors.h"

namespace tl {

int physicalThreads() {
    static const int count = [] {
        cpu_set_t set;
        CPU_ZERO(&set);
        if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
        std::set<std::string> cores;
        int usable = 0;
        for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (!CPU_ISSET(cpu, &set)) continue;
            ++usable;
            const std::string topology = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
            std::string siblings;
            if (std::ifstream file(topology + "thread_siblings_list"); std::getline(file, siblings)) {
                cores.insert(siblings);
            } else {
                cores.insert(std::to_string(cpu));
            }
        }
        // A container may hide the topology and show one list for all.
        const int found = cores.size() <= 1 && usable > 2 ? usable : static_cast<int>(cores.size());
        return std::max(1, std::min(found, threadsByQuota()));
    }();
    return count;
}

}  // namespace tl
