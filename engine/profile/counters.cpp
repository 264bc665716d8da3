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

}  // namespace

double residentBytes() {
    double all = 0, resident = 0;  // pages
    std::ifstream("/proc/self/statm") >> all >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

size_t planBytesHeld() { return static_cast<size_t>(planBytes.load()); }

void PlanMemoryHeld::set(size_t bytes) {
    planBytes += static_cast<int64_t>(bytes) - static_cast<int64_t>(bytes_);
    bytes_ = bytes;
}

void recordProcessCounters() {
    static const SpanName memory = spanName({"process memory", {}, "B", SpanCategory::Other}),
                          plans = spanName({"memory of all plans", {}, "B", SpanCategory::Other}),
                          cores = spanName({"cores busy", {}, "cores", SpanCategory::Other});
    static std::atomic<int64_t> last{0};  // nanoseconds
    static std::atomic<double> used{0};
    const int64_t now = std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
    int64_t before = last.load(std::memory_order_acquire);
    if (now - before < 20'000'000 || !last.compare_exchange_strong(before, now)) return;
    const double total = secondsOfAllThreads(), usedBefore = used.exchange(total);
    if (before != 0 && now - before < 10'000'000'000)  // not the mean over a rest
        recordCounter(cores, (total - usedBefore) / (1e-9 * static_cast<double>(now - before)));
    recordCounter(memory, residentBytes());
    recordCounter(plans, static_cast<double>(planBytes.load()));
}

}  // namespace tl
