// A part is offered and claimed through one number, its ticket: twice the region's number when it is offered, one more
// when it is taken. Taking is a compare-and-swap on the number of the region, so a worker that wakes late never touches
// a region that is over.
#include "engine/backend/cpu/team.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "engine/backend/threads.h"
#include "engine/profile/spans.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tl::cpu {
namespace {

constexpr auto kSpin = std::chrono::microseconds(50);

void breathe() {
#if defined(__x86_64__)
    _mm_pause();
#else
    std::this_thread::yield();
#endif
}

// A number that one thread writes and at most one waits for.
class alignas(64) Signal {
public:
    uint32_t value() const { return value_.load(std::memory_order_acquire); }
    void set(uint32_t value) {
        value_.store(value, std::memory_order_seq_cst);
        if (asleep_.load(std::memory_order_seq_cst)) value_.notify_all();
    }
    bool exchange(uint32_t from, uint32_t to) { return value_.compare_exchange_strong(from, to); }
    // Until `ready(value)`: spins, then sleeps until the value changes, and spins again. Who wakes too late for one
    // region is so awake for the next one, instead of being late each time.
    template <typename Ready>
    void await(const Ready& ready) {
        for (;;) {
            if (ready(value())) return;
            const auto end = std::chrono::steady_clock::now() + kSpin;
            do {
                for (int i = 0; i < 32; ++i) {
                    if (ready(value())) return;
                    breathe();
                }
            } while (std::chrono::steady_clock::now() < end);
            asleep_.store(true, std::memory_order_seq_cst);
            const uint32_t now = value_.load(std::memory_order_seq_cst);
            if (!ready(now)) value_.wait(now, std::memory_order_seq_cst);
            asleep_.store(false, std::memory_order_relaxed);
        }
    }

private:
    std::atomic<uint32_t> value_{0};
    std::atomic<bool> asleep_{false};
};

struct Region {
    PartBody body = nullptr;
    const void* argument = nullptr;
    int parts = 1;
    SpanName span = 0;  // what the caller is about
};

// Where the calling thread is.
struct Place {
    int part = 0, parts = 1;
    bool inside = false;
    class Team* team = nullptr;
};
thread_local Place place;
thread_local int limit = 0;  // 0 = not set: all physical cores
thread_local int seen = 1;   // partsSeen()

// A part that another one's failure keeps from meeting it; the failure is what is told.
struct Abandoned {};

class InPart {
public:
    InPart(int part, int parts, Team* team) : before_(std::exchange(place, {part, parts, true, team})) {}
    ~InPart() { place = before_; }

private:
    Place before_;
};

class Team {
public:
    ~Team() {
        for (auto& worker : workers_) {
            worker->stop.store(true);
            worker->ticket.set(kStop);
        }
    }

    void run(const Region& region, bool together) {
        while (static_cast<int>(workers_.size()) < region.parts - 1) addWorker();
        region_ = region;
        arrived_.store(0, std::memory_order_relaxed);
        number_ = (number_ + 1) & kNumbers;
        if (number_ == 0) number_ = 1;
        const uint32_t offered = number_ * 2;
        for (int part = 1; part < region.parts; ++part) worker(part).ticket.set(offered);
        runPart(region, 0);
        if (!together)
            for (int part = 1; part < region.parts; ++part)
                if (worker(part).ticket.value() == offered && worker(part).ticket.exchange(offered, offered + 1)) {
                    runPart(region, part);
                    worker(part).done.set(number_);
                }
        for (int part = 1; part < region.parts; ++part)
            worker(part).done.await([&](uint32_t done) { return done == number_; });
        if (!failed_.load(std::memory_order_relaxed)) return;
        failed_.store(false, std::memory_order_relaxed);
        failing_.clear(std::memory_order_relaxed);
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    void barrier() {
        const int generation = generation_.load(std::memory_order_acquire);
        meet();
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == region_.parts) {
            arrived_.store(0, std::memory_order_relaxed);
            generation_.store(generation + 1, std::memory_order_seq_cst);
            generation_.notify_all();
            return;
        }
        await(generation);
        meet();
    }

private:
    static constexpr uint32_t kNumbers = 0x3fffffff, kStop = 0xfffffffe;

    // What a part throws ends the region: the first failure is kept for the caller, and who waits for the part wakes.
    void runPart(const Region& region, int part) noexcept {
        try {
            const InPart here(part, region.parts, this);
            region.body(region.argument, part);
        } catch (const Abandoned&) {
        } catch (...) {
            if (failing_.test_and_set(std::memory_order_acquire)) return;
            failure_ = std::current_exception();
            failed_.store(true, std::memory_order_release);
            generation_.fetch_add(1, std::memory_order_seq_cst);
            generation_.notify_all();
        }
    }

    void meet() const {
        if (failed_.load(std::memory_order_acquire)) throw Abandoned();
    }

    void await(int generation) const {
        const auto end = std::chrono::steady_clock::now() + kSpin;
        do {
            for (int i = 0; i < 32; ++i) {
                if (generation_.load(std::memory_order_acquire) != generation) return;
                breathe();
            }
        } while (std::chrono::steady_clock::now() < end);
        generation_.wait(generation);
    }

    struct Worker {
        Signal ticket, done;
        std::atomic<bool> stop{false};
        std::jthread thread;
    };
    Worker& worker(int part) { return *workers_[static_cast<size_t>(part - 1)]; }

    void addWorker() {
        workers_.reserve(workers_.size() + 1);  // behind the thread nothing may fail: who is no worker never ends
        auto made = std::make_unique<Worker>();
        const int part = static_cast<int>(workers_.size()) + 1;
        made->thread = std::jthread([this, self = made.get(), part] { serve(*self, part); });
        workers_.push_back(std::move(made));
    }

    void serve(Worker& self, int part) {
        limit = 1;
        nameThread("kernels " + std::to_string(part));
        for (uint32_t last = 0;;) {
            self.ticket.await([&](uint32_t now) { return (now & 1u) == 0 && now != last; });
            const uint32_t offered = self.ticket.value();
            if (self.stop.load()) return;
            // Odd: the caller has taken the part since; claiming that number would be running a region that is over.
            if ((offered & 1u) != 0 || !self.ticket.exchange(offered, offered + 1)) continue;
            last = offered;
            const SpanName span = region_.span;
            const uint64_t began = ticks();
            runPart(region_, part);
            const uint64_t ended = ticks();
            self.done.set(offered / 2);
            if (span != 0) recordSpan(span, began, ended);  // while the caller goes on
        }
    }

    std::vector<std::unique_ptr<Worker>> workers_;  // of the parts from 1 on
    Region region_;
    uint32_t number_ = 0;
    alignas(64) std::atomic<int> arrived_{0};
    alignas(64) std::atomic<int> generation_{0};
    std::atomic<bool> failed_{false};
    std::atomic_flag failing_;  // one part has begun to say why
    std::exception_ptr failure_;
};

Team& ownTeam() {
    thread_local Team team;
    return team;
}

void dispatch(int parts, PartBody body, const void* argument, bool together) {
    if (parts <= 1) {
        const InPart here(0, 1, nullptr);
        body(argument, 0);
        return;
    }
    seen = std::max(seen, parts);
    ownTeam().run({body, argument, parts, spanUnderWay}, together);
}

}  // namespace

void runParts(int parts, PartBody body, const void* argument) {
    if (!place.inside) return dispatch(parts, body, argument, false);
    for (int part = 0; part < parts; ++part) body(argument, part);
}

void runTogether(int parts, PartBody body, const void* argument) {
    dispatch(place.inside ? 1 : parts, body, argument, true);
}

void teamBarrier() {
    if (place.parts > 1) place.team->barrier();
}

int partNumber() { return place.part; }
int partsRunning() { return place.parts; }
int partsSeen() { return std::exchange(seen, 1); }
bool insideRegion() { return place.inside; }
int threadLimit() { return place.inside ? 1 : limit > 0 ? limit : physicalThreads(); }

}  // namespace tl::cpu

namespace tl {

ThreadScope::ThreadScope(int threads) : before_(cpu::limit) { cpu::limit = threads > 0 ? threads : physicalThreads(); }
ThreadScope::~ThreadScope() { cpu::limit = before_; }

void inParts(int parts, const std::function<void(int)>& body) {
    const int hands = std::min(parts, cpu::threadLimit());
    const auto work = [&](int hand) {
        for (int part = hand; part < parts; part += hands) body(part);
    };
    using Work = decltype(work);
    cpu::runParts(
        hands, [](const void* argument, int hand) { (*static_cast<const Work*>(argument))(hand); }, &work);
}

}  // namespace tl
