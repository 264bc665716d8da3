// All that the backend asks of a GPU's driver. There are two: NVIDIA's, loaded when the program runs
// (docs/decisions/0034), and one that does the work on the CPU and checks its order (host/driver.h).
// Whoever uses a driver, or a library for its card, holds its guard(). Addresses are the device's: the host must not
// look behind them. What is asked of a stream happens in order; between streams only events order things, and towards
// the host only synchronise().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/core/error.h"

namespace tl::cuda {

struct Dim3 {
    unsigned x = 1, y = 1, z = 1;
};

// Memory that an operation touches.
struct Access {
    const void* address = nullptr;
    size_t bytes = 0;
    bool writes = false;
};

// A kernel of kernels/*.cu by name, with the bytes of its one argument.
struct Launch {
    std::string kernel;
    Dim3 grid, block;
    std::vector<std::byte> arguments;
    std::vector<Access> accesses;
};

// Work that a library (cuBLASLt, cuDNN) puts on a stream. `run` gets the driver's own stream.
struct LibraryCall {
    std::string name;
    std::vector<Access> accesses;
    void* workspace = nullptr;
    size_t workspaceBytes = 0;
    std::function<void(void* stream)> run;
    // Of one that goes together with other devices' calls: the checking driver asks it as often as the call is the
    // first of its stream, and runs it when all have come.
    std::function<bool()> ready = {};
};

enum class Stream : int {};
enum class Event : int {};  // from 1
enum class Recording : int {};

class Driver {
public:
    virtual ~Driver() = default;

    virtual std::string name() const = 0;
    // Makes the card the calling thread's, as libraries want it that are asked without a LibraryCall.
    virtual void enter() const {}
    virtual size_t memoryBytes() const = 0;
    virtual size_t availableBytes() const = 0;  // of it, at the moment
    // Device::ownThread().
    virtual bool ownThread() const { return true; }

    // Aligned to 256 bytes; the content is anything. Throws NotEnoughMemory where there is no more, and Error while
    // recording.
    virtual void* allocate(size_t bytes) = 0;
    virtual void free(void* address) = 0;
    // The host's, from which the device copies without a detour.
    virtual void* allocateHost(size_t bytes) = 0;
    virtual void freeHost(void* address) = 0;

    // Said before the host itself reads or writes such memory: the checking driver sees whether the device is done.
    virtual void touchedByHost(const void*, size_t, bool /*writes*/) {}

    virtual Stream createStream() = 0;
    virtual Event createEvent() = 0;
    virtual void dropEvent(Event event) noexcept = 0;  // Event{} is none
    virtual void record(Event event, Stream stream) = 0;
    virtual void wait(Stream stream, Event event) = 0;

    // Between any two of the device's memories and those of allocateHost().
    virtual void copy(void* to, const void* from, size_t bytes, Stream stream) = 0;
    virtual void fill(void* address, unsigned char value, size_t bytes, Stream stream) = 0;
    virtual void launch(const Launch& launch, Stream stream) = 0;
    virtual void call(const LibraryCall& call, Stream stream) = 0;

    // Between the two, what is asked of the stream (and of those that wait for its events) is kept and not done.
    virtual void beginCapture(Stream stream) = 0;
    virtual Recording endCapture(Stream stream) = 0;
    // Ends it with nothing kept, for want of what was to be recorded.
    virtual void dropCapture(Stream stream) = 0;
    virtual void replay(Recording recording, Stream stream) = 0;
    // When the host knows its replays to be over; before what it calls in libraries goes.
    virtual void dropRecording(Recording recording) noexcept = 0;

    // Until all that was asked of the stream is done, or of that what was asked for before the event was recorded.
    // Throw Error for what went wrong in it.
    virtual void synchronise(Stream stream) = 0;
    virtual void synchronise(Event event) = 0;

    // Launches that are asked for from now on do nothing where that word of the device's memory is not 0 when their
    // turn comes; null: all are done. Library calls always are: they must not write what outlives a step.
    void setGate(const uint32_t* word) { gate_ = word; }

    // The window's jobs use a device beside a training: this keeps one thread's copies, launches and choice of kernels
    // out of another's, and all of them out of its recordings. Who holds it may wait for the device, and so for what
    // other devices sum with it; but must not wait for another device's thread, nor ask for another driver's.
    std::recursive_mutex& guard() { return guard_; }

protected:
    const uint32_t* gate_ = nullptr;

private:
    std::recursive_mutex guard_;
};

}  // namespace tl::cuda
