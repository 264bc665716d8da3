// The driver that needs no GPU and checks what one would not say: kernels run on the CPU (host/grid.h), operations in a
// random order among those that the streams and events allow. It throws Error naming both operations where two touch
// the same memory, one of them writing, and nothing orders them; where memory is touched that is not allocated, or
// beside what an operation was marked to touch; and for what must not happen while recording. Under the address
// sanitizer all device memory is forbidden ground to the host, and to a kernel what it was not marked to touch.
#pragma once

#include <deque>
#include <exception>
#include <map>
#include <optional>
#include <random>
#include <set>

#include "engine/backend/cuda/driver.h"
#include "engine/backend/cuda/host/order.h"

namespace tl::cuda {

class CheckingWorld;

class CheckingDriver : public Driver {
public:
    struct Options {
        uint64_t seed = 1;
        size_t memoryBytes = size_t{1} << 30;
        bool checkMarks = true;  // that an operation leaves alone what it was not marked to write: copies all memory
        CheckingWorld* world = nullptr;  // of devices that work together; outlives the driver
        int leftOut = -1;  // the wait of each recording, by number, that replays leave out: a mistake that tests make
    };
    explicit CheckingDriver(Options options);
    ~CheckingDriver() override;

    std::string name() const override { return "checking driver on the CPU"; }
    size_t memoryBytes() const override { return options_.memoryBytes; }
    size_t availableBytes() const override { return options_.memoryBytes - used_; }
    bool ownThread() const override { return false; }  // orders repeat
    void* allocate(size_t bytes) override;
    void free(void* address) override;
    void* allocateHost(size_t bytes) override;
    void freeHost(void* address) override;
    void touchedByHost(const void* address, size_t bytes, bool writes) override;
    Stream createStream() override;
    Event createEvent() override;
    void dropEvent(Event event) noexcept override;
    void record(Event event, Stream stream) override;
    void wait(Stream stream, Event event) override;
    void copy(void* to, const void* from, size_t bytes, Stream stream) override;
    void fill(void* address, unsigned char value, size_t bytes, Stream stream) override;
    void launch(const Launch& launch, Stream stream) override;
    void call(const LibraryCall& call, Stream stream) override;
    void beginCapture(Stream stream) override;
    Recording endCapture(Stream stream) override;
    void dropCapture(Stream) override { capture_.reset(); }
    void replay(Recording recording, Stream stream) override;
    void dropRecording(Recording recording) noexcept override;
    void synchronise(Stream stream) override;
    void synchronise(Event event) override;

    // One of the operations that may come next; false where there is none.
    bool runOne();
    std::exception_ptr trouble() const { return error_; }
    bool lost() const { return error_ || refused_; }
    std::vector<std::string> underWay() const;  // the first operation of each stream

    size_t operations() const { return done_; }  // that were carried out
    // That are there.
    size_t allocations() const { return memory_.size(); }
    size_t events() const { return given_.size(); }
    size_t recordings() const { return recordings_.size(); }
    size_t waits() const { return waits_; }  // of the host
    // Of them those behind which nothing is left to do: the device stands still until the host asks for more.
    size_t stalls() const { return stalls_; }

private:
    struct Operation {
        std::string name;
        std::vector<Access> accesses;
        std::function<void()> run;         // empty: a mark in the stream
        std::shared_ptr<Operation> after;  // of another stream, by an event
        std::function<bool()> ready;       // LibraryCall's
        bool done = false;
    };
    // The last operations that touched a piece of memory.
    struct Touch {
        const std::byte *begin, *end;
        bool writes;
        Stream stream;
        uint64_t number;
        std::string name;
    };
    struct Block {
        std::unique_ptr<std::byte[]> memory;  // with a red zone at both ends
        std::byte* begin;
        size_t bytes;
        bool host;
        std::vector<Touch> touches;
        std::byte* end() const { return begin + bytes; }
    };
    struct Captured {
        enum class Kind { Operation, Record, Wait } kind;
        Stream stream;
        Event event{};
        Operation operation;
    };
    struct Capture {
        Stream origin;
        std::map<Stream, Stream> streams;  // those that take part, and whom they are in a replay
        std::map<Event, Event> events;
        std::vector<Captured> steps;
        Order order;  // of its own, to see whether all its work comes back to the origin
    };

    void* allocate(size_t bytes, bool host);
    void free(void* address, bool host);
    void refuseWhileRecording(const char* what) const;
    void forget(Event event);
    bool takesPart(Stream stream) const { return capture_ && capture_->streams.count(stream); }
    void add(Stream stream, Operation operation);
    void check(Stream stream, uint64_t number, const Operation& operation);
    Block& blockOf(const Access& access, const std::string& name);
    template <typename Over>
    void waitUntil(const Over& over);
    void runSome();
    bool mayRun(const Operation& operation);
    void carryOut(Operation& operation);
    void permitMarked(const Operation& operation) const;
    void forbidMarked(const Operation& operation);
    void forbidAll() const;
    void permitAll() const;
    void checkRedZones(const std::string& name) const;

    Options options_;
    std::mt19937_64 random_;
    std::map<const std::byte*, Block> memory_;  // by its begin
    size_t used_ = 0, done_ = 0, waits_ = 0, stalls_ = 0;
    int streams_ = 0, events_ = 0, recorded_ = 0;
    std::set<Event> given_;  // beside those are the recordings' own
    Order order_;
    std::map<Stream, std::deque<std::shared_ptr<Operation>>> queues_;
    std::map<Event, std::shared_ptr<Operation>> marks_;
    std::optional<Capture> capture_;
    std::map<Recording, Capture> recordings_;
    std::exception_ptr error_;
    bool refused_ = false;  // an operation for its order: what is queued is given up when memory is given back
};

}  // namespace tl::cuda
