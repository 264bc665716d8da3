// A look at activations across layers, which no shape rule sees: what ends the network must fit its loss, the loss the
// data's labels, and the same activation twice in a row is a mistake. The network trains all the same, so all it says
// is a warning, with a repair.
#pragma once

#include "engine/model/check.h"

namespace tl {

void checkActivations(const NetworkSpec& network, const Links& links, const DataFacts& data, Check& check);

}  // namespace tl
