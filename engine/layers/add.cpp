// The sum of its inputs, the merge of residual networks (He et al., CVPR 2016).
#include "engine/layers/merge.h"

namespace tl::layers {

LayerType add() {
    return mergeLayer(
        {"Add", "plus-lg", "add",
         "Adds its inputs value by value; all must have the same shape. Residual networks join their ways with it.",
         Message("sum"), -1, [](BuildContext& context, std::span<const ValueId> values) {
             return context.emit("Add", {values.begin(), values.end()})[0];
         }});
}

}  // namespace tl::layers
