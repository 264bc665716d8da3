// Vision transformers with the normalisation before each part and a mean over all tokens instead of a class token, as
// in Beyer et al., "Better plain ViT baselines" (2022).
#pragma once

#include "engine/model/templates/support.h"

namespace tl::templates {

struct VitSizes {
    int64_t patches;  // about so many along each side, of a size that divides the image
    int64_t width, heads, hidden, blocks;
};
NetworkSpec makeVit(const DataFacts& data, const VitSizes& sizes);

}  // namespace tl::templates
