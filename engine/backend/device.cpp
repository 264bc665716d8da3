// The list of devices. Finds out what this machine is: the processor's own name (cpuid), the widest vector unit that
// the kernels use, cores and memory.
#include "engine/backend/device.h"

#include <cpuid.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>

#include "engine/backend/cpu/isa.h"
#include "engine/backend/cpu/kernels.h"
#include "engine/backend/gpus.h"
#include "engine/backend/kernel.h"
#include "engine/backend/threads.h"
#include "engine/core/error.h"
#ifdef TENSORLOOM_CUDA
#include "engine/backend/cuda/nvidia/devices.h"
#endif

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

class Processor : public Device {
public:
    Processor() {
        info_.instructionSet = cpu::isaName(cpu::bestIsa());
        info_.name = processorName() + ", " + info_.instructionSet;
        info_.bfloat16 = cpu::multipliesBf16();
        info_.threads = physicalThreads();
        info_.memoryBytes =
            static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
        cpu::addKernels(kernels_);
    }
    const DeviceInfo& info() const override { return info_; }
    const KernelTable& kernels() const override { return kernels_; }

private:
    DeviceInfo info_;
    KernelTable kernels_;
};

std::mutex guard;

struct Found {
    std::vector<const Device*> all;  // the processor first
    std::vector<UnusableDevice> others;
};

// Never destroyed: NVIDIA's driver may be gone before the program's last static value is.
Found& found() {
    static Found* const found = [] {
        auto* const here = new Found{{new Processor}, {}};
#ifdef TENSORLOOM_CUDA
        cuda::FoundGpus gpus = cuda::findGpus();
        for (auto& device : gpus.devices) here->all.push_back(device.release());
        here->others = std::move(gpus.others);
#endif
        return here;
    }();
    return *found;
}

std::vector<const Device*>& devices() { return found().all; }

}  // namespace

const Device& deviceOf(const std::string& id) {
    const std::lock_guard lock(guard);
    std::string known;
    for (const Device* device : devices()) {
        if (device->info().id == id) return *device;
        known += (known.empty() ? "" : ", ") + device->info().id;
    }
    throw Error(Message("device \"{name}\"", id), Message("one of: {known}", known), "no such device on this machine",
                "Choose another device.");
}

AddedDevice::AddedDevice(const Device& device) : device_(device) {
    const std::lock_guard lock(guard);
    devices().push_back(&device);
}

AddedDevice::~AddedDevice() {
    const std::lock_guard lock(guard);
    std::erase(devices(), &device_);
}

std::vector<DeviceInfo> listDevices() {
    const std::lock_guard lock(guard);
    std::vector<DeviceInfo> list;
    for (const Device* device : devices()) list.push_back(device->info());
    return list;
}

std::vector<UnusableDevice> unusableDevices() {
    const std::lock_guard lock(guard);
    return found().others;
}

DeviceInfo findDevice(const std::string& id) { return deviceOf(id).info(); }

}  // namespace tl
