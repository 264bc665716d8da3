// The gated recurrent unit (Cho et al., EMNLP 2014).
#include "engine/layers/recurrent.h"

namespace tl::layers {

LayerType gru() { return recurrentLayer(Cell::Gru); }

}  // namespace tl::layers
