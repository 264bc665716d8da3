// The smallest of its inputs at each place.
#include "engine/layers/merge.h"

namespace tl::layers {

LayerType minimum() {
    return mergeLayer({"Minimum", "chevron-down", "minimum", "Takes the smallest of its inputs, value by value.",
                       Message("smallest"), -1, oneByOne("Min")});
}

}  // namespace tl::layers
