// Library calls by plain loops on the CPU, summed in double.
#pragma once

#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

class HostLibraries : public Libraries {
public:
    void products(const Product& product, const Taker& take) override;
    void convolutions(const Convolution& convolution, const Taker& take) override;
};

}  // namespace tl::cuda
