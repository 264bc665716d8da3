// A ring is written by its thread alone. A reader copies a slot and then looks whether the writer has come round to it:
// what may be torn is given up (a sequence lock over the whole ring; Boehm, "Can seqlocks get along with programming
// language memory models?", 2012).
#include "engine/profile/spans.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <map>
#include <mutex>
#include <new>

#include <sys/mman.h>

#include "engine/profile/collecting.h"

namespace tl {
namespace {

// A ring that comes round sooner than after kKeptSeconds doubles, so that quiet threads take little and busy ones reach
// back as far: at most 48 MiB a thread. What rings have grown by takes kAllGrown at most, however many threads are
// busy.
constexpr uint64_t kFirstSlots = uint64_t{1} << 14, kMostSlots = uint64_t{1} << 21;
constexpr std::chrono::seconds kKeptSeconds{10};
constexpr int64_t kAllGrown = int64_t{256} << 20;  // bytes
constexpr size_t kEndedKept = 32;                  // rings of threads that are gone
std::atomic<int64_t> roomToGrow{kAllGrown};

struct Slot {
    std::atomic<uint64_t> begin, end, what;  // what: name, depth and number; of a counter: time and value
};

// Of the upper half of `what`: the name and above it the depth, or this for a counter.
constexpr uint32_t kNameBits = 24, kNameMask = (1u << kNameBits) - 1, kCounterMark = 0xFF;

class Ring {
public:
    explicit Ring(int thread) : thread(thread), name("thread " + std::to_string(thread)) {
        // Of which only what is written takes memory.
        void* memory = ::mmap(nullptr, kMostSlots * sizeof(Slot), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        slots_ = next_ = static_cast<Slot*>(memory);  // zeros, which are atomics of 0
        end_ = slots_ + kFirstSlots;
    }
    ~Ring() {
        ::munmap(slots_, kMostSlots * sizeof(Slot));
        roomToGrow += grown();
    }
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;

    void write(uint32_t nameAndDepth, uint32_t number, uint64_t begin, uint64_t end) {
        if (next_ == end_) comeRound();
        // Released, so that who sees a new word also sees how many were written before it.
        Slot& slot = *next_++;
        slot.begin.store(begin, std::memory_order_release);
        slot.end.store(end, std::memory_order_release);
        slot.what.store(uint64_t{nameAndDepth} << 32 | number, std::memory_order_release);
        written_.store(written_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    uint64_t written() const { return written_.load(std::memory_order_acquire); }

    int64_t grown() const { return static_cast<int64_t>((shape().slots - kFirstSlots) * sizeof(Slot)); }  // bytes

    // Those from number `from` on that are still there.
    void read(uint64_t from, ThreadSpans& to, uint64_t& next) const {
        const uint64_t end = written();
        const Shape now = shape();  // as it was then, or larger
        const uint64_t first = std::min(end, std::max({from, now.first, end > now.slots ? end - now.slots : 0}));
        to.spans.reserve(static_cast<size_t>(end - first));
        for (uint64_t at = first; at < end; ++at) {
            const Slot& slot = slots_[(at - now.first) & (now.slots - 1)];
            const uint64_t what = slot.what.load(std::memory_order_acquire);
            to.spans.push_back({slot.begin.load(std::memory_order_acquire), slot.end.load(std::memory_order_acquire),
                                static_cast<SpanName>(what >> 32) & kNameMask, static_cast<uint32_t>(what),
                                static_cast<uint8_t>(what >> (32 + kNameBits))});
        }
        // While they were copied the writer may have come round to the first ones.
        const uint64_t after = written_.load(std::memory_order_relaxed);
        const uint64_t whole = after >= now.slots ? after - now.slots + 1 : 0;
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
    // Span number n stands in slot (n - first) % slots. What a ring holds when it grows stays where it is.
    struct Shape {
        uint64_t first, slots;
    };
    static constexpr int kFirstBits = 58;  // above them how often it has doubled
    Shape shape() const {
        const uint64_t packed = shape_.load(std::memory_order_acquire);
        return {packed & ((uint64_t{1} << kFirstBits) - 1), kFirstSlots << (packed >> kFirstBits)};
    }

    // All slots are written since the last time.
    [[gnu::noinline]] void comeRound() {
        const Clock::time_point now = Clock::now();
        const Shape all = shape();
        const auto more = static_cast<int64_t>(all.slots * sizeof(Slot));
        if (now - cameRound_ < kKeptSeconds && all.slots < kMostSlots) {
            if (roomToGrow.fetch_sub(more) >= more) {
                const auto doubled = static_cast<uint64_t>(std::countr_zero(2 * all.slots / kFirstSlots));
                shape_.store(doubled << kFirstBits | (written() - all.slots), std::memory_order_release);
                end_ = slots_ + 2 * all.slots;
                return;
            }
            roomToGrow += more;
        }
        next_ = slots_;
        cameRound_ = now;
    }

    using Clock = std::chrono::steady_clock;
    Slot *slots_, *next_, *end_;
    Clock::time_point cameRound_ = Clock::now();  // when the first slot was written
    std::atomic<uint64_t> shape_{0};
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
        // The newest of them, as far as they leave what they have grown by to others.
        size_t ended = 0;
        int64_t grown = 0;
        for (size_t i = all.rings.size(); i-- > 0;) {
            if (!all.rings[i]->ended) continue;
            grown += all.rings[i]->grown();
            if (++ended > kEndedKept || grown > kAllGrown / 2)
                all.rings.erase(all.rings.begin() + static_cast<std::ptrdiff_t>(i));
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
    if (begin == 0 || end == 0) return;  // the clock stood
    ownRing().write(name | uint32_t{detail::spanDepth} << kNameBits, number, begin, end);
}

void recordCounter(SpanName name, double value) {
    if (const uint64_t now = ticks(); now != 0)
        ownRing().write(name | kCounterMark << kNameBits, 0, now, std::bit_cast<uint64_t>(value));
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
