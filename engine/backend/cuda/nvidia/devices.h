// The GPUs of this machine as devices of the engine, found without opening them: a card is opened when somebody asks
// for its kernels or memory.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "engine/backend/device.h"
#include "engine/backend/gpus.h"

namespace tl::cuda {

struct FoundGpus {
    std::vector<std::unique_ptr<Device>> devices;
    std::vector<UnusableDevice> others;  // no driver, no libraries, a card that is too old
};

FoundGpus findGpus();
// Where NVIDIA's cards sit, by the system's own list, which needs no driver: "0000:65:00.0". `root` is the folder of
// sys.
std::vector<std::string> cardsOnBus(const std::filesystem::path& root = "/");

}  // namespace tl::cuda
