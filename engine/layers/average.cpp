// The mean of its inputs.
#include "engine/layers/merge.h"

namespace tl::layers {

LayerType average() {
    return mergeLayer({"Average", "distribute-vertical", "average", "Takes the mean of its inputs, value by value.",
                       Message("mean"), -1, [](BuildContext& context, std::span<const ValueId> values) {
                           const ValueId sum = context.emit("Add", {values.begin(), values.end()})[0];
                           return context.emit(
                               "Rescale", {sum},
                               {{"scale", 1.0 / static_cast<double>(values.size())}, {"offset", 0.0}})[0];
                       }});
}

}  // namespace tl::layers
