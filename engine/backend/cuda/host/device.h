// GPUs that are none: devices over checking drivers, in the list of devices for as long as the values live.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/host/driver.h"
#include "engine/backend/cuda/host/libraries.h"

namespace tl::cuda {

class CheckingDevice {
public:
    static constexpr const char* kId = "cuda:check";

    explicit CheckingDevice(CheckingDriver::Options options, const std::string& id = kId)
        : driver_(options), libraries_(options.world), device_(id, driver_, libraries_), added_(device_) {}
    const CheckingDriver& driver() const { return driver_; }
    CheckingDriver& driver() { return driver_; }

private:
    CheckingDriver driver_;
    HostLibraries libraries_;
    CudaDevice device_;
    AddedDevice added_;
};

// Several that work together: cuda:check0, cuda:check1 and so on.
class CheckingDevices {
public:
    CheckingDevices(int count, CheckingDriver::Options options) : world_(options.seed) {
        options.world = &world_;
        for (int i = 0; i < count; ++i, ++options.seed) {
            const std::string id = CheckingDevice::kId + std::to_string(i);
            ids_ += (i == 0 ? "" : ",") + id;
            devices_.push_back(std::make_unique<CheckingDevice>(options, id));
        }
    }
    const std::string& ids() const { return ids_; }  // with commas between
    const CheckingWorld& world() const { return world_; }
    const CheckingDriver& driver(int number) const { return devices_[static_cast<size_t>(number)]->driver(); }

private:
    CheckingWorld world_;
    std::string ids_;
    std::vector<std::unique_ptr<CheckingDevice>> devices_;
};

}  // namespace tl::cuda
