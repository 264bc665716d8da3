// LSTM and GRU layers from one description: they differ in their gates.
#pragma once

#include "engine/layers/layer_type.h"

namespace tl::layers {

enum class Cell { Lstm, Gru };
LayerType recurrentLayer(Cell cell);

}  // namespace tl::layers
