// While one lives, the process gets so much more memory and no more: who believes a length that a file only claims runs
// out of it. Counted as address space, so that memory that is asked for counts whether it is touched or not. A program
// with a sanitizer has address space of its own, and no bound.
#pragma once

#include <atomic>
#include <fstream>
#include <new>

#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/sanitized.h"

namespace tl::test {

class MemoryBound {
public:
    explicit MemoryBound(size_t bytes) {
        asked() = false;
        std::set_new_handler([] {
            asked() = true;
            throw std::bad_alloc();
        });
        ::getrlimit(RLIMIT_AS, &before_);
        rlimit bound = before_;
        size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        bound.rlim_cur = pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE)) + bytes;
        if (!kSanitized) ::setrlimit(RLIMIT_AS, &bound);
    }
    ~MemoryBound() {
        ::setrlimit(RLIMIT_AS, &before_);
        std::set_new_handler(nullptr);
    }
    MemoryBound(const MemoryBound&) = delete;
    MemoryBound& operator=(const MemoryBound&) = delete;
    // Somebody asked for more, on any thread, though he may have got over it.
    static bool exceeded() { return asked(); }

private:
    static std::atomic<bool>& asked() {
        static std::atomic<bool> is = false;
        return is;
    }
    rlimit before_{};
};

}  // namespace tl::test
