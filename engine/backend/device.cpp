// Finds out what this machine is: the processor's own name (cpuid), the widest vector unit that the kernels use,
// cores and memory.
#include "engine/backend/device.h"

#include <cpuid.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "engine/backend/cpu/isa.h"
#include "engine/backend/threads.h"
#include "engine/core/error.h"

namespace tl {
namespace {

std::string processorName() {
    std::array<unsigned, 12> words{};
    unsigned top = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(0x80000000u, &top, &b, &c, &d) || top < 0x80000004u) return "x86-64";
    for (unsigned i = 0; i < 3; ++i) {
        __get_cpuid(0x80000002u + i, &words[i * 4], &words[i * 4 + 1], &words[i * 4 + 2], &words[i * 4 + 3]);
    }
    char text[49] = {};
    std::memcpy(text, words.data(), 48);
    std::string name(text);
    const size_t first = name.find_first_not_of(' ');
    const size_t last = name.find_last_not_of(' ');
    return first == std::string::npos ? "x86-64" : name.substr(first, last - first + 1);
}

}  // namespace

std::vector<DeviceInfo> listDevices() {
    static const DeviceInfo processor = [] {
        DeviceInfo info;
        info.instructionSet = cpu::isaName(cpu::bestIsa());
        info.name = processorName() + ", " + info.instructionSet;
        info.bfloat16 = cpu::multipliesBf16();
        info.threads = physicalThreads();
        info.memoryBytes =
            static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
        return info;
    }();
    return {processor};
}

DeviceInfo findDevice(const std::string& id) {
    std::string known;
    for (const DeviceInfo& device : listDevices()) {
        if (device.id == id) return device;
        known += (known.empty() ? "" : ", ") + device.id;
    }
    throw Error(Message("device \"{name}\"", id), Message("one of: {known}", known), "no such device on this machine",
                "Choose another device.");
}

}  // namespace tl
