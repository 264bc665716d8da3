// The places where a plan can run. A device is a name ("cpu", "cuda:0") and what is known of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tl {

struct DeviceInfo {
    std::string id = "cpu";      // stable id, used in project files
    std::string name;            // "AMD EPYC, AVX-512"
    std::string instructionSet;  // "AVX-512", "AVX2", ...
    bool bfloat16 = false;       // multiplies bfloat16 by itself; else it is widened to float32 first
    int threads = 1;             // cores that a plan may use by default
    uint64_t memoryBytes = 0;
};

// What this machine offers; the CPU is always first.
std::vector<DeviceInfo> listDevices();
// Throws Error for an id that is not there, naming those that are.
DeviceInfo findDevice(const std::string& id);

}  // namespace tl
