// The number of threads that a plan's kernels use, kept for each calling thread. oneDNN takes it when a primitive is
// made and again when it runs, so both must happen inside a scope with the same number.
#pragma once

#include <functional>

namespace tl {

// Sets the calling thread's team size, and puts the old one back when it ends. Cheap (nanoseconds).
class ThreadScope {
public:
    explicit ThreadScope(int threads);
    ~ThreadScope();
    ThreadScope(const ThreadScope&) = delete;
    ThreadScope& operator=(const ThreadScope&) = delete;

private:
    int before_;
};

// Calls body(part) for every part in [0, parts) on the calling thread's team, the caller among it, and returns when all
// are done. Parts must not wait for one another.
void inParts(int parts, const std::function<void(int part)>& body);

// Cores that a plan may use: physical cores of this process's CPU set, no more than threadsByQuota(); at least 1.
int physicalThreads();

}  // namespace tl
