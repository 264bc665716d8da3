// Copies over to the device and home again.
#include "engine/backend/device_copy.h"

#include "engine/core/error.h"

namespace tl {

std::shared_ptr<DeviceCopy> DeviceCopy::of(Tensor& tensor, DeviceMemory& memory) {
    if (auto known = std::dynamic_pointer_cast<DeviceCopy>(tensor.mirror()); known && &known->memory_ == &memory)
        return known;
    void* host = tensor.data();  // what another device has comes home
    std::shared_ptr<DeviceCopy> made(new DeviceCopy(host, tensor.bytes(), memory));
    tensor.setMirror(made);
    return made;
}

bool DeviceCopy::isOn(const Tensor& tensor, const DeviceMemory& memory) {
    const auto known = std::dynamic_pointer_cast<DeviceCopy>(tensor.mirror());
    return known && &known->memory_ == &memory;
}

DeviceCopy::DeviceCopy(void* host, size_t bytes, DeviceMemory& memory)
    : memory_(memory), host_(host), bytes_(bytes), address_(memory.allocate(bytes)) {}

DeviceCopy::~DeviceCopy() {
    try {
        memory_.free(address_);
    } catch (const Error&) {  // what went wrong on the device is told to whoever waits for its results
    }
}

void DeviceCopy::beforeDevice() {
    if (newer_ != Newer::Host) return;
    memory_.write(address_, host_, bytes_);
    newer_ = Newer::Neither;
}

void DeviceCopy::beforeHost(bool writes) {
    if (newer_ == Newer::Device) memory_.read(host_, address_, bytes_);
    hostWrites_ += writes;
    newer_ = writes ? Newer::Host : newer_ == Newer::Device ? Newer::Neither : newer_;
}

}  // namespace tl
