// What NVIDIA's management library (libnvidia-ml, which comes with the driver) tells of a card while it works. Loaded
// when somebody asks; its functions are declared by hand, by the names and types of nvml.h of CUDA 12 and later.
// NEVER RUN ON A GPU so far: what is tested is what it asks of a library that stands in (tests/engine/backend/cuda).
#pragma once

#include <memory>
#include <string>

#include "engine/backend/device_watch.h"

namespace tl::cuda {

class Nvml {
public:
    // Throws Error where there is none, or it does not start.
    explicit Nvml(const std::string& library = "libnvidia-ml.so.1");
    ~Nvml();
    std::string driverVersion() const;  // "580.65.06"
    // Of the card that sits there ("0000:65:00.0"). What it does not tell, as of a card that is gone, stays empty.
    DeviceReading read(const std::string& bus) const;

private:
    struct Functions;
    std::unique_ptr<Functions> api_;
};

}  // namespace tl::cuda
