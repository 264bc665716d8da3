// Picks the table of the instruction set once.
#include "engine/backend/cpu/isa.h"
#include "engine/backend/cpu/vec/table.h"

namespace tl::cpu {

const VecTable& vec() {
    static const VecTable& best = []() -> const VecTable& {
        switch (bestIsa()) {
        case Isa::Avx512: return avx512::table();
        case Isa::Avx2: return avx2::table();
        case Isa::Baseline: break;
        }
        return sse2::table();
    }();
    return best;
}

}  // namespace tl::cpu
