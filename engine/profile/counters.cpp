// See the header.
#include "engine/profile/counters.h"

#include <atomic>
#include <chrono>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

#include "engine/profile/spans.h"

namespace tl {

namespace {

std::atomic<int64_t> planBytes{0};

double secondsOfAllThreads() {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double residentBytes() {
    double all = 0, resident = 0;  // pages
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

void PlanMemoryHeld::set(size_t bytes) {
    planBytes += static_cast<int64_t>(bytes) - static_cast<int64_t>(bytes_);
    bytes_ = bytes;
}

void recordProcessCounters() {
    static const SpanName memory = spanName({"process memory", {}, "B", SpanCategory::Other}),
                          plans = spanName({"plan memory", {}, "B", SpanCategory::Other}),
                          cores = spanName({"cores busy", {}, "cores", SpanCategory::Other});
    static thread_local std::chrono::steady_clock::time_point last{};
    static thread_local double used = 0;
    const auto now = std::chrono::steady_clock::now();
    const double passed = std::chrono::duration<double>(now - last).count();
    if (passed < 0.02) return;
    const double total = secondsOfAllThreads();
    if (last.time_since_epoch().count() != 0) recordCounter(cores, (total - used) / passed);
    recordCounter(memory, residentBytes());
    recordCounter(plans, static_cast<double>(planBytes.load()));
    last = now;
    used = total;
}

}  // namespace tl
