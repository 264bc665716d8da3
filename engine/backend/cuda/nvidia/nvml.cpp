// Each number is a call of its own, which a card may not support: then that number is left out and no more.
#include "engine/backend/cuda/nvidia/nvml.h"

#include <array>

#include "engine/backend/cuda/nvidia/loaded.h"

namespace tl::cuda {
namespace {

using Result = int;
using Card = void*;

constexpr int kOfGpu = 0;  // NVML_TEMPERATURE_GPU

struct Utilization {
    unsigned gpu, memory;  // per cent of the last moment in which kernels ran, and memory was read or written
};
struct Memory {
    unsigned long long total, free, used;  // bytes
};

}  // namespace

struct Nvml::Functions {
    explicit Functions(const std::string& path) : library("NVIDIA's management library", path) {
        library.find(init, "nvmlInit_v2");
        library.find(shutdown, "nvmlShutdown");
        library.find(errorString, "nvmlErrorString");
        library.find(driverVersion, "nvmlSystemGetDriverVersion");
        library.find(cardAt, "nvmlDeviceGetHandleByPciBusId_v2");
        library.find(utilization, "nvmlDeviceGetUtilizationRates");
        library.find(memory, "nvmlDeviceGetMemoryInfo");
        library.find(temperature, "nvmlDeviceGetTemperature");
        library.find(power, "nvmlDeviceGetPowerUsage");
        library.find(powerLimit, "nvmlDeviceGetEnforcedPowerLimit");
    }
    void check(Result result, const char* what) const {
        if (result != 0)
            throw Error(Message("NVIDIA's management library, asked to {what}", std::string(what)), "that it does",
                        std::string(errorString(result)));
    }

    Loaded library;
    Result (*init)() = nullptr;
    Result (*shutdown)() = nullptr;
    const char* (*errorString)(Result) = nullptr;
    Result (*driverVersion)(char*, unsigned) = nullptr;
    Result (*cardAt)(const char*, Card*) = nullptr;
    Result (*utilization)(Card, void*) = nullptr;           // Utilization
    Result (*memory)(Card, void*) = nullptr;                // Memory
    Result (*temperature)(Card, int, unsigned*) = nullptr;  // degrees Celsius
    Result (*power)(Card, unsigned*) = nullptr;             // milliwatts
    Result (*powerLimit)(Card, unsigned*) = nullptr;
};

Nvml::Nvml(const std::string& library) : api_(std::make_unique<Functions>(library)) {
    api_->check(api_->init(), "start");
}

Nvml::~Nvml() { api_->shutdown(); }

std::string Nvml::driverVersion() const {
    std::array<char, 96> text{};
    api_->check(api_->driverVersion(text.data(), static_cast<unsigned>(text.size()) - 1), "tell the driver's version");
    return text.data();
}

DeviceReading Nvml::read(const std::string& bus) const {
    DeviceReading reading;
    reading.bus = bus;
    Card card = nullptr;
    if (api_->cardAt(bus.c_str(), &card) != 0) return reading;
    if (Utilization used{}; api_->utilization(card, &used) == 0) reading.use = used.gpu / 100.0;
    if (Memory memory{}; api_->memory(card, &memory) == 0) {
        reading.memoryUsed = memory.used;
        reading.memoryBytes = memory.total;
    }
    unsigned number = 0;
    if (api_->temperature(card, kOfGpu, &number) == 0) reading.celsius = number;
    if (api_->power(card, &number) == 0) reading.watts = number / 1000.0;
    if (api_->powerLimit(card, &number) == 0) reading.wattsLimit = number / 1000.0;
    return reading;
}

}  // namespace tl::cuda
