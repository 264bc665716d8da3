// See the header. Reserved are as many addresses as the machine has memory: pages without access cost nothing.
#include "engine/backend/growing_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace tl {
namespace {

size_t pageSize() { return static_cast<size_t>(std::max(sysconf(_SC_PAGESIZE), 1L)); }

size_t machineMemory() { return static_cast<size_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L)) * pageSize(); }

void* reserve(size_t bytes) {
    void* at = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return at == MAP_FAILED ? nullptr : at;
}

}  // namespace

GrowingMemory::~GrowingMemory() {
    if (begin_) munmap(begin_, room_);
}

bool GrowingMemory::grow(size_t bytes) {
    if (bytes <= bytes_) return true;
    const size_t page = pageSize(), wanted = (bytes + page - 1) / page * page;
    if (!begin_)
        for (const size_t room : {std::max(wanted, machineMemory()), wanted}) {  // addresses can have a limit, too
            begin_ = static_cast<std::byte*>(reserve(room));
            room_ = room;
            if (begin_) break;
        }
    if (!begin_) throw std::bad_alloc();
    if (wanted > room_) return false;
    if (mprotect(begin_, wanted, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
    std::memset(begin_ + bytes_, 0, bytes - bytes_);  // what is not to be had shows now, not in the middle of a run
    bytes_ = bytes;
    return true;
}

}  // namespace tl
