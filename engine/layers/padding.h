// Layers that change an image's border: zeros put round it, or pixels cut off.
#pragma once

#include "engine/layers/support.h"

namespace tl::layers {

// `key` holds one number for all sides, two for rows and columns, or four: top, bottom, left, right. `sign`: 1 adds, -1
// cuts.
LayerType borderLayer(const std::string& title, const std::string& key, std::vector<int64_t> value, int sign);

}  // namespace tl::layers
