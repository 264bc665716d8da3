// The engine's layers as the canvas and the library list them.
#pragma once

#include "widgets/canvas/layer_search.h"

namespace tl {

// In the registry's order, by category. Activation's functions stand behind it as entries of their own, by what
// edits::addLayer() takes: "Activation?activation=softmax".
QVector<LayerEntry> layerEntries();

}  // namespace tl
