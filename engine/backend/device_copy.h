// A tensor's content on a device. The host's copy and the device's take turns at being the newer one; each is brought
// up to date when its side is about to be used, so a model that trains on a device crosses over for checkpoints only.
#pragma once

#include <memory>

#include "engine/backend/device.h"
#include "engine/core/tensor.h"

namespace tl {

class DeviceCopy : public Mirror {
public:
    // The copy of a tensor's storage: one for all plans on that device. A copy on another device is brought home and
    // let go. The memory must outlive the tensor.
    static std::shared_ptr<DeviceCopy> of(Tensor& tensor, DeviceMemory& memory);
    static bool isOn(const Tensor& tensor, const DeviceMemory& memory);
    ~DeviceCopy() override;
    DeviceCopy(const DeviceCopy&) = delete;
    DeviceCopy& operator=(const DeviceCopy&) = delete;

    void* address() const { return address_; }
    // Around what kernels do with it.
    void beforeDevice();
    void afterDeviceWrote() { newer_ = Newer::Device; }
    void beforeHost(bool writes) override;
    uint64_t hostWrites() const { return hostWrites_; }  // how often the host may have changed it

private:
    DeviceCopy(void* host, size_t bytes, DeviceMemory& memory);

    enum class Newer { Neither, Host, Device } newer_ = Newer::Host;
    uint64_t hostWrites_ = 1;
    DeviceMemory& memory_;
    void* host_;
    size_t bytes_;
    void* address_;
};

}  // namespace tl
