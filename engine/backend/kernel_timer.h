// Trying kernels where a device's are: timeKernels() (kernel_chooser.h) is this for the host's memory.
#pragma once

#include <string>

#include "engine/backend/kernel_chooser.h"

namespace tl {

// In the memory of the device of that id. Where it is not the host's a turn is ten replays of a recording, waited for
// once.
KernelChooser::Timer kernelTimer(const std::string& device);

}  // namespace tl
