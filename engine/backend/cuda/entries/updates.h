// The update of parameters, for the entries whose result is a gradient.
#pragma once

#include <array>

#include "engine/backend/cuda/entries/support.h"
#include "engine/backend/cuda/kernels/updates.h"

namespace tl::cuda {

// Of an op whose name ends in Update and that is not Muon's.
UpdateSettings settingsOf(const std::string& op, const Attributes& attributes);
int slotCount(const std::string& op, const Attributes& attributes);

// Adds launches that move all tensors. Sizes in elements; addresses as in UpdateTensor.
void addUpdate(Launches& all, const UpdateSettings& settings, int slots, std::vector<UpdateTensor> tensors,
               const StepContext* context, const float* count);

}  // namespace tl::cuda
