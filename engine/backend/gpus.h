// What there is to say of this machine's GPUs beside the list of devices: why one cannot be used. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/message.h"

namespace tl {

struct UnusableDevice {
    std::string name;
    Message reason;
    // As DeviceInfo's, as far as they are known.
    uint64_t memoryBytes = 0;
    std::string driver = {}, bus = {};
    // What there is: one card, or nothing that a driver would tell of.
    bool isCard() const { return !bus.empty(); }
};

// Where no plan can run, and why; looks for GPUs the first time, as listDevices() does.
std::vector<UnusableDevice> unusableDevices();
Message whyNoGpu();  // where there is none that can be used

}  // namespace tl
