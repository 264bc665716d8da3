// A network's weights by themselves, as other programs want them: without what a run keeps besides to go on.
#pragma once

#include <string>
#include <vector>

#include "engine/train/snapshot.h"

namespace tl {

// Of the parameters and moving averages that the network's layers have, in order.
std::vector<std::string> weightNames(const Snapshot& model);
// With nothing but these in its state, as evaluation takes them: of a run with use_ema the averages in their place.
Snapshot weightsAlone(Snapshot model);
// Whether nothing is in it of what its optimizer keeps between two steps: no run can go on from it.
bool holdsWeightsAlone(const Snapshot& model);

}  // namespace tl
