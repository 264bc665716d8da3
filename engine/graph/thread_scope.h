// The number of OpenMP threads that kernels use, set for the calling thread and put back at the end. Both choosing
// kernels and running them happen under it, since libraries size their work by it.
#pragma once

#include <omp.h>

namespace tl {

class ThreadScope {
public:
    explicit ThreadScope(int threads) : before_(omp_get_max_threads()), changed_(threads != before_) {
        if (changed_) omp_set_num_threads(threads);
    }
    ~ThreadScope() {
        if (changed_) omp_set_num_threads(before_);
    }
    ThreadScope(const ThreadScope&) = delete;
    ThreadScope& operator=(const ThreadScope&) = delete;

private:
    int before_;
    bool changed_;
};

} // namespace tl
