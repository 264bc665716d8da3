// The places where a plan can run: what is known of each ("cpu", "cuda:0"), its kernels, and its memory where that is
// not the host's (docs/decisions/0034).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/message.h"

namespace tl {

struct DeviceInfo {
    std::string id = "cpu";      // stable id, used in project files
    std::string name;            // "AMD EPYC, AVX-512"
    std::string instructionSet;  // "AVX-512", "AVX2", ...
    bool bfloat16 = false;       // multiplies bfloat16 by itself; else it is widened to float32 first
    bool tf32 = false;           // has a faster way to multiply float32, which leaves 10 bits of each factor
    bool float8 = false;     // multiplies 8-bit floats by itself; else they are emulated, or refused: requireFloat8()
    std::string capability;  // of a card, "9.0": what its instructions are told by
    int threads = 1;         // cores that a plan may use by default
    uint64_t memoryBytes = 0;
    // The libraries that its kernels come from: "cuDNN 9.19.0, cuBLASLt 13.1.0". Empty: all are the program's.
    std::string software;
    std::string driver;  // "580.65.06, CUDA 13.0"; empty: none is needed
    // Its properties as JSON, by the names of cuDNN's frontend; empty: none are wanted.
    std::string properties;
    std::string bus;  // where the card sits, "0000:65:00.0"; empty: the processor
    friend bool operator==(const DeviceInfo&, const DeviceInfo&) = default;
};

class KernelTable;

// Memory that the host cannot look into, and the order of what is done there: kernels put their work behind what was
// asked for before. Any thread; while one records, others wait. Throws Error where there is no more.
class DeviceMemory {
public:
    virtual ~DeviceMemory() = default;
    virtual void* allocate(size_t bytes) = 0;  // throws NotEnoughMemory
    virtual void free(void* address) = 0;
    virtual size_t available() const = 0;  // bytes
    // Throws NotEnoughMemory where `what`, which has so many bytes there already, cannot have `bytes` in all.
    virtual void require(const Message& what, size_t bytes, size_t there) const = 0;
    // In the order of the work; read() waits for it. `from` and `to` are the host's, and free again on return.
    virtual void write(void* to, const void* from, size_t bytes) = 0;
    virtual void read(void* to, const void* from, size_t bytes) = 0;
    // As write(), of what comes before every step: it travels while the device works on the step before. Takes twice
    // its bytes on the device.
    virtual void feed(void* to, const void* from, size_t bytes) = 0;
    // Keeps what `work` asks of the device, without doing it; the number is for replay().
    virtual int record(const std::function<void()>& work) = 0;
    virtual void replay(int recording) = 0;
    // Waits for its replays. Goes before the kernels that are in it.
    virtual void dropRecording(int recording) noexcept = 0;
    // The kernels that `work` asks for do nothing where that word is not 0 when their turn comes.
    virtual void behind(const uint32_t* word, const std::function<void()>& work) = 0;

    // Small numbers that are read after each step. fetch() copies them behind the work asked for so far and returns the
    // copy's number; fetched() waits for that copy, not for what was asked for since, and has them one after the
    // other: of the last copy, and of the one before it.
    struct Piece {
        const void* from = nullptr;
        size_t bytes = 0;
    };
    virtual int makeFetch(std::vector<Piece> pieces) = 0;
    virtual uint64_t fetch(int number) = 0;
    virtual const std::byte* fetched(int number, uint64_t copy) = 0;
    // What is asked for from now on may write over the pieces: on the device it comes behind their copies.
    virtual void mayOverwrite(int number) = 0;
    virtual void dropFetch(int number) = 0;
};

// So many bytes of it for as long as the value is held; what goes wrong at the end is told to whoever waits for
// results.
std::shared_ptr<void> held(DeviceMemory& memory, size_t bytes);

class Device {
public:
    virtual ~Device() = default;
    virtual const DeviceInfo& info() const = 0;
    virtual const KernelTable& kernels() const = 0;
    virtual DeviceMemory* memory() const { return nullptr; }  // null: the host's
    // While the value lives, what runs there is written as spans, by a thread of the device's name; null: it cannot
    // tell.
    virtual std::shared_ptr<void> recordSpans() const { return nullptr; }
    // Throws Error with the reason where it cannot train together with others of its kind.
    virtual void requireTogether() const;
    // Ends the sums with those devices that are under way, which would wait for one that has failed. What was made to
    // sum with them cannot any more; what is made from now on can. Any thread.
    virtual void abandonTogether(const std::string& /*devices*/) const {}
    // Beside others it is asked on a thread of its own, since what it is asked may wait for them.
    virtual bool ownThread() const { return true; }
};

// The device of an id; throws Error as findDevice(). Lives as long as the program, or as long as it is added.
const Device& deviceOf(const std::string& id);
// One more, for as long as the value lives: tests' own, and those of drivers that are loaded when the program starts.
class AddedDevice {
public:
    explicit AddedDevice(const Device& device);
    ~AddedDevice();
    AddedDevice(const AddedDevice&) = delete;
    AddedDevice& operator=(const AddedDevice&) = delete;

private:
    const Device& device_;
};

// What this machine offers; the CPU is always first. The first look for GPUs loads NVIDIA's libraries, which takes a
// while: nothing for the window's thread. The CPU by its id is had at once.
std::vector<DeviceInfo> listDevices();
// Throws Error for an id that is not there, naming those that are.
DeviceInfo findDevice(const std::string& id);
// Throws Error where it can neither multiply 8-bit floats nor emulate that.
void requireFloat8(const DeviceInfo& device);

}  // namespace tl
