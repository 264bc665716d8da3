// The largest of its inputs at each place.
#include "engine/layers/merge.h"

namespace tl::layers {

LayerType maximum() {
    return mergeLayer({"Maximum", "chevron-up", "maximum", "Takes the largest of its inputs, value by value.",
                       Message("largest"), -1, oneByOne("Max")});
}

}  // namespace tl::layers
