// See the header. Reserved are as many addresses as the machine has memory: pages without access cost nothing.
#include "engine/backend/growing_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <new>

namespace tl {
namespace {

constexpr size_t kLargePage = size_t{2} << 20;

size_t machineMemory() {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? static_cast<size_t>(pages) * static_cast<size_t>(page) : 0;
}

void* reserve(size_t bytes) {
    void* at = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? nullptr : at;
}

}  // namespace

GrowingMemory::~GrowingMemory() {
    if (reserved_) munmap(reserved_, reservedBytes_);
}

bool GrowingMemory::grow(size_t bytes) {
    if (bytes <= bytes_) return true;
    const size_t wanted = (bytes + kLargePage - 1) / kLargePage * kLargePage;
    if (!reserved_)
        for (const size_t room : {std::max(wanted, machineMemory()), wanted}) {  // addresses can have a limit, too
            reserved_ = reserve(room + kLargePage);
            if (!reserved_) continue;
            reservedBytes_ = room + kLargePage;
            room_ = room;
            const auto at = reinterpret_cast<uintptr_t>(reserved_);
            begin_ = static_cast<std::byte*>(reserved_) + (kLargePage - at % kLargePage) % kLargePage;
            break;
        }
    if (!reserved_) throw std::bad_alloc();
    if (wanted > room_) return false;
    if (mprotect(begin_, wanted, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    madvise(begin_, wanted, MADV_HUGEPAGE);  // where the system has none, small ones do
    std::memset(begin_ + bytes_, 0, bytes - bytes_);  // what is not there shows now, not in the middle of a run
    bytes_ = bytes;
    return true;
}

}  // namespace tl
