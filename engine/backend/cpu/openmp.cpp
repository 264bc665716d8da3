// Debian's oneDNN brings OpenMP's threads with it, and two pools would fight for the cores. These are the functions of
// libgomp that it calls (all of them: `nm -D libdnnl.so`), so that its regions run on our team; the programs export
// them, and a symbol of the program goes before a library's. Nothing else that is linked uses OpenMP.
#include "engine/backend/cpu/team.h"

extern "C" {

void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned /*flags*/) {
    struct Call {
        void (*body)(void*);
        void* data;
    };
    const Call call{body, data};
    tl::cpu::runTogether(
        threads > 0 ? static_cast<int>(threads) : tl::cpu::threadLimit(),
        [](const void* argument, int) {
            const Call& made = *static_cast<const Call*>(argument);
            made.body(made.data);
        },
        &call);
}

void GOMP_barrier() { tl::cpu::teamBarrier(); }
int omp_get_max_threads() { return tl::cpu::threadLimit(); }
int omp_get_num_threads() { return tl::cpu::partsRunning(); }
int omp_get_thread_num() { return tl::cpu::partNumber(); }
int omp_in_parallel() { return tl::cpu::insideRegion() && tl::cpu::partsRunning() > 1; }
}
