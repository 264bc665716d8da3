// A grid of GPU threads on the CPU: one fiber a thread, a block at a time, in an order drawn anew between any two
// meetings of threads. Shared memory begins as NaN and lies on the heap, so that a sanitizer sees its ends. What would
// be undefined on a GPU throws Error naming the kernel's line: a barrier that not all threads of a block come to, a
// shuffle from a lane that is not there. The memory model is not covered: a thread runs alone until it meets others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>

#include "engine/backend/cuda/driver.h"

namespace tl::cuda {

// A place in a kernel's source where threads meet.
struct Site {
    const char* file;
    int line;
    friend bool operator<(const Site& a, const Site& b);
    std::string text() const;  // "softmax.cu:41"
};

// A row of what can be launched: the linker gathers those of all kernel files (TL_KERNEL in host/prelude.h).
struct HostKernel {
    const char* name;
    void (*run)(const void* arguments);  // one thread
    size_t argumentBytes;
    unsigned threads;  // of a block, at most
};
const HostKernel& hostKernel(const std::string& name);  // throws Error for one that is not there

// Runs `thread` once for each thread of the grid, in orders that follow from the seed.
void runGrid(Dim3 grid, Dim3 block, const std::function<void()>& thread, uint64_t seed);

// For tests of tests: the barriers met on this thread since the set was last cleared, and one that is taken out.
struct Barriers {
    std::set<Site> met;
    const Site* removed = nullptr;
};
Barriers& barriers();

// What the threads of a running grid call, through host/prelude.h.
namespace threads {
const Dim3& threadIndex();
const Dim3& blockIndex();
const Dim3& blockExtent();
const Dim3& gridExtent();
void meetBlock(const Site& site);
// Gives `value` to the lanes of `mask` and takes that of `source` (-1: its own); `votes`, where asked for, are the
// lanes whose value was not zero.
uint64_t meetWarp(const Site& site, uint32_t mask, uint64_t value, int source, uint32_t* votes = nullptr);
int lane();
// The block's memory of that name, `bytes` long.
void* shared(const void* name, size_t bytes);
}  // namespace threads

}  // namespace tl::cuda
