// Asks the compiler's cpuid helper, which also checks that the system saves the wide registers.
#include "engine/backend/cpu/isa.h"

#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace tl::cpu {

Isa bestIsa() {
    static const Isa best = [] {
        __builtin_cpu_init();
        Isa found = Isa::Baseline;
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) found = Isa::Avx2;
        if (found == Isa::Avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
            found = Isa::Avx512;
        }
        if (const char* wish = std::getenv("TENSORLOOM_ISA")) {
            if (std::strcmp(wish, "sse2") == 0) return Isa::Baseline;
            if (std::strcmp(wish, "avx2") == 0 && found == Isa::Avx512) return Isa::Avx2;
        }
        return found;
    }();
    return best;
}

bool multipliesBf16() {
    static const bool found = bestIsa() == Isa::Avx512 && __builtin_cpu_supports("avx512bf16");
    return found;
}

bool multipliesTiles() {
    // The state is large, so a program has to ask for it: Linux, Documentation/arch/x86/xstate.rst.
    constexpr long kAskForState = 0x1023, kTileData = 18;
    static const bool found = [] {
        unsigned a = 0, b = 0, c = 0, d = 0;
        constexpr unsigned kBf16 = 1u << 22, kTiles = 1u << 24;
        const char* wish = std::getenv("TENSORLOOM_ISA");
        return multipliesBf16() && !(wish && *wish) && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d & kBf16) &&
               (d & kTiles) && syscall(SYS_arch_prctl, kAskForState, kTileData) == 0;
    }();
    return found;
}

const char* isaName(Isa isa) {
    switch (isa) {
    case Isa::Baseline: return "SSE2";
    case Isa::Avx2: return "AVX2";
    case Isa::Avx512: return "AVX-512";
    }
    return "?";
}

}  // namespace tl::cpu
