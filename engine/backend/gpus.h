// What there is to say of this machine's GPUs beside the list of devices: why one cannot be used. Any thread.
#pragma once

#include <string>
#include <vector>

#include "engine/core/message.h"

namespace tl {

struct UnusableDevice {
    std::string name;
    Message reason;
};

// Where no plan can run, and why; looks for GPUs the first time, as listDevices() does.
std::vector<UnusableDevice> unusableDevices();

}  // namespace tl
