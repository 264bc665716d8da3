// Long short-term memory (Hochreiter and Schmidhuber, 1997).
#include "engine/layers/recurrent.h"

namespace tl::layers {

LayerType lstm() { return recurrentLayer(Cell::Lstm); }

}  // namespace tl::layers
