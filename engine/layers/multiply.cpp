// The product of its inputs, the merge of gates and attention.
#include "engine/layers/merge.h"

namespace tl::layers {

LayerType multiply() {
    return mergeLayer({"Multiply", "x-lg", "multiply",
                       "Multiplies its inputs value by value. An image of one pixel weights the channels of another.",
                       Message("product"), -1, oneByOne("Mul")});
}

}  // namespace tl::layers
