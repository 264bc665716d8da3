// Library calls by plain loops on the CPU, summed in double.
#pragma once

#include "engine/backend/cuda/host/world.h"
#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

class HostLibraries : public Libraries {
public:
    // `world`: of the devices that work together; none: this one works alone.
    explicit HostLibraries(CheckingWorld* world = nullptr) : world_(world) {}
    void products(const Product& product, const Taker& take) override;
    void convolutions(const Convolution& convolution, const Taker& take) override;
    std::string communication() const override;
    std::shared_ptr<Communicator> communicator(const std::string& devices, int rank) override;
    void requireCommunication() const override;

private:
    CheckingWorld* world_;
};

}  // namespace tl::cuda
