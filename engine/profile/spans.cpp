// A ring is written by its thread alone. A reader copies a slot and then looks whether the writer has come round to it:
// what may be torn is given up (a sequence lock over the whole ring; Boehm, "Can seqlocks get along with programming
// language memory models?", 2012).
#include "engine/profile/spans.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <map>
#include <mutex>
#include <new>

#include <sys/mman.h>

#include "engine/profile/collecting.h"

namespace tl {
namespace {

// 24 bytes each, of which only what was written takes memory: at most 6 MiB a thread.
constexpr uint64_t kSlots = uint64_t{1} << 18;
constexpr size_t kEndedKept = 32;  // rings of threads that are gone

struct Slot {
    std::atomic<uint64_t> begin, end, what;  // what: name, depth and number; of a counter: time and value
};

// Of the upper half of `what`: the name and above it the depth, or this for a counter.
constexpr uint32_t kNameBits = 24, kNameMask = (1u << kNameBits) - 1, kCounterMark = 0xFF;

class Ring {
public:
    explicit Ring(int thread) : thread(thread), name("thread " + std::to_string(thread)) {
        void* memory =
            ::mmap(nullptr, kSlots * sizeof(Slot), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        slots_ = static_cast<Slot*>(memory);  // zeros, which are atomics of 0
    }
    ~Ring() { ::munmap(slots_, kSlots * sizeof(Slot)); }
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;

    void write(uint32_t nameAndDepth, uint32_t number, uint64_t begin, uint64_t end) {
        const uint64_t at = written_.load(std::memory_order_relaxed);
        // Released, so that who sees a new word also sees how many were written before it.
        Slot& slot = slots_[at % kSlots];
        slot.begin.store(begin, std::memory_order_release);
        slot.end.store(end, std::memory_order_release);
        slot.what.store(uint64_t{nameAndDepth} << 32 | number, std::memory_order_release);
        written_.store(at + 1, std::memory_order_release);
    }

    uint64_t written() const { return written_.load(std::memory_order_acquire); }

    // Those from number `from` on that are still there.
    void read(uint64_t from, ThreadSpans& to, uint64_t& next) const {
        const uint64_t end = written();
        const uint64_t first = std::max(from, end > kSlots ? end - kSlots : 0);
        to.spans.reserve(static_cast<size_t>(end - first));
        for (uint64_t at = first; at < end; ++at) {
            const Slot& slot = slots_[at % kSlots];
            const uint64_t what = slot.what.load(std::memory_order_acquire);
            to.spans.push_back({slot.begin.load(std::memory_order_acquire), slot.end.load(std::memory_order_acquire),
                                static_cast<SpanName>(what >> 32) & kNameMask, static_cast<uint32_t>(what),
                                static_cast<uint8_t>(what >> (32 + kNameBits))});
        }
        // While they were copied the writer may have come round to the first ones.
        const uint64_t now = written_.load(std::memory_order_relaxed);
        const uint64_t whole = now >= kSlots ? now - kSlots + 1 : 0;
        if (whole > first) {
            const auto torn = static_cast<std::ptrdiff_t>(std::min(whole, end) - first);
            to.spans.erase(to.spans.begin(), to.spans.begin() + torn);
        }
        to.lost = end - from - to.spans.size();
        next = end;
        // std's, not std::ranges': clang 14 does not take GCC 12's.
        const auto counters = std::stable_partition(
            to.spans.begin(), to.spans.end(), [](const SpanRecord& record) { return record.depth != kCounterMark; });
        for (auto record = counters; record != to.spans.end(); ++record)
            to.counters.push_back({record->begin, record->name, std::bit_cast<double>(record->end)});
        to.spans.erase(counters, to.spans.end());
    }

    const int thread;
    std::string name;  // under the registry's lock
    bool ended = false;

private:
    Slot* slots_;
    alignas(64) std::atomic<uint64_t> written_{0};
};

// Lives for ever: threads end after main() does.
struct Registry {
    std::mutex mutex;
    std::vector<std::shared_ptr<Ring>> rings;
    int threads = 0;
    std::map<SpanInfo, SpanName> names;
    std::vector<SpanInfo> infos{{}};  // the first is nobody's
};
Registry& registry() {
    static auto* all = new Registry;
    return *all;
}

// The calling thread's ring, which stays readable for a while when the thread is gone.
struct OwnRing {
    OwnRing() {
        Registry& all = registry();
        const std::lock_guard lock(all.mutex);
        ring = std::make_shared<Ring>(++all.threads);
        all.rings.push_back(ring);
    }
    ~OwnRing() {
        Registry& all = registry();
        const std::lock_guard lock(all.mutex);
        ring->ended = true;
        size_t ended = 0;
        for (auto it = all.rings.rbegin(); it != all.rings.rend(); ++it) ended += (*it)->ended;
        for (auto it = all.rings.begin(); ended > kEndedKept && it != all.rings.end();) {
            if ((*it)->ended) {
                it = all.rings.erase(it);
                --ended;
            } else {
                ++it;
            }
        }
    }
    std::shared_ptr<Ring> ring;
};
std::atomic<int> collectors{0};

Ring& ownRing() {
    thread_local OwnRing own;
    return *own.ring;
}

}  // namespace

const char* nameOf(SpanCategory category) {
    static constexpr const char* names[] = {"data",       "augment",    "wait",   "forward",  "backward", "update",
                                            "validation", "checkpoint", "window", "op by op", "other"};
    return names[static_cast<int>(category)];
}

SpanName spanName(const SpanInfo& info) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    const auto [found, fresh] = all.names.emplace(info, static_cast<SpanName>(all.infos.size()));
    if (fresh) all.infos.push_back(info);
    return found->second;
}

SpanInfo spanInfo(SpanName name) {
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    return name < all.infos.size() ? all.infos[name] : SpanInfo{};
}

void recordSpan(SpanName name, uint64_t begin, uint64_t end, uint32_t number) {
    ownRing().write(name | uint32_t{detail::spanDepth} << kNameBits, number, begin, end);
}

void recordCounter(SpanName name, double value) {
    ownRing().write(name | kCounterMark << kNameBits, 0, ticks(), std::bit_cast<uint64_t>(value));
}

void nameThread(const std::string& name) {
    Ring& ring = ownRing();
    const std::lock_guard lock(registry().mutex);
    ring.name = name;
}

struct SpanCollector::Impl {
    std::map<int, uint64_t> next;  // by thread
    Start start;
};

bool spansAreCollected() { return collectors.load(std::memory_order_relaxed) > 0; }

SpanCollector::SpanCollector(Start start) : impl_(std::make_unique<Impl>()) {
    ++collectors;
    impl_->start = start;
    if (start == Start::Oldest) return;
    Registry& all = registry();
    const std::lock_guard lock(all.mutex);
    for (const auto& ring : all.rings) impl_->next[ring->thread] = ring->written();
}

SpanCollector::~SpanCollector() { --collectors; }

std::vector<ThreadSpans> SpanCollector::collect() {
    std::vector<std::shared_ptr<Ring>> rings;
    std::vector<ThreadSpans> found;
    {
        Registry& all = registry();
        const std::lock_guard lock(all.mutex);
        rings = all.rings;
        for (const auto& ring : rings) found.push_back({ring->thread, ring->name, {}, 0});
    }
    for (size_t i = 0; i < rings.size(); ++i) {
        uint64_t& next = impl_->next[rings[i]->thread];
        rings[i]->read(next, found[i], next);
    }
    std::erase_if(found, [](const ThreadSpans& thread) {
        return thread.spans.empty() && thread.counters.empty() && thread.lost == 0;
    });
    return found;
}

}  // namespace tl
