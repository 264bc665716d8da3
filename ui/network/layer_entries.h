// The engine's layers as the canvas and the library list them.
#pragma once

#include "widgets/canvas/layer_search.h"

namespace tl {

QVector<LayerEntry> layerEntries();  // in the registry's order: by category

}  // namespace tl
