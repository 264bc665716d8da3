// A GPU that is none: a device over the checking driver, in the list of devices for as long as the value lives.
#pragma once

#include "engine/backend/cuda/device.h"
#include "engine/backend/cuda/host/driver.h"
#include "engine/backend/cuda/host/libraries.h"

namespace tl::cuda {

class CheckingDevice {
public:
    static constexpr const char* kId = "cuda:check";

    explicit CheckingDevice(CheckingDriver::Options options)
        : driver_(options), device_(kId, driver_, libraries_), added_(device_) {}
    const CheckingDriver& driver() const { return driver_; }

private:
    CheckingDriver driver_;
    HostLibraries libraries_;
    CudaDevice device_;
    AddedDevice added_;
};

}  // namespace tl::cuda
