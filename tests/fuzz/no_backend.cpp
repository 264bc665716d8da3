// Readers of projects make plans' descriptions and run none: the fuzzers have a backend without kernels, so that the
// sanitizers' compiler need not build the real one.
#include "engine/backend/cpu/isa.h"
#include "engine/backend/cpu/kernels.h"
#include "engine/backend/threads.h"

namespace tl {

ThreadScope::ThreadScope(int) : before_(0) {}
ThreadScope::~ThreadScope() = default;
int physicalThreads() { return 1; }
void inParts(int parts, const std::function<void(int)>& body) {
    for (int part = 0; part < parts; ++part) body(part);
}

namespace cpu {
void addKernels(KernelTable&) {}
Isa bestIsa() { return Isa::Baseline; }
const char* isaName(Isa) { return "none"; }
bool multipliesBf16() { return false; }
}  // namespace cpu

}  // namespace tl
