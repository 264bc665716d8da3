// Trying kernels where a device's are: timeKernels() (kernel_chooser.h) is this for the host's memory.
#pragma once

#include <string>

#include "engine/backend/kernel_chooser.h"

namespace tl {

// In the memory of that of these devices ("cuda:0,cuda:1") whose table is asked for. Where it is not the host's a turn
// is ten replays of a recording, waited for once.
KernelChooser::Timer kernelTimer(const std::string& devices);

}  // namespace tl
