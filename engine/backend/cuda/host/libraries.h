// Library calls by plain loops on the CPU, summed in double.
#pragma once

#include "engine/backend/cuda/libraries.h"

namespace tl::cuda {

class HostLibraries : public Libraries {
public:
    ProductCall product(const Product& product) override;
};

}  // namespace tl::cuda
