// Lets the calling thread, and the threads that it starts from now on, go behind others of the process. Linux keeps
// niceness for each thread and hands it down, so a training thread that calls this first takes its loader and its
// OpenMP team along, and the window's thread is never kept waiting for a core.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

namespace tl {

// niceness as in nice(1): 0 changes nothing, up to 19. Does nothing where the system refuses.
inline void lowerThreadPriority(int niceness) {
    if (niceness > 0) setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), niceness);
}

}  // namespace tl
