// Library calls by plain loops on the CPU, summed in double.
#pragma once

#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

class HostLibraries : public Libraries {
public:
    Call product(const Product& product) override;
    Call convolution(const Convolution& convolution) override;
};

}  // namespace tl::cuda
