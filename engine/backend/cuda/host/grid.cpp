// The scheduler of a block: threads run until they meet; when none can go on, those that wait at one place for all
// who are due there go on together.
#include "engine/backend/cuda/host/grid.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/backend/cuda/host/fiber.h"
#include "engine/core/error.h"

// The section of all kernel files' rows; its ends have the linker's names.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" const tl::cuda::HostKernel* const __start_tl_kernels[];
extern "C" const tl::cuda::HostKernel* const __stop_tl_kernels[];
// NOLINTEND(bugprone-reserved-identifier)

namespace tl::cuda {
namespace {

constexpr int kWarp = 32;

struct Thread {
    enum class State { Running, Ready, AtBlock, AtWarp, Done } state = State::Running;
    Dim3 index;
    int number = 0;
    Fiber* fiber = nullptr;
    Site site{"", 0};
    uint32_t mask = 0;  // of the lanes that it waits for
    uint64_t value = 0, result = 0;
    uint32_t votes = 0;
    int source = -1;
};

Error undefined(const Site& site, Message what) {
    return Error(Message("{site}", site.text()), "what a GPU defines", std::move(what));
}

class Block {
public:
    Block(Dim3 grid, Dim3 extent, const std::function<void()>& thread, uint64_t seed)
        : grid_(grid), extent_(extent), body_(thread), random_(seed), threads_(extent.x * extent.y * extent.z) {
        if (threads_.empty() || threads_.size() > 1024)
            throw Error("A block of GPU threads", "1 to 1024 threads", std::to_string(threads_.size()));
        order_.resize(threads_.size());
        std::iota(order_.begin(), order_.end(), 0);
    }

    void run(Dim3 index);

    static thread_local Block* running;

    const Dim3& grid() const { return grid_; }
    const Dim3& extent() const { return extent_; }
    const Dim3& index() const { return index_; }
    Thread& thread() { return *thread_; }
    void wait(Thread::State at, const Site& site);
    void arriveAtWarp();
    void* shared(const void* name, size_t bytes);

private:
    Fiber& freeFiber();
    void runThreads();
    void resume(Thread& thread);
    bool openBarrier();

    Dim3 grid_, extent_, index_;
    const std::function<void()>& body_;
    std::mt19937_64 random_;
    std::vector<Thread> threads_;
    std::vector<int> order_;
    size_t started_ = 0;
    Thread* thread_ = nullptr;
    std::vector<std::unique_ptr<Fiber>> fibers_;
    std::vector<Fiber*> free_;
    std::map<const void*, std::unique_ptr<std::byte[]>> shared_;
    std::exception_ptr error_;
};

thread_local Block* Block::running = nullptr;

// A fiber takes one thread after the other that has not begun, for as long as none of them waits: a kernel without
// meetings needs one fiber.
Fiber& Block::freeFiber() {
    if (free_.empty()) {
        const size_t number = fibers_.size();
        fibers_.push_back(std::make_unique<Fiber>([this, number] {
            Fiber& self = *fibers_[number];
            for (;;) {
                while (started_ < order_.size() && !error_) {
                    Thread& next = threads_[static_cast<size_t>(order_[started_++])];
                    next.fiber = &self;
                    thread_ = &next;
                    try {
                        body_();
                    } catch (...) {
                        error_ = std::current_exception();
                    }
                    thread_->state = Thread::State::Done;
                }
                free_.push_back(&self);
                self.leave();
            }
        }));
        free_.push_back(fibers_.back().get());
    }
    Fiber& fiber = *free_.back();
    free_.pop_back();
    return fiber;
}

void Block::resume(Thread& thread) {
    thread_ = &thread;
    thread.fiber->resume();
    if (error_) std::rethrow_exception(error_);
}

void Block::runThreads() {
    for (;;) {
        std::shuffle(order_.begin(), order_.end(), random_);
        while (started_ < order_.size()) {
            freeFiber().resume();
            if (error_) std::rethrow_exception(error_);
        }
        bool moved = false;
        for (int number : order_) {
            Thread& thread = threads_[static_cast<size_t>(number)];
            if (thread.state != Thread::State::Ready) continue;
            moved = true;
            resume(thread);
        }
        if (!moved && !openBarrier()) return;
    }
}

// Lets all threads go on that wait for the whole block; false where the block is done.
bool Block::openBarrier() {
    const Thread* waiting = nullptr;
    for (const Thread& thread : threads_) {
        if (thread.state == Thread::State::AtWarp)
            throw undefined(thread.site, "a lane that waits for others of its warp which never come");
        if (thread.state == Thread::State::AtBlock) waiting = &thread;
    }
    if (!waiting) return false;
    for (Thread& thread : threads_) {
        if (thread.state == Thread::State::Done)
            throw undefined(waiting->site, "a barrier that some threads of the block have ended without");
        if (thread.site < waiting->site || waiting->site < thread.site)
            throw undefined(waiting->site,
                            Message("threads of one block at another barrier, {site}", thread.site.text()));
    }
    for (Thread& thread : threads_) thread.state = Thread::State::Ready;
    return true;
}

void Block::run(Dim3 index) {
    index_ = index;
    started_ = 0;
    shared_.clear();
    int number = 0;
    for (unsigned z = 0; z < extent_.z; ++z)
        for (unsigned y = 0; y < extent_.y; ++y)
            for (unsigned x = 0; x < extent_.x; ++x) {
                Thread& thread = threads_[static_cast<size_t>(number)];
                thread = {};
                thread.index = {x, y, z};
                thread.number = number++;
            }
    Block* before = std::exchange(running, this);
    try {
        runThreads();
    } catch (...) {
        running = before;
        throw;
    }
    running = before;
}

void Block::wait(Thread::State at, const Site& site) {
    Thread& self = *thread_;
    self.site = site;
    self.state = at;
    if (at == Thread::State::AtWarp) arriveAtWarp();
    if (self.state != Thread::State::Ready) self.fiber->leave();  // the last of a warp to arrive goes on at once
    self.state = Thread::State::Running;
}

void Block::arriveAtWarp() {
    Thread& self = *thread_;
    const int first = self.number / kWarp * kWarp;
    std::vector<Thread*> lanes;
    for (int lane = 0; lane < kWarp; ++lane) {
        if (!((self.mask >> lane) & 1u)) continue;
        if (first + lane >= static_cast<int>(threads_.size()))
            throw undefined(self.site, Message("lane {lane} in the mask of a block that has not so many", lane));
        Thread& other = threads_[static_cast<size_t>(first + lane)];
        if (other.state == Thread::State::Done)
            throw undefined(self.site, Message("lane {lane} in the mask, which has ended", lane));
        if (other.state != Thread::State::AtWarp || other.mask != self.mask) return;
        if (other.site < self.site || self.site < other.site)
            throw undefined(self.site, Message("lanes of one mask at another meeting, {site}", other.site.text()));
        lanes.push_back(&other);
    }
    uint32_t votes = 0;
    for (const Thread* lane : lanes)
        if (lane->value != 0) votes |= 1u << (lane->number - first);
    for (Thread* lane : lanes) {
        if (lane->source >= 0 && !((self.mask >> lane->source) & 1u))
            throw undefined(lane->site, Message("lane {lane}, which is not in the mask, as a source", lane->source));
        lane->result = lane->source < 0 ? lane->value : threads_[static_cast<size_t>(first + lane->source)].value;
        lane->votes = votes;
        lane->state = Thread::State::Ready;
    }
}

void* Block::shared(const void* name, size_t bytes) {
    auto& memory = shared_[name];
    if (!memory) {
        memory.reset(new std::byte[bytes]);
        std::memset(memory.get(), 0xff, bytes);
    }
    return memory.get();
}

}  // namespace

bool operator<(const Site& a, const Site& b) {
    return std::tuple(std::string_view(a.file), a.line) < std::tuple(std::string_view(b.file), b.line);
}

std::string Site::text() const {
    const std::string_view path(file);
    return std::string(path.substr(path.rfind('/') + 1)) + ":" + std::to_string(line);
}

void runGrid(Dim3 grid, Dim3 extent, const std::function<void()>& thread, uint64_t seed) {
    Block block(grid, extent, thread, seed);
    std::vector<Dim3> order;
    for (unsigned z = 0; z < grid.z; ++z)
        for (unsigned y = 0; y < grid.y; ++y)
            for (unsigned x = 0; x < grid.x; ++x) order.push_back({x, y, z});
    std::mt19937_64 random(seed ^ 0x9e3779b97f4a7c15u);
    std::shuffle(order.begin(), order.end(), random);
    for (const Dim3& index : order) block.run(index);
}

const HostKernel& hostKernel(const std::string& name) {
    for (const auto* row = __start_tl_kernels; row != __stop_tl_kernels; ++row)
        if (name == (*row)->name) return **row;
    throw Error(Message("kernel {name}", name), "one of engine/backend/cuda/kernels", "none of that name");
}

Barriers& barriers() {
    static thread_local Barriers own;
    return own;
}

namespace threads {

const Dim3& threadIndex() { return Block::running->thread().index; }
const Dim3& blockIndex() { return Block::running->index(); }
const Dim3& blockExtent() { return Block::running->extent(); }
const Dim3& gridExtent() { return Block::running->grid(); }
int lane() { return Block::running->thread().number % kWarp; }

void meetBlock(const Site& site) {
    Barriers& all = barriers();
    all.met.insert(site);
    if (all.removed && !(*all.removed < site) && !(site < *all.removed)) return;
    Block::running->wait(Thread::State::AtBlock, site);
}

uint64_t meetWarp(const Site& site, uint32_t mask, uint64_t value, int source, uint32_t* votes) {
    Thread& self = Block::running->thread();
    if (!((mask >> (self.number % kWarp)) & 1u)) throw undefined(site, "a mask without the lane itself");
    self.mask = mask;
    self.value = value;
    self.source = source;
    Block::running->wait(Thread::State::AtWarp, site);
    if (votes) *votes = self.votes;
    return self.result;
}

void* shared(const void* name, size_t bytes) { return Block::running->shared(name, bytes); }

}  // namespace threads

}  // namespace tl::cuda
