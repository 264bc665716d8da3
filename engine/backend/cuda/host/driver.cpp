// The queues of the checking driver, and its checks: order when an operation is asked for, memory when it is done.
#include "engine/backend/cuda/host/driver.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/backend/cuda/host/grid.h"
#include "engine/backend/cuda/host/sanitizers.h"
#include "engine/backend/cuda/host/world.h"
#include "engine/backend/memory.h"

namespace tl::cuda {
namespace {

constexpr size_t kRedZone = 256;
constexpr std::byte kRed{0xa5};

Error wrong(const std::string& name, Message expected, Message found) {
    return Error(Message("{operation} on the GPU", name), std::move(expected), std::move(found));
}

}  // namespace

CheckingDriver::CheckingDriver(Options options) : options_(options), random_(options.seed) {
    if (options_.world) options_.world->add(*this);
}

CheckingDriver::~CheckingDriver() {
    if (options_.world) options_.world->remove(*this);
    permitAll();
}

void CheckingDriver::refuseWhileRecording(const char* what) const {
    if (capture_) throw Error(Message("recording a step on the GPU"), "copies, kernels and library calls only", what);
}

void* CheckingDriver::allocate(size_t bytes, bool host) {
    refuseWhileRecording("an allocation");
    if (!host && bytes > options_.memoryBytes - used_)
        throw NotEnoughMemory("A piece of a network", bytes, options_.memoryBytes - used_, name());
    Block block{nullptr, nullptr, bytes, host, {}};
    block.memory.reset(new std::byte[bytes + 3 * kRedZone]);
    const size_t offset = kRedZone - reinterpret_cast<uintptr_t>(block.memory.get()) % kRedZone;
    block.begin = block.memory.get() + kRedZone + offset % kRedZone;
    std::memset(block.begin - kRedZone, static_cast<int>(kRed), bytes + 2 * kRedZone);
    std::memset(block.begin, 0xff, bytes);
    void* address = block.begin;
    if (!host) used_ += bytes;
    memory_.emplace(block.begin, std::move(block));
    forbidAll();
    return address;
}

void CheckingDriver::free(void* address, bool host) {
    if (!address) return;
    refuseWhileRecording("memory given back");
    const auto found = memory_.find(static_cast<const std::byte*>(address));
    if (found == memory_.end() || found->second.host != host)
        throw Error("GPU memory given back", "what was allocated and is still there", "another address");
    const bool lost = this->lost() || (options_.world && options_.world->lost());
    if (lost) queues_.clear();
    for (const Touch& touch : found->second.touches)
        if (!lost && !order_.hostKnows(touch.stream, touch.number))
            throw wrong(touch.name, "memory that stays until the host has seen the end of it",
                        "memory given back before");
    permitAll();
    if (!lost) checkRedZones("what ran before memory was given back");
    if (!host) used_ -= found->second.bytes;
    memory_.erase(found);
    forbidAll();
}

void* CheckingDriver::allocate(size_t bytes) { return allocate(bytes, false); }
void* CheckingDriver::allocateHost(size_t bytes) { return allocate(bytes, true); }
void CheckingDriver::free(void* address) { free(address, false); }
void CheckingDriver::freeHost(void* address) { free(address, true); }

void CheckingDriver::touchedByHost(const void* address, size_t bytes, bool writes) {
    const auto* begin = static_cast<const std::byte*>(address);
    for (const Touch& touch : blockOf({address, bytes, writes}, "the host").touches)
        if (touch.begin < begin + bytes && begin < touch.end && (writes || touch.writes) &&
            !order_.hostKnows(touch.stream, touch.number))
            throw wrong(touch.name, "a host that waits for its end", "the host touching the same memory");
}

Stream CheckingDriver::createStream() {
    refuseWhileRecording("a new stream");
    return Stream{streams_++};
}

Event CheckingDriver::createEvent() { return *given_.insert(Event{++events_}).first; }

void CheckingDriver::forget(Event event) {
    order_.forget(event);
    marks_.erase(event);
}

void CheckingDriver::dropEvent(Event event) noexcept {
    given_.erase(event);
    forget(event);
}

void CheckingDriver::dropRecording(Recording recording) noexcept {
    const auto found = recordings_.find(recording);
    if (found == recordings_.end()) return;
    for (const auto& [event, own] : found->second.events) forget(own);
    recordings_.erase(found);
}

void CheckingDriver::record(Event event, Stream stream) {
    if (takesPart(stream)) {
        capture_->order.record(event, stream);
        capture_->events.try_emplace(event, Event{++events_});
        capture_->steps.push_back({Captured::Kind::Record, stream, event, {}});
        return;
    }
    order_.record(event, stream);
    auto mark = std::make_shared<Operation>(Operation{"event", {}, {}, {}, {}});
    marks_[event] = mark;
    queues_[stream].push_back(mark);
}

void CheckingDriver::wait(Stream stream, Event event) {
    if (capture_ && capture_->events.count(event)) {
        if (!takesPart(stream)) capture_->streams[stream] = Stream{streams_++};
        capture_->order.wait(stream, event);
        capture_->steps.push_back({Captured::Kind::Wait, stream, event, {}});
        return;
    }
    if (takesPart(stream))
        throw Error(Message("recording a step on the GPU"), "events recorded in it", "an event from outside");
    if (!order_.recorded(event)) return;
    order_.wait(stream, event);
    queues_[stream].push_back(std::make_shared<Operation>(Operation{"wait", {}, {}, marks_[event], {}}));
}

void CheckingDriver::copy(void* to, const void* from, size_t bytes, Stream stream) {
    add(stream, {"copy", {{to, bytes, true}, {from, bytes, false}}, [=] { std::memcpy(to, from, bytes); }, {}, {}});
}

void CheckingDriver::fill(void* address, unsigned char value, size_t bytes, Stream stream) {
    add(stream, {"fill", {{address, bytes, true}}, [=] { std::memset(address, value, bytes); }, {}, {}});
}

void CheckingDriver::launch(const Launch& launch, Stream stream) {
    const HostKernel& kernel = hostKernel(launch.kernel);
    const Dim3 grid = launch.grid, block = launch.block;
    if (launch.arguments.size() != kernel.argumentBytes)
        throw wrong(launch.kernel, Message("{bytes} bytes of arguments", std::to_string(kernel.argumentBytes)),
                    std::to_string(launch.arguments.size()));
    if (block.x * block.y * block.z > kernel.threads)
        throw wrong(launch.kernel, Message("at most {threads} threads in a block", std::to_string(kernel.threads)),
                    std::to_string(block.x * block.y * block.z));
    if (grid.x == 0 || grid.y == 0 || grid.z == 0 || grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535)
        throw wrong(launch.kernel, "a grid that a GPU can run",
                    std::to_string(grid.x) + " x " + std::to_string(grid.y) + " x " + std::to_string(grid.z));
    std::vector<Access> accesses = launch.accesses;
    if (gate_) accesses.push_back({gate_, sizeof(*gate_), false});
    add(stream, {launch.kernel,
                 std::move(accesses),
                 [=, this, gate = gate_, arguments = launch.arguments, run = kernel.run] {
                     if (gate && *gate) return;
                     runGrid(
                         grid, block, [&] { run(arguments.data()); }, random_());
                 },
                 {},
                 {}});
}

void CheckingDriver::call(const LibraryCall& call, Stream stream) {
    std::vector<Access> accesses = call.accesses;
    if (call.workspaceBytes) accesses.push_back({call.workspace, call.workspaceBytes, true});
    add(stream, {call.name, std::move(accesses), [run = call.run] { run(nullptr); }, {}, call.ready});
}

void CheckingDriver::beginCapture(Stream stream) {
    refuseWhileRecording("a second recording");
    capture_ = Capture{stream, {{stream, stream}}, {}, {}, {}};
}

Recording CheckingDriver::endCapture(Stream stream) {
    if (!capture_ || capture_->origin != stream)
        throw Error("the end of a recording on the GPU", "the stream that it began with", "another one");
    Capture capture = std::move(*capture_);
    capture_.reset();
    for (const auto& [other, replayed] : capture.streams)
        if (!capture.order.knows(stream, other, capture.order.steps(other)))
            throw Error(Message("recording a step on the GPU"), "all its work joined to the stream that it began with",
                        "work of another stream that nothing waits for");
    const Recording made{++recorded_};
    recordings_.emplace(made, std::move(capture));
    return made;
}

void CheckingDriver::replay(Recording recording, Stream stream) {
    refuseWhileRecording("a replay");
    const Capture& capture = recordings_.at(recording);
    int waits = 0;
    for (const Captured& step : capture.steps) {
        const Stream on = step.stream == capture.origin ? stream : capture.streams.at(step.stream);
        switch (step.kind) {
        case Captured::Kind::Operation: add(on, step.operation); break;
        case Captured::Kind::Record: record(capture.events.at(step.event), on); break;
        case Captured::Kind::Wait:
            if (waits++ != options_.leftOut) wait(on, capture.events.at(step.event));
            break;
        }
    }
}

template <typename Over>
void CheckingDriver::waitUntil(const Over& over) {
    refuseWhileRecording("waiting for a stream");
    ++waits_;
    while (!over() && !error_)
        if (options_.world)
            options_.world->runOne();
        else
            runOne();
    if (error_) std::rethrow_exception(error_);
}

void CheckingDriver::synchronise(Stream stream) {
    const bool idle = order_.hostKnowsAll();
    waitUntil([&] { return queues_[stream].empty(); });
    order_.reachHost(stream);
    stalls_ += !idle && order_.hostKnowsAll();
}

void CheckingDriver::synchronise(Event event) {
    if (!order_.recorded(event)) return;
    const bool idle = order_.hostKnowsAll();
    waitUntil([&] { return marks_.at(event)->done; });
    order_.reachHost(event);
    stalls_ += !idle && order_.hostKnowsAll();
}

void CheckingDriver::add(Stream stream, Operation operation) {
    if (takesPart(stream)) {
        for (const Access& access : operation.accesses) blockOf(access, operation.name);
        capture_->order.step(stream);
        capture_->steps.push_back({Captured::Kind::Operation, stream, {}, std::move(operation)});
        return;
    }
    refused_ = true;
    check(stream, order_.step(stream), operation);
    refused_ = false;
    queues_[stream].push_back(std::make_shared<Operation>(std::move(operation)));
    runSome();
}

CheckingDriver::Block& CheckingDriver::blockOf(const Access& access, const std::string& name) {
    const auto* begin = static_cast<const std::byte*>(access.address);
    auto found = memory_.upper_bound(begin);
    if (found == memory_.begin() || begin >= (--found)->second.end())
        throw wrong(name, "memory that is allocated", "an address outside of all");
    if (begin + access.bytes > found->second.end())
        throw wrong(name, "to stay within the memory it is given",
                    Message("{bytes} bytes over its end", std::to_string(begin + access.bytes - found->second.end())));
    return found->second;
}

void CheckingDriver::check(Stream stream, uint64_t number, const Operation& operation) {
    for (const Access& access : operation.accesses) {
        if (access.bytes == 0) continue;
        const auto* begin = static_cast<const std::byte*>(access.address);
        const auto* end = begin + access.bytes;
        std::vector<Touch>& touches = blockOf(access, operation.name).touches;
        for (const Touch& touch : touches)
            if (touch.begin < end && begin < touch.end && (touch.writes || access.writes) &&
                !order_.knows(stream, touch.stream, touch.number))
                throw wrong(operation.name, "an order with all that touches the same memory",
                            Message("none with {other}, which {how} it", touch.name,
                                    touch.writes ? Message("writes") : Message("reads")));
        // What this one comes after, and covers, need not be remembered.
        std::erase_if(touches, [&](const Touch& touch) {
            return begin <= touch.begin && touch.end <= end && (access.writes || !touch.writes) &&
                   order_.knows(stream, touch.stream, touch.number);
        });
        touches.push_back({begin, end, access.writes, stream, number, operation.name});
    }
}

// The host is not in step with the device: some of the work is done now, some later.
void CheckingDriver::runSome() {
    while (random_() % 3 == 0 && runOne()) {
    }
}

std::vector<std::string> CheckingDriver::underWay() const {
    std::vector<std::string> names;
    for (const auto& [stream, queue] : queues_)
        if (!queue.empty()) names.push_back(queue.front()->name);
    return names;
}

bool CheckingDriver::mayRun(const Operation& operation) {
    if (operation.after && !operation.after->done) return false;
    if (!operation.ready) return true;
    permitMarked(operation);
    const bool ready = operation.ready();
    forbidMarked(operation);
    return ready;
}

bool CheckingDriver::runOne() {
    if (error_) return false;
    std::vector<std::deque<std::shared_ptr<Operation>>*> ready;
    try {
        for (auto& [stream, queue] : queues_)
            if (!queue.empty() && mayRun(*queue.front())) ready.push_back(&queue);
    } catch (...) {
        error_ = std::current_exception();
        forbidAll();
    }
    if (ready.empty() || error_) return false;
    auto& queue = *ready[random_() % ready.size()];
    const std::shared_ptr<Operation> operation = queue.front();
    queue.pop_front();
    try {
        if (operation->run) carryOut(*operation);
    } catch (...) {
        error_ = std::current_exception();
        forbidAll();
    }
    operation->done = true;
    return true;
}

// A sanitizer tells of all that an operation touches where nothing is marked. Without one, what lies beside memory and
// in other memory is compared with what it was; in what is marked to be read, it is in either case.
void CheckingDriver::carryOut(Operation& operation) {
    ++done_;
    std::map<const std::byte*, std::vector<std::byte>> before;
    const auto keep = [&](const Block& block) {
        if (block.host) return;
        permit(block.begin, block.bytes);
        before[block.begin].assign(block.begin, block.end());
        forbid(block.begin, block.bytes);
    };
    if (options_.checkMarks && !kWatched)
        for (const auto& [begin, block] : memory_) keep(block);
    if (options_.checkMarks && kWatched)
        for (const Access& access : operation.accesses)
            if (!access.writes && access.bytes > 0) keep(blockOf(access, operation.name));
    permitMarked(operation);
    operation.run();
    if (!kWatched) checkRedZones(operation.name);
    for (auto& [begin, bytes] : before) {
        permit(begin, bytes.size());
        // Where it was marked to write, the new content is right by definition.
        for (const Access& access : operation.accesses) {
            const auto* at = static_cast<const std::byte*>(access.address);
            if (access.writes && at >= begin && at < begin + bytes.size())
                std::memcpy(bytes.data() + (at - begin), at, access.bytes);
        }
        if (std::memcmp(bytes.data(), begin, bytes.size()) == 0) continue;
        const auto at = std::mismatch(bytes.begin(), bytes.end(), begin).first - bytes.begin();
        throw wrong(operation.name, "to write only what it was marked to write",
                    Message("a write {bytes} bytes into another piece of memory", std::to_string(at)));
    }
    forbidMarked(operation);
}

void CheckingDriver::permitMarked(const Operation& operation) const {
    for (const Access& access : operation.accesses) permit(access.address, access.bytes);
}

// The whole pieces: their borders are those that forbidAll() knows.
void CheckingDriver::forbidMarked(const Operation& operation) {
    if (!kWatched) return;
    for (const Access& access : operation.accesses) {
        if (access.bytes == 0) continue;
        if (const Block& block = blockOf(access, operation.name); !block.host) forbid(block.begin, block.bytes);
    }
}

void CheckingDriver::forbidAll() const {
    for (const auto& [begin, block] : memory_) {
        forbid(begin - kRedZone, kRedZone);
        forbid(block.end(), kRedZone);
        if (!block.host) forbid(begin, block.bytes);
    }
}

void CheckingDriver::permitAll() const {
    for (const auto& [begin, block] : memory_) permit(begin - kRedZone, block.bytes + 2 * kRedZone);
}

void CheckingDriver::checkRedZones(const std::string& name) const {
    // Every byte is as the one before. No static to compare with: the last device is freed after those.
    const auto whole = [](const std::byte* zone) {
        return zone[0] == kRed && std::memcmp(zone, zone + 1, kRedZone - 1) == 0;
    };
    for (const auto& [begin, block] : memory_) {
        if (!whole(begin - kRedZone) || !whole(block.end()))
            throw wrong(name, "to stay within the memory it is given", "bytes written beside it");
    }
}

}  // namespace tl::cuda
