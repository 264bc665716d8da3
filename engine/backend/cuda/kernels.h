// The kernel table of a CUDA device.
#pragma once

#include "engine/backend/cuda/driver.h"
#include "engine/backend/cuda/libraries.h"
#include "engine/backend/kernel.h"

namespace tl::cuda {

// Where a device's kernels put their work.
struct Lane {
    Driver* driver = nullptr;
    Stream stream{};
    Libraries* libraries = nullptr;
    Stream communication{};  // of sums over several devices
};

// Adds every entry in entries/; what they bind puts its work on the lane, whose driver and libraries must outlive it.
// The addresses in KernelBuffers are the device's, those of the step's context included.
void addKernels(KernelTable& table, const Lane& lane);

}  // namespace tl::cuda
