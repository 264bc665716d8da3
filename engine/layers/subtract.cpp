// The difference of two inputs.
#include "engine/layers/merge.h"

namespace tl::layers {

LayerType subtract() {
    return mergeLayer({"Subtract", "dash-lg", "subtract", "Takes the second input from the first, value by value.",
                       Message("difference"), 2, oneByOne("Sub")});
}

}  // namespace tl::layers
