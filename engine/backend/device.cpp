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
    for (const char* mark : {"(R)", "(TM)", "(tm)"})
        for (size_t at; (at = name.find(mark)) != std::string::npos;) name.erase(at, std::strlen(mark));
    const size_t first = name.find_first_not_of(' ');
    const size_t last = name.find_last_not_of(' ');
    return first == std::string::npos ? "x86-64" : name.substr(first, last - first + 1);
}

class Processor : public Device {
public:
    Processor() {
        info_.instructionSet = cpu::isaName(cpu::bestIsa()) + std::string(cpu::multipliesTiles() ? ", AMX" : "");
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

const Processor& processor() {
    static const auto* const made = new Processor;
    return *made;
}

struct Gpus {
    std::vector<std::unique_ptr<Device>> devices;
    std::vector<UnusableDevice> others;
};

// Looked for once, when somebody asks for more than the processor. Never destroyed: NVIDIA's driver may be gone before
// the program's last static value is.
const Gpus& gpus() {
    static const Gpus* const found = [] {
        auto* const here = new Gpus;
#ifdef TENSORLOOM_CUDA
        cuda::FoundGpus all = cuda::findGpus();
        here->devices = std::move(all.devices);
        here->others = std::move(all.others);
#endif
        return here;
    }();
    return *found;
}

std::mutex guard;  // of what was added

std::vector<const Device*>& added() {
    static auto* const all = new std::vector<const Device*>;
    return *all;
}

}  // namespace

const Device& deviceOf(const std::string& id) {
    const auto of = [&](const Device* device) { return device->info().id == id; };
    if (of(&processor())) return processor();
    {
        const std::lock_guard lock(guard);
        const auto one = std::ranges::find_if(added(), of);
        if (one != added().end()) return **one;
    }
    for (const auto& gpu : gpus().devices)
        if (of(gpu.get())) return *gpu;
    std::string known;
    for (const DeviceInfo& device : listDevices()) known += (known.empty() ? "" : ", ") + device.id;
    const bool gpuIsMissing = id.rfind("cuda:", 0) == 0 && !gpus().others.empty();
    throw Error(Message("device \"{name}\"", id), Message("one of: {known}", known), "no such device on this machine",
                gpuIsMissing ? gpus().others.front().reason : Message("Choose another device."));
}

AddedDevice::AddedDevice(const Device& device) : device_(device) {
    const std::lock_guard lock(guard);
    added().push_back(&device);
}

AddedDevice::~AddedDevice() {
    const std::lock_guard lock(guard);
    std::erase(added(), &device_);
}

std::vector<DeviceInfo> listDevices() {
    std::vector<DeviceInfo> list{processor().info()};
    for (const auto& gpu : gpus().devices) list.push_back(gpu->info());
    const std::lock_guard lock(guard);
    for (const Device* device : added()) list.push_back(device->info());
    return list;
}

std::vector<UnusableDevice> unusableDevices() { return gpus().others; }

Message whyNoGpu() {
    const std::vector<UnusableDevice>& others = gpus().others;
    return others.empty() ? Message("No driver tells of one.") : others.front().reason;
}

std::shared_ptr<void> held(DeviceMemory& memory, size_t bytes) {
    return {memory.allocate(bytes), [&memory](void* address) {
                try {
                    memory.free(address);
                } catch (const Error&) {
                }
            }};
}

void Device::requireTogether() const {
    throw Error("Several devices that train together", "GPUs", Message("\"{name}\"", info().id),
                "Name GPUs only, or one device.");
}

DeviceInfo findDevice(const std::string& id) { return deviceOf(id).info(); }

void requireFloat8(const DeviceInfo& device) {
    if (device.float8 || device.capability.empty()) return;  // what is no card emulates
    throw Error(Message("Training in 8 bits on {device} ({name})", device.id, device.name),
                "a card of compute capability 8.9 or more", device.capability, "Choose the precision bfloat16.");
}

}  // namespace tl
