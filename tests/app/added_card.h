// A device that is only listed and chosen; AddedDevice makes the machine have it.
#pragma once

#include <string>
#include <utility>

#include "engine/backend/device.h"

namespace tl::test {

class Card : public Device {
public:
    explicit Card(std::string id) {
        info_.id = std::move(id);
        info_.name = "Card of a test";
        info_.memoryBytes = uint64_t{80} << 30;
        info_.driver = "580.65.06, CUDA 13.0";
        info_.software = "cuDNN 9.19.0";
        info_.bfloat16 = true;
    }
    const DeviceInfo& info() const override { return info_; }
    const KernelTable& kernels() const override { return deviceOf("cpu").kernels(); }

private:
    DeviceInfo info_;
};

}  // namespace tl::test
