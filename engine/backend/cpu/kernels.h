// All kernels of the CPU: each file of kernels/ adds its family to the table; the build writes the list.
#pragma once

#include "engine/backend/kernel.h"

namespace tl::cpu {

void addKernels(KernelTable& table);

}  // namespace tl::cpu
