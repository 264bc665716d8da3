// What there is to say of this machine's GPUs beside the list of devices: why one cannot be used, and whose kernels one
// that can has. Any thread.
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

// Of the libraries that a device's kernels come from: "cuDNN 9.19.0, cuBLASLt 13.1.0". Empty: all are the program's.
std::string softwareOf(const std::string& deviceId);

}  // namespace tl
