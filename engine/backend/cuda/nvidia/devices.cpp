// A card is usable where the driver, our kernels for it, cuBLASLt and cuDNN are.
#include "engine/backend/cuda/nvidia/devices.h"

#include <algorithm>
#include <fstream>
#include <mutex>
#include <utility>

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/nvidia/cupti.h"
#include "engine/backend/cuda/nvidia/driver.h"
#include "engine/backend/cuda/nvidia/libraries.h"
#include "engine/backend/cuda/nvidia/nvml.h"
#include "engine/core/error.h"

namespace tl::cuda {
namespace {

constexpr int kOldest = 8, kNewest = 10;  // major compute capabilities that check_kernels.py compiles for
constexpr std::pair kFirstFloat8{8, 9};   // the first whose matrix units take 8-bit floats

std::string capabilityOf(const Gpu& gpu) { return std::to_string(gpu.major) + "." + std::to_string(gpu.minor); }

class NvidiaDevice : public Device {
public:
    NvidiaDevice(std::shared_ptr<const NvidiaLibrary> library, Gpu gpu, std::string software, std::string driver)
        : library_(std::move(library)), gpu_(std::move(gpu)) {
        info_.id = "cuda:" + std::to_string(gpu_.number);
        info_.name = gpu_.name;
        info_.bfloat16 = info_.tf32 = true;
        info_.float8 = std::pair(gpu_.major, gpu_.minor) >= kFirstFloat8;
        info_.capability = capabilityOf(gpu_);
        info_.threads = 1;  // of the host, for a plan
        info_.memoryBytes = gpu_.memoryBytes;
        info_.software = std::move(software);
        info_.driver = std::move(driver);
        info_.bus = gpu_.bus;
        info_.properties = describe(*library_, gpu_);
    }
    const DeviceInfo& info() const override { return info_; }
    const KernelTable& kernels() const override { return opened().kernels(); }
    DeviceMemory* memory() const override { return opened().memory(); }
    std::shared_ptr<void> recordSpans() const override {
        try {
            return std::make_shared<CardSpans>(info_.id, gpu_.number);
        } catch (const Error&) {  // no CUPTI, or not for this person
            return nullptr;
        }
    }
    void requireTogether() const override { nccl(); }
    // Without opening the card: the one that failed may be this one.
    void abandonTogether(const std::string& devices) const override { nccl().abandon(devices); }

private:
    struct Opened {
        std::unique_ptr<Driver> driver;
        std::unique_ptr<Libraries> libraries;
        std::unique_ptr<CudaDevice> device;
    };

    const CudaDevice& opened() const {
        const std::lock_guard lock(guard_);
        if (!opened_.device) {
            Opened card;
            card.driver = makeNvidiaDriver(library_, gpu_, kernelBinaries());
            card.libraries = std::make_unique<NvidiaLibraries>(openCublas(), openCudnn(gpu_.number), PlanFiles(),
                                                               [driver = card.driver.get()] { driver->enter(); });
            card.device = std::make_unique<CudaDevice>(info_.id, *card.driver, *card.libraries);
            opened_ = std::move(card);
        }
        return *opened_.device;
    }

    std::shared_ptr<const NvidiaLibrary> library_;
    Gpu gpu_;
    DeviceInfo info_;
    mutable std::mutex guard_;
    mutable Opened opened_;
};

void requireKernelsFor(const Gpu& gpu) {
    const Message card("The GPU {name}", gpu.name);
    if (kernelBinaries().empty())
        throw Error(card, "a program with kernels for it", "one that was built without NVIDIA's compiler",
                    "Build where nvcc is (./dev build cuda), or choose the device cpu.");
    if (gpu.major < kOldest || gpu.major > kNewest)
        throw Error(card,
                    Message("compute capability {oldest} to {newest}", std::to_string(kOldest) + ".0",
                            std::to_string(kNewest) + ".x"),
                    capabilityOf(gpu), "Choose the device cpu.");
}

// "580.65.06, "; empty where there is no library that tells it.
std::string driverVersion() {
    try {
        return Nvml().driverVersion() + ", ";
    } catch (const Error&) {
        return {};
    }
}

}  // namespace

std::vector<std::string> cardsOnBus(const std::filesystem::path& root) {
    std::vector<std::string> cards;
    std::error_code unreadable;
    for (const auto& entry : std::filesystem::directory_iterator(root / "sys/bus/pci/devices", unreadable)) {
        std::string vendor, kind;
        std::ifstream(entry.path() / "vendor") >> vendor;
        std::ifstream(entry.path() / "class") >> kind;
        if (vendor == "0x10de" && kind.starts_with("0x03")) cards.push_back(entry.path().filename().string());
    }
    std::ranges::sort(cards);
    return cards;
}

FoundGpus findGpus() {
    FoundGpus found;
    try {
        const auto library = loadNvidia();
        const std::string driver = driverVersion() + "CUDA " + versionOf(*library);
        for (const Gpu& gpu : gpusOf(*library)) {
            try {
                requireKernelsFor(gpu);
                std::string software = "cuDNN " + cudnnVersion();
                software += ", cuBLASLt " + cublasVersion();
                found.devices.push_back(std::make_unique<NvidiaDevice>(library, gpu, std::move(software), driver));
            } catch (const Error& error) {
                found.others.push_back({gpu.name, error.message(), gpu.memoryBytes, driver, gpu.bus});
            }
        }
    } catch (const Error& error) {
        for (const std::string& bus : cardsOnBus()) found.others.push_back({"NVIDIA GPU", error.message(), 0, {}, bus});
        if (found.others.empty()) found.others.push_back({"NVIDIA GPU", error.message()});
    }
    return found;
}

}  // namespace tl::cuda
