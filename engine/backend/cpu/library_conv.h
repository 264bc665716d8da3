// oneDNN's convolutions: all that it has for a case, its best guess first.
#pragma once

#include "engine/backend/kernel.h"

namespace tl::cpu {

// As a KernelFamily.
void offerLibraryForward(const KernelRequest& request, const KernelTaker& take);
void offerLibraryInputGrad(const KernelRequest& request, const KernelTaker& take);
void offerLibraryKernelGrad(const KernelRequest& request, const KernelTaker& take);

}  // namespace tl::cpu
