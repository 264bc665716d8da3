// What the machine's devices are doing now. A thread asks them once a second for as long as somebody watches, keeps
// what they last said, and writes the GPUs' numbers as counters of the timeline.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tl {

// What a device does not tell is empty.
struct DeviceReading {
    std::string bus;            // DeviceInfo::bus: empty is the processor
    std::optional<double> use;  // 0 to 1
    std::optional<uint64_t> memoryUsed, memoryBytes;
    std::optional<double> celsius, watts, wattsLimit;
};

class DeviceWatch {
public:
    // The program's one, made when nobody has it. Any thread.
    static std::shared_ptr<const DeviceWatch> shared();

    explicit DeviceWatch(std::chrono::milliseconds every = std::chrono::seconds(1));
    ~DeviceWatch();  // waits for what is being asked
    // The processor first, then every card whether it can be used or not; empty before the first look is over. Any
    // thread, at once.
    std::vector<DeviceReading> latest() const;

private:
    void work(const std::stop_token& stop, std::chrono::milliseconds every);

    mutable std::mutex mutex_;
    std::condition_variable_any ended_;
    std::vector<DeviceReading> latest_;
    std::jthread thread_;  // the last: it uses the others
};

// What the processor and the machine's memory do, by Linux's own count since the look before. One thread.
class ProcessorReader {
public:
    explicit ProcessorReader(std::filesystem::path root = "/") : root_(std::move(root)) {}  // the folder of proc
    DeviceReading read();

private:
    std::filesystem::path root_;
    uint64_t busy_ = 0, all_ = 0;
};

}  // namespace tl
